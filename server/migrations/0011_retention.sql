-- Retention: removes names from old attendances, deletes old rows, and purges deleted gyms.

-- Attendances before this instant have no names. It never goes back, since removed names cannot be restored.
create table attendances_forgotten (
  gym_id integer primary key references gyms, until timestamptz not null
);
select make_gym_table('attendances_forgotten', null, revoked => 'delete, insert, update');

-- Refuses anonymized passes: a terminal that sends its whole log again would restore names and double entries.
create function refuse_anonymized_attendance() returns trigger language plpgsql as $$
begin
  -- Waits for a running anonymize_attendances(), which would miss the new row.
  perform pg_advisory_xact_lock_shared(7207, new.gym_id);
  perform from attendances_forgotten f
    where f.gym_id = new.gym_id and f.until > new.check_in
      and not exists (select from clients c where c.gym_id = new.gym_id and c.id = new.id_client and c.is_anonymous);
  if found then return null; end if;
  return new;
end $$;
-- For recent passes only this comparison is evaluated, which costs almost nothing.
create trigger attendances_insert_refuse_forgotten before insert on attendances
  for each row when (new.check_in < (now() - interval '300 days')) execute function refuse_anonymized_attendance();

-- Refuses a new reason for an old door opening, because a reason may name people.
create function refuse_anonymized_reason() returns trigger language plpgsql as $$
begin
  perform from attendances_forgotten f where f.gym_id = new.gym_id and f.until > new.asked_at;
  if found then raise exception 'forgotten' using errcode = '23514', constraint = 'attendances_forgotten'; end if;
  return new;
end $$;
create trigger door_acts_update_refuse_forgotten before update of reason on door_acts
  for each row when (new.reason is not null) execute function refuse_anonymized_reason();

-- Refuses old passes that are no attendance, because their PIN may be that of a deleted client.
create function refuse_anonymized_record() returns trigger language plpgsql as $$
begin
  perform from attendances_forgotten f join gym_info i on i.gym_id = f.gym_id
    where f.gym_id = new.gym_id and f.until > new.device_time at time zone i."timeZone";
  if found then return null; end if;
  return new;
end $$;
create trigger door_records_insert_refuse_forgotten before insert on door_records
  for each row when (new.device_time < (localtimestamp - interval '300 days')) execute function refuse_anonymized_record();

-- Removes names from attendances older than the gym keeps, in chunks, together with the history of their reasons.
create function anonymize_attendances(before timestamptz, most integer) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  own constant integer := current_gym();
  nobody constant bigint := (select id from clients where gym_id = own and is_anonymous order by id limit 1);
  begun timestamptz;
  ended timestamptz;
  more boolean;
  -- Same value as sameVisitSeconds in server/members/attendances/queries.ts.
  visit constant interval := interval '60 seconds';
