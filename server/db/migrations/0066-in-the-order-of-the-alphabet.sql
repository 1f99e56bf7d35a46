-- outside a transaction
-- beside: 0035
-- What a list by name is ordered by: as it is looked for, but with the ñ as the letter behind the n that it is. By bytes, on
-- whatever database: nothing of a name stands behind the tilde.
create or replace function in_order(value text) returns text
  language sql immutable parallel safe strict
  return fold(replace(replace(value, 'ñ', 'n~'), 'Ñ', 'n~'));

-- What is made of the name is no change of its own.
create or replace function record_history() returns trigger language plpgsql as $$
declare
  hidden constant text[] := array['version', 'updated_at', 'search', 'last_seen', 'session_epoch', 'kept_session',
                                  'announced', 'clock_offset', 'set_at', 'in_order'];
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

create or replace function touch() returns trigger language plpgsql as $$
declare
  -- the last two are derived after this trigger
  apart constant text[] := array['door_blocked', 'door_removed', 'search', 'in_order'];
begin
  if to_jsonb(new) - apart = to_jsonb(old) - apart then return new; end if;
  new.version := old.version + 1;
  new.updated_at := now();
  return new;
end $$;

-- Columns, and no index of the function: a piece of an export begins behind a row, and row-level security keeps a comparison
-- with what a function of ours answers from using an index; and of 50,000 clients whose names hold a letter, who is first
-- would take three times as long. Each table is written anew: a second or two for 50,000 rows.
alter table clients add column if not exists in_order text collate "C" generated always as (in_order(name)) stored;
alter table products add column if not exists in_order text collate "C" generated always as (in_order(name)) stored;

create index concurrently if not exists products_in_order on products (gym_id, in_order, id) where deleted_at is null;

drop index concurrently if exists products_by_name;
