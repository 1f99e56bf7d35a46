-- beside: 0035
-- A plan of so many visits; null: any number. `each_pass`: counted with each, else once a day.
alter table plan_terms add column visits integer check (visits between 1 and 1000), add column each_pass boolean not null default false;

-- Of a payment for such a plan: what was sold, how many of them the attendances come to, recomputed whenever one is added, and the
-- day from which none was left. `forgotten`: of those whose names were forgotten, which stay used.
create table visit_counts (
  gym_id integer not null references gyms (id),
  id_payment bigint not null,
  visits integer not null,
  each_pass boolean not null,
  used integer not null default 0,
  forgotten integer not null default 0,
  ended date,
  primary key (gym_id, id_payment),
  foreign key (gym_id, id_payment) references membership_payments (gym_id, id)
);
select own_by_gym('visit_counts', null);
revoke all on visit_counts from torniquete_server;
grant select on visit_counts to torniquete_server;

-- How many visits of each payment a client has used, and the day from which that payment opens no longer. A visit is of what they
-- have paid for that day and ends first; on a day on which something without a count is valid it is of nothing, on a paused one neither.
-- Only of payments that visits of `since` or later can matter to: those that last until then, and whatever shares days with them.
create function counted_visits(client bigint, since date) returns table (id bigint, used integer, ends date)
  language plpgsql stable set search_path = public, pg_temp as $$
declare
  zone constant text := (select i."timeZone" from gym_info i where i.gym_id = app_gym());
  ids bigint[];
  firsts date[];
  untils date[];
  most integer[];
  each boolean[];
  uses integer[];
  lasts date[];
  over date[];
  passed datemultirange;
  began date := since;
  earlier date;
  lowest integer := 1;
  current integer;
  came record;
  taken integer;
begin
  select array_agg(p.id order by p.until, p.id) filter (where v.visits is not null), array_agg(p.first order by p.until, p.id) filter (where v.visits is not null),
    array_agg(p.until order by p.until, p.id) filter (where v.visits is not null), array_agg(v.visits order by p.until, p.id) filter (where v.visits is not null),
    array_agg(v.each_pass order by p.until, p.id) filter (where v.visits is not null), array_agg(v.forgotten order by p.until, p.id) filter (where v.visits is not null),
    array_agg(null::date) filter (where v.visits is not null),
    array_agg(case when v.forgotten >= v.visits then v.ended end order by p.until, p.id) filter (where v.visits is not null),
    range_agg(daterange(p.first, p.until)) filter (where v.visits is null)
  into ids, firsts, untils, most, each, uses, lasts, over, passed
  from placed_payments(client) p left join visit_counts v on v.gym_id = app_gym() and v.id_payment = p.id;
  if ids is null then return; end if;
  loop
    select min(f) into earlier from unnest(firsts, untils) p(f, u) where u > began;
    if earlier is null then return; end if;
    exit when earlier >= began;
    began := earlier;
  end loop;
  began := earlier;
  while untils[lowest] <= began loop lowest := lowest + 1; end loop;
  passed := coalesce(passed, '{}') + coalesce((select range_agg(daterange(q.starts, q.ends)) from pauses q
    where q.gym_id = app_gym() and q.id_client = client and q.undone_at is null), '{}');
  current := lowest;
  for came in
    select v.day from (
      select (a.check_in at time zone zone)::date as day, a.check_in, lag(a.check_in) over (order by a.check_in) as before
      from attendances a
      where a.gym_id = app_gym() and a.id_client = client
        and a.check_in >= (began::timestamp at time zone zone) - interval '60 seconds'
        and a.check_in < (untils[array_length(untils, 1)]::timestamp at time zone zone)) v
    -- who passes twice within a minute came once
    where v.day >= began and (v.before is null or v.check_in >= v.before + interval '60 seconds')
      and not v.day <@ passed
    order by v.check_in
  loop
    taken := null;
    while untils[current] <= came.day loop current := current + 1; end loop;
    for n in current .. array_length(ids, 1) loop
      continue when firsts[n] > came.day;
      if not each[n] and lasts[n] = came.day then
        taken := null;
        exit;
      end if;
      if taken is null and uses[n] < most[n] then taken := n; end if;
    end loop;
    continue when taken is null;
    uses[taken] := uses[taken] + 1;
    lasts[taken] := came.day;
    -- What counts by days opens until the end of the last.
    if uses[taken] = most[taken] then over[taken] := came.day + case when each[taken] then 0 else 1 end; end if;
  end loop;
  return query select u.id, u.used, u.ends from unnest(ids[lowest:], uses[lowest:], over[lowest:]) u(id, used, ends);
