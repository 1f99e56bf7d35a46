-- beside: 0035
-- Clients of whom a finger, a face or the whole agreement was dropped, and when last. Terminals that were known to hold them were rid of
-- that then; one that is met afterwards, or anew, may have been away: it is rid of what it has of them before it is asked for any.
create table dropped_biometrics (
  gym_id integer not null references gyms (id),
  id_client bigint not null,
  at timestamptz not null default now(),
  primary key (gym_id, id_client),
  foreign key (gym_id, id_client) references clients (gym_id, id)
);
select own_by_gym('dropped_biometrics', null);
grant select, insert, update, delete on dropped_biometrics to torniquete_server;

-- A row that is there already, or that is made to send them there, holds nothing of before.
create function leave_once_met() returns trigger language plpgsql as $$
begin
  new.leaving := new.leaving or exists (
    select from dropped_biometrics d where d.gym_id = new.gym_id and d.id_client = substr(split_part(new.held, E'\t', 1), 2)::bigint);
  return new;
end $$;
create trigger met before insert on terminal_users for each row when (new.held like 'c%') execute function leave_once_met();

-- Of before: what was dropped alone, and agreements that were taken back, but for those that ended with all of the gym's, which terminals keep.
do $$
declare
  own integer;
begin
  for own in select id from gyms where id > 0 order by id loop
    perform set_config('app.gym_id', own::text, true);
    if exists (select from gym_info where gym_id = own and keeps_biometrics) then
      insert into dropped_biometrics (gym_id, id_client, at)
      select own, h.entity_id, max(h.at) from history h
      where h.gym_id = own and h.entity = 'clients' and h.action = 'update'
        and (h.changes ? 'dropped_biometrics' or h.changes -> 'biometrics_agreed_at' -> 1 = 'null' and not exists (
          select from history g where g.gym_id = own and g.entity = 'gym_info' and g.at = h.at and g.changes ? 'keeps_biometrics'))
        and exists (select from clients c where c.gym_id = own and c.id = h.entity_id)
      group by h.entity_id;
    end if;
  end loop;
  perform set_config('app.gym_id', '', true);
end $$;
