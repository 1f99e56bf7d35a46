-- beside: 0035
-- What is known of a terminal beyond what a person typed, and how it is told to keep people out.

-- 'verify': only a password opens, and nobody has one. 'group': a group whose members are refused. 'disable': the account
-- is switched off. 'delete': it holds nobody who may not enter. The family decides what a terminal obeys.
alter table devices add column block text not null default 'verify' check (block in ('verify', 'group', 'disable', 'delete'));
alter table devices add column block_group smallint not null default 2 check (block_group between 2 and 100);

create table terminal_states (
  gym_id integer not null,
  id_device bigint not null,
  -- as it said of itself
  model text,
  platform text,
  capacity integer check (capacity > 0),
  -- whether it took the options by which it ends a right by itself, and the firmware that answered; null: not asked yet
  ends_itself boolean,
  ends_answered_by text,
  -- a person saw that it keeps out whom it is told to
  block_proven_at timestamptz,
  clock_set_at timestamptz,
  -- it is asked whom it holds before it is told anything
  -- the how many-eth; `census_again`: it was served already, and goes on being served meanwhile
  census integer not null default 0,
  census_begun timestamptz,
  census_again boolean not null default false,
  census_counted integer,
  census_heard timestamptz,
  census_ended timestamptz,
  primary key (gym_id, id_device),
  foreign key (gym_id, id_device) references devices (gym_id, id) on delete cascade
);
select own_by_gym('terminal_states', null);
grant select, insert, update, delete on terminal_states to torniquete_server;

-- What a terminal is asked once, apart from whom it should hold.
create table terminal_orders (
  gym_id integer not null,
  id_device bigint not null,
  kind text not null check (kind in ('clock', 'keep-logs', 'end-rights', 'count', 'list', 'empty')),
  command bigint,
  sent_at timestamptz,
  tries integer not null default 0,
  -- 0 and above is done; null: not answered
  result integer,
  primary key (gym_id, id_device, kind),
  foreign key (gym_id, id_device) references devices (gym_id, id) on delete cascade
);
select own_by_gym('terminal_orders', null);
grant select, insert, update, delete on terminal_orders to torniquete_server;

-- People whom a terminal holds and the gym does not know, under whatever number.
create table terminal_strangers (
  gym_id integer not null,
  id_device bigint not null,
  pin text not null,
  name text not null,
  card text not null,
  privilege integer not null default 0,
  opens boolean not null,
  seen_at timestamptz not null,
  listed_in integer not null default 0,
  -- to be taken off: as it was sent, and what came back
  leaving boolean not null default false,
  command bigint,
  sent_at timestamptz,
  tries integer not null default 0,
  error integer,
  primary key (gym_id, id_device, pin),
  foreign key (gym_id, id_device) references devices (gym_id, id) on delete cascade
);
create index on terminal_strangers (gym_id, pin);
select own_by_gym('terminal_strangers', 'door');
grant select, insert, update, delete on terminal_strangers to torniquete_server;

-- What a terminal reports of somebody whom the gym knows, for a person to accept.
create table terminal_proposals (
  gym_id integer not null,
  id_device bigint not null,
  pin integer not null,
  kind text not null check (kind in ('card', 'privilege')),
  value text not null,
  seen_at timestamptz not null,
  -- a person said no; asked again when the terminal reports another
  rejected boolean not null default false,
  primary key (gym_id, id_device, pin, kind),
  foreign key (gym_id, id_device) references devices (gym_id, id) on delete cascade,
  foreign key (gym_id, pin) references pins (gym_id, id) on delete cascade
);
create index on terminal_proposals (gym_id, pin);
select own_by_gym('terminal_proposals', 'door');
grant select, insert, update, delete on terminal_proposals to torniquete_server;

-- How often in a row it reported somebody in the same words of its own; and in which census it last said that it holds them.
alter table terminal_users add column reported text, add column repeated integer not null default 0, add column listed_in integer not null default 0;

-- A number that a person named is the one that a terminal knows; one that was made up belongs to nobody there.
alter table pins add column typed boolean not null default false;

create or replace function next_pin(gym integer) returns integer language plpgsql as $$
declare
  candidate integer;
begin
  select next_pin into strict candidate from gyms where id = gym for no key update;
  while exists (select from pins where gym_id = gym and id = candidate)
     or exists (select from terminal_strangers where gym_id = gym and pin ~ '^[0-9]{1,12}$' and ltrim(pin, '0') = candidate::text) loop
    candidate := candidate + 1;
  end loop;
  update gyms set next_pin = candidate + 1 where id = gym;
  perform set_config('app.made_pin', candidate::text, true);
  return candidate;
end $$;

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
        insert into terminal_users (gym_id, id_device, pin, held, privilege)
        values (known.gym_id, known.id_device, new.id_zkteco, case when of_client then 'c' else 'u' end || new.id || E'\t?',
          case when of_client then 0 else known.privilege end)
        on conflict (gym_id, id_device, pin) do nothing;
        if of_client and known.card <> '' and card_form(known.card) is distinct from card_form(to_jsonb(new) ->> 'card_number') then
          insert into terminal_proposals (gym_id, id_device, pin, kind, value, seen_at)
          values (known.gym_id, known.id_device, new.id_zkteco, 'card', known.card, known.seen_at)
          on conflict do nothing;
        end if;
      end loop;
    end if;
  end if;
  return null;
end $$;

-- Who came without a right at that moment; and whose terminal's clock was wrong: check_in is when it arrived then.
alter table attendances
  add column without_right boolean not null default false,
  add column clock_wrong boolean not null default false;
alter table door_records drop constraint door_records_reason_check;
alter table door_records add constraint door_records_reason_check
  check (reason in ('unknown', 'staff', 'future', 'unreadable')) not valid;
