-- beside: 0035
-- Until when a number was somebody's: whoever has it next does not inherit the passes of before. Kept by the database, so that
-- no server forgets it.
create table freed_pins (
  gym_id integer not null,
  pin integer not null,
  freed_at timestamptz not null,
  primary key (gym_id, pin)
);
select own_by_gym('freed_pins', null);
grant select, insert, update on freed_pins to torniquete_server;

create function note_freed_pin() returns trigger language plpgsql as $$
begin
  -- A gym that is purged leaves nothing behind.
  if may_purge(old.gym_id) then return null; end if;
  insert into freed_pins as f (gym_id, pin, freed_at) values (old.gym_id, old.id, now())
  on conflict (gym_id, pin) do update set freed_at = excluded.freed_at;
  return null;
end $$;
-- Gym by gym, for the owner is bound by row-level security like anybody. Passes are taken over for 90 days only.
do $$
declare
  gym record;
begin
  for gym in select id from gyms where id > 0 loop
    perform set_config('app.gym_id', gym.id::text, true);
    insert into freed_pins (gym_id, pin, freed_at)
    select gym.id, number, max(at) from (
      select id_zkteco, deleted_at from clients where gym_id = gym.id and deleted_at is not null
      union all
      select id_zkteco, deleted_at from users where gym_id = gym.id and deleted_at is not null
      union all
      select (changes #>> '{id_zkteco,0}')::integer, at from history
      where gym_id = gym.id and entity in ('clients', 'users') and action = 'update' and changes ? 'id_zkteco'
    ) gone (number, at) where number is not null and at > now() - interval '100 days' group by number;
  end loop;
  perform set_config('app.gym_id', '', true);
end $$;

-- Last, for it holds up whoever makes or deletes a client until this ends; what was freed since the reading began is a moment's.
create trigger freed after delete on pins for each row execute function note_freed_pin();

-- A pass of nobody's number keeps what was thought of the terminal's clock when it came.
alter table door_records add column clock_wrong boolean not null default false;

-- What moves a terminal's lock, and when a person saw that it opens by it. Some acknowledge an order that moves nothing.
alter table terminal_states add column opening_proven_at timestamptz;
alter table devices add column open_command text not null default 'unlock' check (open_command in ('unlock', 'control'));
drop trigger announced on devices;
create trigger announced after insert or update of name, sn, delay, block, block_group, leaving, comm_key_hash, open_command or delete on devices
  for each row execute function announce_device();
