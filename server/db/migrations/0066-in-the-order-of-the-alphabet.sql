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
                                  'announced', 'clock_offset', 'set_at', 'in_order', 'repeated'];
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

-- Who is entered again within a minute is on the same visit: it is seen by the client, and told of an entry whose name is forgotten.
alter table attendances add column if not exists repeated boolean not null default false;

create or replace function forget_attendances(before timestamptz, most integer) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  own constant integer := app_gym();
  nobody constant bigint := (select id from clients where gym_id = own and is_anonymous order by id limit 1);
  begun timestamptz;
  ended timestamptz;
  more boolean;
  -- oneVisitSeconds of server/attendances/queries.ts
  visit constant interval := interval '60 seconds';
begin
  -- The beginning of the gym's day so many years ago, or an earlier one. Held until the end: who sets a longer time waits
  -- for this piece, and the next one sees it.
  perform from gym_info i
    where i.gym_id = own
      and ((before - interval '1 microsecond') at time zone i."timeZone")::date
        < ((now() at time zone i."timeZone") - make_interval(years => i.keep_attendances_years))::date
    for share;
  if not found or nobody is null or not pg_try_advisory_xact_lock(7207, own) then return false; end if;
  begun := coalesce((select until from attendances_forgotten where gym_id = own), '-infinity');
  if begun >= before then return false; end if;
  select min(at) into ended from (
    (select check_in from attendances where gym_id = own and check_in >= begun and check_in < before
     order by check_in, id offset most limit 1)
    union all
    (select asked_at from door_acts where gym_id = own and asked_at >= begun and asked_at < before
     order by asked_at, id offset most limit 1)) next (at);
  more := ended is not null;
  -- More of one instant than a piece holds go together.
  ended := case when more then greatest(ended, begun + interval '1 microsecond') else before end;
  insert into attendances_forgotten (gym_id, until) values (own, ended)
    on conflict (gym_id) do update set until = excluded.until;
  -- The membership and its last day lead to a payment, and the payment to a person.
  with nameless as (
    update attendances a set id_client = case when check_in < ended then nobody else id_client end,
      pin = case when check_in >= ended then pin end, membership_name = case when check_in >= ended then membership_name end,
      expire_membership = case when check_in >= ended then expire_membership end,
      -- Also of those who stay named for now, whose first entry of the visit goes.
      repeated = repeated or exists (
        select from attendances b where b.gym_id = own and b.id_client = a.id_client
          and (b.check_in, b.id) < (a.check_in, a.id) and b.check_in > a.check_in - visit)
    where gym_id = own and check_in >= begun and check_in < ended + visit and id_client <> nobody
    returning id, check_in)
  delete from history where gym_id = own and entity = 'attendances' and entity_id in (select id from nameless where check_in < ended);
  update door_acts set reason = null, id_payment = null
    where gym_id = own and asked_at >= begun and asked_at < ended and num_nonnulls(reason, id_payment) > 0;
  -- Last, for taking the reason away is a change of it as well.
  delete from history where gym_id = own and entity = 'door_acts' and entity_id in (
    select id from door_acts where gym_id = own and asked_at >= begun and asked_at < ended);
  if not more then
    delete from door_records d using gym_info i
    where d.gym_id = own and i.gym_id = own and d.device_time at time zone i."timeZone" < before;
  end if;
  return more;
end $$;
