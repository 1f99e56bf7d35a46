-- What changed, told by rows that every server reads after the commit. NOTIFY inside a transaction takes one lock of the
-- whole cluster until its commit is on the disk, so that all gyms' commits queue; and what it says is lost with the line.
-- No gym's data is in it, and nothing of it is worth keeping: a database that crashed has no listener that missed a row.
create unlogged table changes (
  xid xid8 not null default pg_current_xact_id(),
  gym integer not null,
  area text not null
);
create index on changes (xid);

-- Up to which transaction rows were dropped: whoever had not read them by then knows that it missed something.
create unlogged table changes_swept (
  singleton boolean primary key default true check (singleton),
  upto xid8 not null
);

-- Tells every server that an area of a gym changed. The committing server reads app.changed itself, before it answers.
create or replace function announce(gym integer, area text) returns void
  language plpgsql as $$
declare
  said text := coalesce(current_setting('app.changed', true), '');
  this text := gym || ':' || area;
begin
  if position(',' || this || ',' in ',' || said || ',') > 0 then return; end if;
  perform set_config('app.changed', case when said = '' then this else said || ',' || this end, true);
  insert into changes (gym, area) values (gym, area);
end $$;

-- Whoever changes rows from outside of any gym, by hand, is heard too.
create or replace function announce_area() returns trigger
  language plpgsql as $$
begin
  if app_gym() is null then
    perform announce(t.gym_id, tg_argv[0]) from (select distinct gym_id from touched) t;
  elsif exists (select from touched) then
    perform announce(app_gym(), tg_argv[0]);
  end if;
  return null;
end $$;
