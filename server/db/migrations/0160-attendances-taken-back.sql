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

-- As before, but for what was taken back.
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
      select (a.check_in at time zone zone)::date as day, a.check_in, lag(a.check_in) over (order by a.check_in) as before
      from attendances a
      where a.gym_id = app_gym() and a.id_client = client and a.undone_at is null
        and a.check_in >= (began::timestamp at time zone zone) - interval '60 seconds'
        and a.check_in < (untils[array_length(untils, 1)]::timestamp at time zone zone)) v
    -- who passes twice within a minute came once
    where v.day >= began and (v.before is null or v.check_in >= v.before + interval '60 seconds')
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
  with nameless as (
    update attendances a set id_client = case when check_in < ended then nobody else id_client end,
      pin = case when check_in >= ended then pin end, membership_name = case when check_in >= ended then membership_name end,
      expire_membership = case when check_in >= ended then expire_membership end,
      -- It may name whom it was about.
      undone_reason = case when check_in >= ended then undone_reason end,
      -- Also of those who stay named for now, whose first entry of the visit goes.
      repeated = repeated or exists (
        select from attendances b where b.gym_id = own and b.id_client = a.id_client and b.undone_at is null
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
