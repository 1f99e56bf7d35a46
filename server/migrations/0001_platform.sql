-- Base of the schema: the role of the server, functions for names, announcements of changes, and the history.

create extension if not exists unaccent with schema public;
create extension if not exists pg_trgm with schema public;
create extension if not exists btree_gin with schema public;

-- Role under which the server runs its queries. It owns no table, so row-level security applies to it.
do $$
begin
  create role torniquete_server nologin nosuperuser nobypassrls;
exception when duplicate_object or unique_violation then null;
end $$;
grant torniquete_server to current_user;
grant usage on schema public to torniquete_server;
alter default privileges in schema public grant select, insert, update, delete on tables to torniquete_server;
alter default privileges in schema public grant usage on sequences to torniquete_server;

-- Returns lower case without accents: 'José Ñáñez' → 'jose nanez'.
create function fold(value text) returns text
  language sql immutable strict parallel safe
  return lower(unaccent('unaccent'::regdictionary, translate(value, '´`', '''''')));

-- Sort key for Spanish names: ñ sorts after every n.
create function spanish_sort_key(value text) returns text
  language sql immutable strict parallel safe
  return fold(replace(replace(value, 'ñ', 'n~'), 'Ñ', 'n~'));

-- Gym of the transaction. It is null outside runGymTransaction(), where no row-level security policy matches.
create function current_gym() returns integer
  language sql stable parallel safe
  return (nullif(current_setting('app.gym_id', true), ''))::integer;

-- Announced changes: servers poll the rows committed since their last poll. Rows are deleted soon afterwards.
create unlogged table changes (
  xid xid8 not null default pg_current_xact_id(), gym integer not null, area text not null
);
create index changes_xid_idx on changes (xid);

-- Rows of `changes` are deleted up to this transaction; a server that has polled less knows that it missed changes.
create unlogged table changes_swept (
  singleton boolean default true primary key check (singleton), upto xid8 not null
);

-- Announces to all servers that an area of a gym changed. The committing server reads app.changed as well.
create function announce(gym integer, area text) returns void language plpgsql as $$
declare
  said text := coalesce(current_setting('app.changed', true), '');
  this text := gym || ':' || area;
begin
  if position(',' || this || ',' in ',' || said || ',') > 0 then return; end if;
  said := set_config('app.changed', case when said = '' then this else said || ',' || this end, true);
  insert into changes (gym, area) values (gym, area);
end $$;

-- Without a gym set, as in psql, takes the gyms of the rows. An assignment is ten times as fast as PERFORM.
create function announce_area() returns trigger language plpgsql as $$
declare
  called text;
begin
  if current_gym() is null then
    perform announce(t.gym_id, tg_argv[0]) from (select distinct gym_id from touched) t;
  elsif exists (select from touched) then
    called := announce(current_gym(), tg_argv[0]);
  end if;
  return null;
end $$;

-- Prepares a table of gyms: forces row-level security, announces changes as those of `area` (or null), revokes
-- rights.
create function make_gym_table(
  target regclass, area text, is_recorded boolean default false, is_versioned boolean default false, revoked text default null
) returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format('create policy of_the_gym on %s using (gym_id = (select current_gym())) with check (gym_id = (select current_gym()))', target);
  if area is not null then
    execute format('create trigger %I after insert on %s referencing new table as touched for each statement execute function announce_area(%L)', target || '_insert_announce', target, area);
    execute format('create trigger %I after update on %s referencing new table as touched for each statement execute function announce_area(%L)', target || '_update_announce', target, area);
    execute format('create trigger %I after delete on %s referencing old table as touched for each statement execute function announce_area(%L)', target || '_delete_announce', target, area);
  end if;
  if is_recorded then
    execute format('create trigger %I after insert or update or delete on %s for each row execute function record_history()', target || '_write_record_history', target);
  end if;
  if is_versioned then
    execute format('create trigger %I before update on %s for each row execute function touch()', target || '_update_touch', target);
  end if;
  if revoked is not null then execute format('revoke %s on %s from torniquete_server', revoked, target); end if;
end $$;

-- Increases the row's version (its ETag) and updates its time, unless only door_blocked or door_removed changed.
create function touch() returns trigger language plpgsql as $$
declare
  -- The last two columns are generated after this trigger, so the comparison must ignore them.
  apart constant text[] := array['door_blocked', 'door_removed', 'search', 'in_order'];
begin
  if to_jsonb(new) - apart = to_jsonb(old) - apart then return new; end if;
  new.version := old.version + 1;
  new.updated_at := now();
  return new;
end $$;

create table history (
  gym_id integer not null, id bigint generated always as identity, at timestamptz not null default now(),
  id_user bigint, entity text not null, entity_id bigint not null,
  action text not null check (action in ('insert', 'update', 'delete')),
  changes jsonb not null, -- for insert and delete the row, for update pairs: column → [before, after]
  primary key (gym_id, id)
);
create index history_gym_id_entity_entity_id_id_idx on history (gym_id, entity, entity_id, id);
create index history_by_user on history (gym_id, id_user, id);
create index history_created on history (gym_id, id) where action = 'insert';
create index history_updated on history (gym_id, id) where action = 'update' and not changes ? 'deleted_at';
create index history_hidden on history (gym_id, id) where action = 'delete' or action = 'update' and changes ? 'deleted_at';
select make_gym_table('history', null, revoked => 'delete, update');

-- Records a change in the history; for a secret, only that it changed.
create function record_history() returns trigger language plpgsql as $$
declare
  hidden constant text[] := array['version', 'updated_at', 'search', 'last_seen', 'session_epoch', 'kept_session',
                                  'announced', 'clock_offset', 'set_at', 'in_order', 'repeated', 'key_name'];
  secret constant text[] := array['password_hash', 'comm_key_hash', 'sealed'];
  before jsonb;
  changes jsonb;
begin
  if tg_op = 'INSERT' then
    insert into history (gym_id, id_user, entity, entity_id, action, changes)
    values (new.gym_id, nullif(current_setting('app.user_id', true), '')::bigint, tg_table_name, new.id, 'insert', to_jsonb(new) - (hidden || secret));
    return null;
  end if;
  -- Purging a deleted gym must not write history.
  if tg_op = 'DELETE' and may_purge(old.gym_id) then return null; end if;
  -- Removing a client's name from old attendances is not recorded, because the record would contain the name.
  if tg_op = 'UPDATE' and tg_table_name = 'attendances' then
    perform from attendances_forgotten f where f.gym_id = old.gym_id and f.until > old.check_in;
    if found then return null; end if;
  end if;
  before := to_jsonb(old) - hidden;
  if tg_op = 'UPDATE' then
    select jsonb_object_agg(key, case when key = any(secret) then '["•", "•"]'::jsonb
                                      else jsonb_build_array(before -> key, value) end)
      into changes from jsonb_each(to_jsonb(new) - hidden) where before -> key is distinct from value;
    if changes is null then return null; end if;
  else
    changes := before - secret;
  end if;
  insert into history (gym_id, id_user, entity, entity_id, action, changes)
  values (old.gym_id, nullif(current_setting('app.user_id', true), '')::bigint, tg_table_name, old.id, lower(tg_op), changes);
  return null;
end $$;

create unlogged table servers (
  id uuid primary key, name text not null, seen_at timestamptz not null default now(),
  key_name text -- name of the key with which the server seals; null: not reported, empty: the server has no key
);
