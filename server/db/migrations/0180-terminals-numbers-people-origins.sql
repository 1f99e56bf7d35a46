-- beside: 0035
-- Since when a terminal knows a number as that person's: what it tells of a time before is nobody's, unless a person typed the number.
-- It outlives rows of terminal_users, which go when somebody is taken off the terminal: a backlog may come after that.
create table terminal_acquaintances (
  gym_id integer not null,
  id_device bigint not null,
  pin integer not null,
  holder text not null,
  since timestamptz not null,
  primary key (gym_id, id_device, pin),
  foreign key (gym_id, id_device) references devices (gym_id, id) on delete cascade
);
select own_by_gym('terminal_acquaintances', null);
grant select, insert, update, delete on terminal_acquaintances to torniquete_server;

-- Kept by a trigger, whichever server sends or hears. A record that the terminal had already is known since ever.
create function note_acquaintance() returns trigger language plpgsql as $$
declare
  known constant text := split_part(coalesce(nullif(new.sent, ''), new.held), E'\t', 1);
  was_there constant boolean := new.sent is null and new.held like known || E'\t?';
begin
  insert into terminal_acquaintances as a (gym_id, id_device, pin, holder, since)
  values (new.gym_id, new.id_device, new.pin, known, case when was_there then '-infinity' else coalesce(new.sent_at, now()) end)
  on conflict (gym_id, id_device, pin) do update set holder = excluded.holder, since = excluded.since
  where a.holder <> excluded.holder or was_there;
  return null;
end $$;
create trigger terminal_users_insert_note_acquaintance after insert on terminal_users
  for each row when (new.held ~ '^[cu]' or new.sent ~ '^[cu]') execute function note_acquaintance();
create trigger terminal_users_update_note_acquaintance after update of held, sent on terminal_users
  for each row when ((new.held ~ '^[cu]' or new.sent ~ '^[cu]')
    and split_part(coalesce(nullif(new.sent, ''), new.held), E'\t', 1) <> split_part(coalesce(nullif(old.sent, ''), old.held), E'\t', 1))
  execute function note_acquaintance();

-- Under which names a terminal that was taken out knew the holder of a number: brought back, it says one of them.
alter table pins add column told_names text[] not null default '{}';
create or replace function remember_told() returns trigger language plpgsql as $$
declare
  known constant text := split_part(coalesce(nullif(old.sent, ''), old.held), E'\t', 1);
  called constant text := coalesce(nullif(split_part(old.held, E'\t', 6), ''), split_part(coalesce(old.sent, ''), E'\t', 6));
begin
  update pins p
  set told = told or id_user is not null, told_names = case when called = '' or called = any(told_names) then told_names else told_names || called end
  where p.gym_id = old.gym_id and p.id = old.pin
    and known = case when p.id_client is null then 'u' || p.id_user else 'c' || p.id_client end;
  return null;
end $$;
drop trigger forgotten on terminal_users;
create trigger forgotten after delete on terminal_users
  for each row when (old.held ~ '^[cu]' or old.sent ~ '^[cu]') execute function remember_told();

-- How the terminal had this person before the gym knew who it is: {name, card, privilege, opens}. An import that is undone gives it back.
alter table terminal_users add column former jsonb;
alter table terminal_strangers add column goes_back boolean not null default false;
-- How often the server gave them another number: that is no work with them.
alter table imported_clients add column renumbered integer not null default 0;

-- Since when a person, or the registration, stands for the origin; null after an origin took over by silence.
alter table terminal_states add column origin_accepted_at timestamptz;
-- The newest time of a pass, by the terminal's clock, and what it was when the terminal started last.
alter table terminal_states add column newest_pass timestamp;
alter table terminal_states add column newest_before_start timestamp;

create or replace function keep_pin() returns trigger language plpgsql as $$
declare
  of_client constant boolean := tg_table_name = 'clients';
  named boolean := new.id_zkteco::text is distinct from current_setting('app.made_pin', true);
  decided_at constant bigint := nullif(current_setting('app.decided_at', true), '')::bigint;
  known terminal_strangers;
begin
  if tg_op = 'UPDATE' then
    if new.id_zkteco is not distinct from old.id_zkteco and new.deleted_at is not distinct from old.deleted_at then
      return null;
    end if;
    delete from pins where gym_id = old.gym_id and id = old.id_zkteco
      and (case when of_client then id_client else id_user end) = old.id;
    -- who is brought back keeps the number, but nobody said that the terminal knows them by it
    named := named and new.id_zkteco is distinct from old.id_zkteco;
  end if;
  if new.deleted_at is null and new.id_zkteco is not null then
    -- decided about one terminal, it says nothing of others: the same number may be somebody else there
    insert into pins (gym_id, id, id_client, id_user, typed)
    values (new.gym_id, new.id_zkteco, case when of_client then new.id end, case when not of_client then new.id end, named and decided_at is null);
    if named then
      for known in
        delete from terminal_strangers s
        where s.gym_id = new.gym_id and s.pin = new.id_zkteco::text
          and (decided_at is null or s.id_device = decided_at or lower(trim(s.name)) = lower(trim(new.name)))
        returning s.*
      loop
        -- whom the terminal holds under it is this person from now on, fingers and all
        perform adopt_stranger(known, case when of_client then 'c' else 'u' end || new.id, case when of_client then card_form(to_jsonb(new) ->> 'card_number') end);
      end loop;
    end if;
  end if;
  return null;
end $$;

-- Whom a terminal holds as a stranger is the holder (`c12`, `u3`) of the number. `card`: the one that the gym has of them.
create function adopt_stranger(known terminal_strangers, holder text, card text) returns void language plpgsql as $$
declare
  of_client constant boolean := holder like 'c%';
begin
  insert into terminal_users (gym_id, id_device, pin, held, privilege, former)
  values (known.gym_id, known.id_device, known.pin_as_number, holder || E'\t?', case when of_client then 0 else known.privilege end,
    jsonb_build_object('name', known.name, 'card', known.card, 'privilege', known.privilege, 'opens', known.opens))
  on conflict (gym_id, id_device, pin) do update
    set held = excluded.held, sent = null, command = null, error = null, parts = 0, former = excluded.former;
  if of_client and known.card <> '' and card_form(known.card) is distinct from card then
    insert into terminal_proposals (gym_id, id_device, pin, kind, value, seen_at)
    values (known.gym_id, known.id_device, known.pin_as_number, 'card', known.card, known.seen_at)
    on conflict do nothing;
  end if;
end $$;

-- What terminals hold today stays what it was taken for, and the origins that are served today stay served.
do $$
declare
  own integer;
begin
  for own in select id from gyms where id > 0 order by id loop
    perform set_config('app.gym_id', own::text, true);
    insert into terminal_acquaintances (gym_id, id_device, pin, holder, since)
    select gym_id, id_device, pin, split_part(coalesce(nullif(sent, ''), held), E'\t', 1), '-infinity'
    from terminal_users where gym_id = own and (held ~ '^[cu]' or sent ~ '^[cu]');
    update terminal_states set origin_accepted_at = now() where gym_id = own and origin_address is not null;
  end loop;
  perform set_config('app.gym_id', '', true);
end $$;
