-- What every table stands on: the role that the server works as, the folding of names, history, announcements.

create extension if not exists unaccent with schema public;
create extension if not exists pg_trgm with schema public;
create extension if not exists btree_gin with schema public;

-- The server works as this role, which owns nothing: row-level security holds for it.
do $$
begin
  create role torniquete_server nologin nosuperuser nobypassrls;
exception when duplicate_object or unique_violation then null;
end $$;
do $$
begin
  execute format('grant torniquete_server to %I', current_user);
  execute format('grant usage on schema public to torniquete_server');
end $$;
alter default privileges in schema public grant select, insert, update, delete on tables to torniquete_server;
alter default privileges in schema public grant usage on sequences to torniquete_server;

-- LIKE is not marked leakproof, so behind row-level security no trigram index would serve it. What it could leak is
-- whether a pattern ends in a lone backslash. Only a superuser may say so; without, search is right but slower.
do $$
begin
  alter function pg_catalog.textlike(text, text) leakproof;
exception when insufficient_privilege then
  raise notice 'textlike stays not leakproof: name search will not use its index';
end $$;

-- Lower case without accents: 'José Ñáñez' → 'jose nanez'.
create function fold(value text) returns text
  language sql immutable strict parallel safe
  return lower(public.unaccent('public.unaccent'::regdictionary, value));

-- The gym that the transaction works for; null outside withGym(), which no policy lets through.
create function app_gym() returns integer
  language sql stable parallel safe
  return nullif(current_setting('app.gym_id', true), '')::integer;

-- Tells every server, on commit, that an area of a gym changed. The committing server reads app.changed itself.
create function announce(gym integer, area text) returns void
  language plpgsql as $$
declare
  said text := coalesce(current_setting('app.changed', true), '');
  this text := gym || ':' || area;
begin
  if position(',' || this || ',' in ',' || said || ',') > 0 then return; end if;
  perform set_config('app.changed', case when said = '' then this else said || ',' || this end, true);
  perform pg_notify('torniquete', coalesce(current_setting('app.server', true), '') || ' ' || this);
end $$;

-- For statements whose rows are at hand as `touched`: one that found nothing to change is no news.
create function announce_area() returns trigger
  language plpgsql as $$
begin
  if exists (select from touched) then perform announce(app_gym(), tg_argv[0]); end if;
  return null;
end $$;

-- A change moves the row's version (its ETag) and its time. What the door notes of a person is no part of the record
-- that people edit.
create function touch() returns trigger
  language plpgsql as $$
declare
  -- search is derived after this trigger
  apart constant text[] := array['door_blocked', 'door_removed', 'search'];
begin
  if to_jsonb(new) - apart = to_jsonb(old) - apart then return new; end if;
  new.version := old.version + 1;
  new.updated_at := now();
  return new;
end $$;

create table history (
  gym_id integer not null,
  id bigint generated always as identity,
  at timestamptz not null default now(),
  id_user integer,
  entity text not null,
  entity_id bigint not null,
  action text not null check (action in ('insert', 'update', 'delete')),
  -- insert and delete: the row; update: column → [before, after]
  changes jsonb not null,
  primary key (gym_id, id)
);
create index on history (gym_id, entity, entity_id, id);

-- The one history trigger. Derived columns are left out; a password is told to have changed, never what to.
create function record_history() returns trigger
  language plpgsql as $$
declare
  hidden constant text[] := array['version', 'updated_at', 'search', 'last_seen'];
  before jsonb := case when tg_op = 'INSERT' then '{}' else to_jsonb(old) - hidden end;
  after jsonb := case when tg_op = 'DELETE' then '{}' else to_jsonb(new) - hidden end;
  changes jsonb;
  subject jsonb := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
begin
  if tg_op = 'UPDATE' then
    select jsonb_object_agg(key, case when key = 'password_hash' then '["•", "•"]'::jsonb
                                      else jsonb_build_array(before -> key, value) end)
      into changes from jsonb_each(after) where before -> key is distinct from value;
    if changes is null then return null; end if;
  else
    changes := (before || after) - array['password_hash'];
  end if;
  insert into history (gym_id, id_user, entity, entity_id, action, changes)
  values ((subject ->> 'gym_id')::integer, nullif(current_setting('app.user_id', true), '')::integer,
          tg_table_name, (subject ->> 'id')::bigint, lower(tg_op), changes);
  return null;
end $$;

-- Makes a table a gym's own: forced row-level security, and its changes announced under an area's name.
create function own_by_gym(target regclass, area text) returns void
  language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format('create policy of_the_gym on %s using (gym_id = (select app_gym())) with check (gym_id = (select app_gym()))', target);
  if area is not null then
    execute format('create trigger announced_insert after insert on %s referencing new table as touched for each statement execute function announce_area(%L)', target, area);
    execute format('create trigger announced_update after update on %s referencing new table as touched for each statement execute function announce_area(%L)', target, area);
    execute format('create trigger announced_delete after delete on %s referencing old table as touched for each statement execute function announce_area(%L)', target, area);
  end if;
end $$;

select own_by_gym('history', null);