end $$;

drop function place_payments(bigint);
-- `since`: nothing but visits changed, and none before that day.
create function place_payments(client bigint, since date default '-infinity') returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from clients c where c.gym_id = app_gym() and c.id = client for no key update;
  with counted as materialized (select * from counted_visits(client, since)), noted as (
    update visit_counts v set used = c.used, ended = c.ends from counted c
    where v.gym_id = app_gym() and v.id_payment = c.id and (v.used, v.ended) is distinct from (c.used, c.ends))
  update membership_payments m
  set start_date = p.first, end_date = p.until,
    sold_start = coalesce(m.sold_start, case when p.first <> m.start_date then m.start_date end)
  from (
    select p.id, p.first, least(p.until, c.ends) as until
    from placed_payments(client) p left join counted c on c.id = p.id
    where since = '-infinity' or c.id is not null) p
  where m.gym_id = app_gym() and m.id = p.id and (m.start_date, m.end_date) is distinct from (p.first, p.until);
end $$;
revoke execute on function place_payments(bigint, date) from public;

create or replace function place_sold() returns trigger
  language plpgsql as $$
begin
  new.end_date := new.start_date + new.duration_days;
  if not exists (select from pauses q where q.gym_id = new.gym_id and q.id_client = new.id_client and q.undone_at is null) then
    -- Says that there is more to do once it is booked: visits of days that are paid for by this are of no other payment now.
    if exists (select from plan_terms t where t.gym_id = new.gym_id and t.id_membership = new.id_membership and t.visits is not null)
      or buys_visits(new.id_client) then
      new.own_start := new.start_date;
    end if;
    return new;
  end if;
  perform from pauses q
    where q.gym_id = new.gym_id and q.id_client = new.id_client and q.undone_at is null and q.starts <= new.start_date and q.ends > new.start_date;
  if found then
    raise check_violation using constraint = 'membership_payments_not_paused', message = 'the client is paused on that day';
  end if;
  new.own_start := coalesce((
    select r.run_own + (new.start_date - r.run_first) - coalesce((
        select sum(upper(d) - lower(d)) from unnest((
          select range_agg(daterange(q.starts, q.ends)) from pauses q
          where q.gym_id = new.gym_id and q.id_client = new.id_client and q.undone_at is null) * datemultirange(daterange(r.run_first, new.start_date))) d), 0)::integer
    from (select run_own, run_first, max(until) as until from placed_payments(new.id_client) group by 1, 2) r
    where r.run_first <= new.start_date and r.until >= new.start_date
    order by r.run_first desc limit 1), new.start_date);
  return new;
end $$;

-- Whether a client bought visits; asked of a gym without such plans it looks at one row that is not there.
create function buys_visits(client bigint) returns boolean
  language sql stable set search_path = public, pg_temp as $$
  select exists (select from visit_counts where gym_id = app_gym()) and exists (
      select from membership_payments p join visit_counts v on v.gym_id = p.gym_id and v.id_payment = p.id
      where p.gym_id = app_gym() and p.id_client = client)
    and not exists (select from clients c where c.gym_id = app_gym() and c.id = client and c.is_anonymous)
$$;

