-- beside: 0035
-- A terminal that sends the key of its communication menu may be held to it: without it a serial number is served nobody.
alter table devices add column comm_key_hash text;

alter table terminal_states
  -- what its last handshake said, until it is kept to
  add column offered_key_hash text,
  -- it said the key that is asked of it from where it calls
  add column origin_proven boolean not null default false,
  -- why another was held; null: for its origin alone
  add column rival_lacks text check (rival_lacks in ('key', 'right-key', 'name')),
  -- it calls by the gym's own name, and is asked to; false: a person says that it need not
  add column by_name boolean;

-- A name for each gym below DOOR_DOMAIN, for its terminals alone: 48 bits of chance, few enough for a terminal's keypad.
create table door_names (
  gym_id integer primary key references gyms (id),
  name text not null unique default left(replace(gen_random_uuid()::text, '-', ''), 12)
);
grant select, insert, update, delete on door_names to torniquete_server;
insert into door_names (gym_id) select id from gyms where id > 0;

create function name_door() returns trigger language plpgsql as $$
begin
  insert into door_names (gym_id) values (new.id);
  return null;
end $$;
create trigger door_named after insert on gyms for each row when (new.id > 0) execute function name_door();

-- By which gym's name an unknown number called: it is offered there, and nowhere else.
alter table unknown_devices add column gym_id integer references gyms (id) on delete cascade;
create index unknown_devices_of_gym on unknown_devices (gym_id);

drop trigger announced on devices;
create trigger announced after insert or update of name, sn, delay, block, block_group, leaving, comm_key_hash or delete on devices
  for each row execute function announce_device();

create or replace function record_history() returns trigger
  language plpgsql as $$
declare
  hidden constant text[] := array['version', 'updated_at', 'search', 'last_seen', 'session_epoch', 'kept_session',
                                  'announced', 'clock_offset', 'set_at'];
  secret constant text[] := array['password_hash', 'comm_key_hash'];
  before jsonb := case when tg_op = 'INSERT' then '{}' else to_jsonb(old) - hidden end;
  after jsonb := case when tg_op = 'DELETE' then '{}' else to_jsonb(new) - hidden end;
  changes jsonb;
  subject jsonb := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
begin
  -- A gym that is purged leaves no history either.
  if tg_op = 'DELETE' and may_purge(old.gym_id) then return null; end if;
  -- Who came would stand in the history of its being forgotten.
  if tg_op = 'UPDATE' and tg_table_name = 'attendances' then
    perform from attendances_forgotten f where f.gym_id = old.gym_id and f.until > old.check_in;
    if found then return null; end if;
  end if;
  if tg_op = 'UPDATE' then
    select jsonb_object_agg(key, case when key = any(secret) then '["•", "•"]'::jsonb
                                      else jsonb_build_array(before -> key, value) end)
      into changes from jsonb_each(after) where before -> key is distinct from value;
    if changes is null then return null; end if;
  else
    changes := (before || after) - secret;
  end if;
  insert into history (gym_id, id_user, entity, entity_id, action, changes)
  values ((subject ->> 'gym_id')::integer, nullif(current_setting('app.user_id', true), '')::bigint,
          tg_table_name, (subject ->> 'id')::bigint, lower(tg_op), changes);
  return null;
end $$;
