-- beside: 0035
-- Since when a plan opens as it does, and hours are as they are: a pass of before that is not judged by them. Of what was changed before
-- this nobody noted when.
alter table plan_access add column set_at timestamptz not null default now();
alter table schedules add column set_at timestamptz not null default now();

-- A server of the version before changes them and says nothing of when.
create function hold_from_now() returns trigger language plpgsql as $$
begin
  if new.set_at = old.set_at then new.set_at := greatest(now(), old.set_at); end if;
  return new;
end $$;
create trigger dated before update of week on schedules for each row when (old.week <> new.week) execute function hold_from_now();
create trigger dated before update of id_schedule, doors on plan_access for each row
  when ((old.id_schedule, old.doors) is distinct from (new.id_schedule, new.doors)) execute function hold_from_now();
