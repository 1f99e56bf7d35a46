-- beside: 0019
-- A gym may keep who came when for some years only; null: for ever. What is older becomes an entry of the anonymous client.
alter table gym_info add column keep_attendances_years smallint check (keep_attendances_years in (1, 2, 3, 5, 10));

-- Up to where that was done. It never goes back: names do not return, whatever is set later.
create table attendances_forgotten (
  gym_id integer primary key references gyms(id),
  until timestamptz not null
);
select own_by_gym('attendances_forgotten', null);
revoke insert, update, delete on attendances_forgotten from torniquete_server;

-- A terminal that sends its whole memory again would bring the names back, and count the same entries twice.
create function refuse_forgotten() returns trigger
  language plpgsql as $$
begin
  -- A piece that is under way would pass over what comes beside it.
  perform pg_advisory_xact_lock_shared(7207, new.gym_id);
  perform from attendances_forgotten f
    where f.gym_id = new.gym_id and f.until > new.check_in
      and not exists (select from clients c where c.gym_id = new.gym_id and c.id = new.id_client and c.is_anonymous);
  if found then return null; end if;
  return new;
end $$;
-- Nothing younger than a year is forgotten: what comes today costs a comparison.
create trigger forgotten before insert on attendances
  for each row when (new.check_in < now() - interval '300 days') execute function refuse_forgotten();

-- The same of passes that are kept without a client: their number may be somebody's who was deleted.
create function refuse_forgotten_record() returns trigger
  language plpgsql as $$
begin
  perform from attendances_forgotten f join gym_info i on i.gym_id = f.gym_id
    where f.gym_id = new.gym_id and f.until > new.device_time at time zone i."timeZone";
  if found then return null; end if;
  return new;
end $$;
create trigger forgotten before insert on door_records
  for each row when (new.device_time < localtimestamp - interval '300 days') execute function refuse_forgotten_record();

-- Nor is an opening of then explained anew: a reason names people.
create function refuse_forgotten_reason() returns trigger
  language plpgsql as $$
begin
  perform from attendances_forgotten f where f.gym_id = new.gym_id and f.until > new.asked_at;
  if found then raise exception 'forgotten' using errcode = '23514', constraint = 'attendances_forgotten'; end if;
  return new;
end $$;
create trigger forgotten before update of reason on door_acts
  for each row when (new.reason is not null) execute function refuse_forgotten_reason();

-- What came in is as it came in: only forgetting changes it.
revoke update, delete on attendances from torniquete_server;

create or replace function record_history() returns trigger
  language plpgsql as $$
declare
  hidden constant text[] := array['version', 'updated_at', 'search', 'last_seen', 'session_epoch', 'kept_session',
                                  'announced', 'clock_offset', 'set_at'];
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
    select jsonb_object_agg(key, case when key = 'password_hash' then '["•", "•"]'::jsonb
                                      else jsonb_build_array(before -> key, value) end)
      into changes from jsonb_each(after) where before -> key is distinct from value;
    if changes is null then return null; end if;
  else
    changes := (before || after) - array['password_hash'];
  end if;
  insert into history (gym_id, id_user, entity, entity_id, action, changes)
  values ((subject ->> 'gym_id')::integer, nullif(current_setting('app.user_id', true), '')::bigint,
          tg_table_name, (subject ->> 'id')::bigint, lower(tg_op), changes);
  return null;
end $$;

-- Makes what came before an instant anonymous, of the transaction's gym: a piece of so many rows of each table at most, the
-- oldest first. Answers whether there is more. No row goes: whatever is counted by day stays what it was. `before` is the
-- beginning of the gym's own day; one that the gym's setting does not ask for changes nothing.
create function forget_attendances(before timestamptz, most integer) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  own constant integer := app_gym();
  nobody constant bigint := (select id from clients where gym_id = own and is_anonymous order by id limit 1);
  begun timestamptz;
  ended timestamptz;
  more boolean;
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
    update attendances set id_client = nobody, pin = null, membership_name = null, expire_membership = null
    where gym_id = own and check_in >= begun and check_in < ended and id_client <> nobody returning id)
  delete from history where gym_id = own and entity = 'attendances' and entity_id in (select id from nameless);
  update door_acts set reason = null, id_payment = null
    where gym_id = own and asked_at >= begun and asked_at < ended and num_nonnulls(reason, id_payment) > 0;
  if not more then
    delete from door_records d using gym_info i
    where d.gym_id = own and i.gym_id = own and d.device_time at time zone i."timeZone" < before;
  end if;
  return more;
end $$;
revoke execute on function forget_attendances(timestamptz, integer) from public;
grant execute on function forget_attendances(timestamptz, integer) to torniquete_server;
