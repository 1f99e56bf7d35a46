-- beside: 0035
-- Who opened a door by hand may say why at any time, and say otherwise later: what was said before stays.
create trigger recorded after update of reason on door_acts
  for each row when (old.reason is distinct from new.reason) execute function record_history();

-- Who opened which door when is a record: nobody works with more of it than what the terminal answered, and why it was.
revoke update, delete on door_acts from torniquete_server;
grant update (command, result, reason) on door_acts to torniquete_server;

-- The history of a reason goes with the reason.
create or replace function forget_attendances(before timestamptz, most integer) returns boolean
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
  -- Last, for taking the reason away is a change of it as well.
  delete from history where gym_id = own and entity = 'door_acts' and entity_id in (
    select id from door_acts where gym_id = own and asked_at >= begun and asked_at < ended);
  if not more then
    delete from door_records d using gym_info i
    where d.gym_id = own and i.gym_id = own and d.device_time at time zone i."timeZone" < before;
  end if;
  return more;
end $$;
