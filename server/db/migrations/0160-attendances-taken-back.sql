-- beside: 0035
-- An attendance that was taken back: it stays, with who did, when and why, and counts for nothing. What a terminal told keeps the key
-- under which it was told, so that it does not come back when it is sent again.
alter table attendances add column undone_at timestamptz, add column undone_by text, add column undone_reason text;
grant update (undone_at, undone_by, undone_reason) on attendances to torniquete_server;

drop trigger recorded_change on attendances;
create trigger recorded_change after update on attendances for each row
  when ((old.check_in, old.sn, old.pin, old.device_time, old.membership_name, old.expire_membership, old.without_right, old.clock_wrong, old.undone_at)
    is distinct from (new.check_in, new.sn, new.pin, new.device_time, new.membership_name, new.expire_membership, new.without_right, new.clock_wrong, new.undone_at))
  execute function record_history();

-- As before, but for what was taken back: it counts for nothing, and is a link between its neighbours all the same: who passed before it
-- and after it within a minute each came once. By nobody's hand does a row of such links reach over more than an hour.
create or replace function counted_visits(client bigint, since date)
  returns TABLE(id bigint, used integer, ends date)
  language plpgsql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $$
declare
  zone constant text := (select i."timeZone" from gym_info i where i.gym_id = app_gym());
  ids bigint[];
  firsts date[];
  untils date[];
  most integer[];
  each boolean[];
  uses integer[];
  lasts date[];
  over date[];
  passed datemultirange;
  began date := since;
  earlier date;
  lowest integer := 1;
  current integer;
  came record;
  taken integer;
begin
  select array_agg(p.id order by p.until, p.id) filter (where v.visits is not null), array_agg(p.first order by p.until, p.id) filter (where v.visits is not null),
    array_agg(p.until order by p.until, p.id) filter (where v.visits is not null), array_agg(v.visits order by p.until, p.id) filter (where v.visits is not null),
    array_agg(v.each_pass order by p.until, p.id) filter (where v.visits is not null), array_agg(v.forgotten order by p.until, p.id) filter (where v.visits is not null),
    array_agg(null::date) filter (where v.visits is not null),
    array_agg(case when v.forgotten >= v.visits then v.ended end order by p.until, p.id) filter (where v.visits is not null),
    range_agg(daterange(p.first, p.until)) filter (where v.visits is null)
  into ids, firsts, untils, most, each, uses, lasts, over, passed
  from placed_payments(client) p left join visit_counts v on v.gym_id = app_gym() and v.id_payment = p.id;
  if ids is null then return; end if;
  loop
    select min(f) into earlier from unnest(firsts, untils) p(f, u) where u > began;
    if earlier is null then return; end if;
    exit when earlier >= began;
    began := earlier;
  end loop;
  began := earlier;
  while untils[lowest] <= began loop lowest := lowest + 1; end loop;
  passed := coalesce(passed, '{}') + coalesce((select range_agg(daterange(q.starts, q.ends)) from pauses q
    where q.gym_id = app_gym() and q.id_client = client and q.undone_at is null), '{}');
  current := lowest;
  for came in
    select v.day from (
      select w.*, count(*) filter (where w.undone_at is null) over (partition by w.visit order by w.check_in rows unbounded preceding) as entry
      from (
        select l.*, count(*) filter (where l.begins) over (order by l.check_in) as visit from (
          select (a.check_in at time zone zone)::date as day, a.check_in, a.undone_at,
            coalesce(a.check_in >= lag(a.check_in) over (order by a.check_in) + interval '60 seconds', true) as begins
          from attendances a
          where a.gym_id = app_gym() and a.id_client = client
            and a.check_in >= (began::timestamp at time zone zone) - interval '1 hour'
            and a.check_in < (untils[array_length(untils, 1)]::timestamp at time zone zone)) l) w) v
    -- who passes twice within a minute came once
    where v.day >= began and v.undone_at is null and v.entry = 1
      and not v.day <@ passed
    order by v.check_in
  loop
    taken := null;
    while untils[current] <= came.day loop current := current + 1; end loop;
    for n in current .. array_length(ids, 1) loop
      continue when firsts[n] > came.day;
      if not each[n] and lasts[n] = came.day then
        taken := null;
        exit;
      end if;
      if taken is null and uses[n] < most[n] then taken := n; end if;
    end loop;
    continue when taken is null;
    uses[taken] := uses[taken] + 1;
    lasts[taken] := came.day;
    -- What counts by days opens until the end of the last.
    if uses[taken] = most[taken] then over[taken] := came.day + case when each[taken] then 0 else 1 end; end if;
  end loop;
  return query select u.id, u.used, u.ends from unnest(ids[lowest:], uses[lowest:], over[lowest:]) u(id, used, ends);
end $$;

create or replace function forget_attendances(before timestamp with time zone, most integer)
  returns boolean
  language plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $$
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
    -- Also of the first entry that stays named for now, where that of its visit goes.
    repeated = a.repeated or t.again
  from told t where a.gym_id = own and a.id = t.id and (a.check_in < ended or t.again and t.is_first and not a.repeated);
  -- It may name whom it was about, also where a visitor came who is nobody; of what counts again it stands in the history alone.
  update attendances set undone_reason = null
    where gym_id = own and check_in >= begun and check_in < ended and undone_reason is not null;
  delete from history where gym_id = own and entity = 'attendances' and entity_id in (
    select id from attendances where gym_id = own and check_in >= begun and check_in < ended);
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