begin
  -- `before` must not be later than the retention allows. The row lock delays a change of it until after this chunk.
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
  -- Attendances of the same instant are never split, even if the chunk grows beyond its size.
  ended := case when more then greatest(ended, begun + interval '1 microsecond') else before end;
  insert into attendances_forgotten (gym_id, until) values (own, ended)
    on conflict (gym_id) do update set until = excluded.until;
  -- Membership and last day are removed too, since they would lead to a payment and so to a person.
  with linked as (
    select id, id_client, check_in, undone_at, coalesce(check_in >= lag(check_in) over entries + visit, true) as begins
    from attendances where gym_id = own and check_in >= begun and check_in < ended + interval '1 hour' and id_client <> nobody
    window entries as (partition by id_client order by check_in, id)),
  visits as (select *, count(*) filter (where begins) over (partition by id_client order by check_in, id) as visit_no from linked),
  told as (
    select id, count(*) filter (where undone_at is null) over former > 0 as again,
      count(*) filter (where undone_at is null and check_in >= ended) over former = 0 as is_first
    from visits window former as (partition by id_client, visit_no order by check_in, id rows between unbounded preceding and 1 preceding))
  update attendances a set id_client = case when a.check_in < ended then nobody else a.id_client end,
    pin = case when a.check_in >= ended then a.pin end, membership_name = case when a.check_in >= ended then a.membership_name end,
    expire_membership = case when a.check_in >= ended then a.expire_membership end,
    -- Also marks the first entry that keeps its name, if the previous entry of the same visit loses its name.
    repeated = a.repeated or t.again
  from told t where a.gym_id = own and a.id = t.id and (a.check_in < ended or t.again and t.is_first and not a.repeated);
  -- Reasons may name a person. If an attendance counts again, only the history has its reason.
  update attendances set undone_reason = null
    where gym_id = own and check_in >= begun and check_in < ended and undone_reason is not null;
  delete from history where gym_id = own and entity = 'attendances' and entity_id in (
    select id from attendances where gym_id = own and check_in >= begun and check_in < ended);
  update door_acts set reason = null, id_payment = null
    where gym_id = own and asked_at >= begun and asked_at < ended and num_nonnulls(reason, id_payment) > 0;
  -- This comes last, because removing the reasons writes history as well.
  delete from history where gym_id = own and entity = 'door_acts' and entity_id in (
    select id from door_acts where gym_id = own and asked_at >= begun and asked_at < ended);
  if not more then
    delete from door_records d using gym_info i
    where d.gym_id = own and i.gym_id = own and d.device_time at time zone i."timeZone" < before;
  end if;
  return more;
end $$;
revoke execute on function anonymize_attendances from public; grant execute on function anonymize_attendances to torniquete_server;

create function delete_expired_rows(most integer) returns integer
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  before constant timestamptz := now() - interval '1 year';
  messages integer;
  records integer;
  requests integer;
begin
  delete from outbox where gym_id = current_gym() and id in (
    select t.id from (
      select id, created_at from outbox where gym_id = current_gym() and state <> 'pending' order by id limit most) t
    where t.created_at < before);
  get diagnostics messages = row_count;
  delete from door_records where gym_id = current_gym() and id in (
    select t.id from (select id, arrived_at from door_records where gym_id = current_gym() order by id limit most) t
    where t.arrived_at < before);
  get diagnostics records = row_count;
  delete from support_requests where gym_id = current_gym() and id in (
    select id from support_requests
    where gym_id = current_gym() and num_nonnulls(sent_at, failed_at) > 0 and created_at < before order by id limit most);
  get diagnostics requests = row_count;
  update client_merges set undo = null
  where gym_id = current_gym() and undo is not null and created_at < now() - interval '1 day';
  return greatest(messages, records, requests);
end $$;
revoke execute on function delete_expired_rows from public; grant execute on function delete_expired_rows to torniquete_server;

-- Tables in the order of deletion: those that refer to others come before these, the list of gyms last.
create function list_purge_order() returns setof regclass language sql stable as $$
  with recursive own as (
    select c.oid from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'gym_id'
    where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
  ), placed as (
    select oid, 0 as depth from own
    union
    select k.confrelid, p.depth + 1 from placed p join pg_constraint k on k.conrelid = p.oid and k.contype = 'f'
      join own on own.oid = k.confrelid
  )
  (select oid::regclass from placed group by oid order by max(depth), oid::regclass::text) union all select 'gyms'
$$;

-- Deletes up to `size` rows (null: all) of a gym from a table; returns their number, null if not allowed now.
create function purge_rows(gym integer, target regclass, size integer) returns integer
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  gone integer;
  own constant text := case when target = 'gyms'::regclass then 'id' else 'gym_id' end;
begin
  if not may_purge(gym) or not pg_try_advisory_xact_lock(7206, gym) then return null; end if;
  perform from list_purge_order() as each where each = target;
  if not found then raise exception '% is no table of gyms', target; end if;
  perform set_config('app.gym_id', gym::text, true);
  execute format('delete from %1$s where ctid = any (array(select ctid from %1$s where %2$I = $1 limit $2))', target, own)
    using gym, size;
  get diagnostics gone = row_count;
  return gone;
end $$;
revoke execute on function purge_rows from public; grant execute on function purge_rows to torniquete_server;