-- Whether anything but the days of what was sold says what a client's payments cover.
create function is_placed(client bigint) returns boolean
  language sql stable set search_path = public, pg_temp as $$
  select exists (select from pauses q where q.gym_id = app_gym() and q.id_client = client) or buys_visits(client)
$$;

-- The anonymous client is many, of whom each comes once.
create or replace function place_beside() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into visit_counts (gym_id, id_payment, visits, each_pass)
    select t.gym_id, new.id, t.visits, t.each_pass from plan_terms t join clients c on c.gym_id = t.gym_id and c.id = new.id_client and not c.is_anonymous
    where t.gym_id = new.gym_id and t.id_membership = new.id_membership and t.visits is not null;
  end if;
  perform place_payments(c.id) from (select new.id_client as id union select old.id_client where tg_op = 'UPDATE') c where is_placed(c.id);
  return null;
end $$;

-- A visit that came late, or is somebody else's now, is counted when it was; one that is nobody's by now, as it was.
create function count_visits() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  zone text;
  who record;
begin
  if not exists (select from visit_counts where gym_id = app_gym()) then return null; end if;
  zone := (select i."timeZone" from gym_info i where i.gym_id = app_gym());
  if tg_op = 'INSERT' then
    for who in select id_client as id, (min(check_in) at time zone zone)::date as since from came group by 1 order by 1 loop
      if buys_visits(who.id) then perform place_payments(who.id, who.since); end if;
    end loop;
    return null;
  end if;
  for who in
    select v.id, (min(v.check_in) at time zone zone)::date as since, bool_or(v.nameless) as nameless from (
      select id_client as id, check_in, false as nameless from came union all
      select f.id_client, f.check_in, f.id_client <> c.id_client and t.is_anonymous
      from former f join came c on c.id = f.id join clients t on t.gym_id = app_gym() and t.id = c.id_client) v
    group by 1 order by 1
  loop
    continue when not buys_visits(who.id);
    if who.nameless then
      perform from clients c where c.gym_id = app_gym() and c.id = who.id for no key update;
      update visit_counts v set forgotten = v.forgotten + v.used - c.used from counted_visits(who.id, who.since) c
      where v.gym_id = app_gym() and v.id_payment = c.id and v.used > c.used;
    end if;
    perform place_payments(who.id, who.since);
  end loop;
  return null;
end $$;
create trigger counted after insert on attendances referencing new table as came for each statement execute function count_visits();
create trigger counted_change after update on attendances referencing old table as former new table as came for each statement execute function count_visits();

create or replace function keep_paid_until() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into paid_until as p (gym_id, id_client, day)
    -- What was placed by more than its days is by now as it was placed.
    select gym_id, id_client, max(case when own_start is null then end_date else (
        select m.end_date from membership_payments m where m.gym_id = booked.gym_id and m.id = booked.id) end)
    from booked where voided_at is null group by 1, 2 order by 2
    on conflict (gym_id, id_client) do update set day = excluded.day where p.day < excluded.day;
    return null;
  end if;
  perform from paid_until p
    where (p.gym_id, p.id_client) in (select gym_id, id_client from booked union select gym_id, id_client from former)
    order by p.id_client for update;
  -- A statement of its own: it sees what whoever held the row before has booked.
  insert into paid_until (gym_id, id_client, day)
  select m.gym_id, m.id_client, max(m.end_date) from membership_payments m
  where m.voided_at is null
    and (m.gym_id, m.id_client) in (select gym_id, id_client from booked union select gym_id, id_client from former)
  group by 1, 2 order by 2
  on conflict (gym_id, id_client) do update set day = excluded.day;
  -- Whose they were, or who had but one, has paid nothing now.
  delete from paid_until p using (select gym_id, id_client from booked union select gym_id, id_client from former) b
  where p.gym_id = b.gym_id and p.id_client = b.id_client and not exists (
    select from membership_payments m where m.gym_id = b.gym_id and m.id_client = b.id_client and m.voided_at is null);
  return null;
end $$;
