-- beside: 0035
-- What was told of a day stays told: a document that waited for its number is dated by when it got it, a void never lies before
-- what it voids, and who bought what is known as it was before two clients became one.

-- The wait is measured here, since whoever asked said when it was before. What is shorter is no wait: the commit takes as long.
create or replace function next_document(gym integer, which text, wanted timestamptz, out number bigint, out at timestamptz)
language plpgsql as $$
declare
  asked constant timestamptz := clock_timestamp();
  least_wait constant interval := '100 milliseconds';
  due timestamptz;
begin
  -- What is set is evaluated once the row is had.
  insert into document_numbers as d (gym_id, kind, last, last_at) values (gym, which, 1, wanted)
  on conflict (gym_id, kind) do update set last = d.last + 1,
    last_at = greatest(d.last_at, date_trunc('milliseconds', excluded.last_at
      + case when clock_timestamp() - asked < least_wait then interval '0' else clock_timestamp() - asked end))
  returning last::bigint, last_at into next_document.number, next_document.at;
  due := wanted + (clock_timestamp() - asked);
  if next_document.at > due + interval '1 minute' then
    raise notice using errcode = 'TQ001', message = 'documents are dated ahead of the clock',
      detail = jsonb_build_object('gym', gym, 'kind', which, 'number', next_document.number,
        'seconds', round(extract(epoch from next_document.at - due)))::text;
  end if;
end $$;

create or replace function complete_document() returns trigger language plpgsql as $$
declare
  document record;
  dated timestamptz;
begin
  if new.number is null then
    if tg_table_name = 'membership_payments' then
      select d.number, d.at into new.number, new.payment_date from next_document(new.gym_id, tg_argv[0], new.payment_date) d;
    else
      if tg_table_name = 'voids' then
        select v.target, (to_jsonb(new) ->> v.name)::bigint as id into document
        from voidable() v where to_jsonb(new) ->> v.name is not null;
        execute format('select %I from %s where gym_id = $1 and id = $2',
          case document.target when 'membership_payments'::regclass then 'payment_date' else 'created_at' end, document.target)
          into dated using new.gym_id, document.id;
        new.created_at := greatest(new.created_at, dated);
      end if;
      select d.number, d.at into new.number, new.created_at from next_document(new.gym_id, tg_argv[0], new.created_at) d;
    end if;
  end if;
  if new.user_name is null then
    select name into new.user_name from users where gym_id = new.gym_id and id = new.id_user;
  end if;
  if tg_table_name = 'purchases' then
    new.party_name := coalesce(new.party_name, (select name from suppliers where gym_id = new.gym_id and id = new.id_supplier));
  elsif tg_table_name in ('sales', 'membership_payments') then
    new.party_name := coalesce(new.party_name, (select name from clients where gym_id = new.gym_id and id = new.id_client));
  end if;
  return new;
end $$;

-- What a client has paid until is reckoned anew by one at a time: the row is held before the payments are read, and never away.
create or replace function keep_paid_until() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into paid_until as p (gym_id, id_client, day)
    select gym_id, id_client, max(end_date) from booked where voided_at is null group by 1, 2 order by 2
    on conflict (gym_id, id_client) do update set day = excluded.day where p.day < excluded.day;
    return null;
  end if;
  perform from paid_until p
    where (p.gym_id, p.id_client) in (select gym_id, id_client from booked union select gym_id, id_client from former)
    order by p.id_client for update;
  -- A statement of its own: it sees what whoever held the row before has booked.
  insert into paid_until (gym_id, id_client, day)
  select m.gym_id, m.id_client, max(m.end_date) from membership_payments m
  where m.voided_at is null
    and (m.gym_id, m.id_client) in (select gym_id, id_client from booked union select gym_id, id_client from former)
  group by 1, 2 order by 2
  on conflict (gym_id, id_client) do update set day = excluded.day;
  -- Whose they were, or who had but one, has paid nothing now.
  delete from paid_until p using (select gym_id, id_client from booked union select gym_id, id_client from former) b
  where p.gym_id = b.gym_id and p.id_client = b.id_client and not exists (
    select from membership_payments m where m.gym_id = b.gym_id and m.id_client = b.id_client and m.voided_at is null);
  return null;
end $$;

-- For whom a payment was booked that is another's since two became one; nobody adds to it but hand_over().
create table payment_buyers (
  gym_id integer not null references gyms (id),
  id_payment bigint not null,
  id_client bigint not null,
  primary key (gym_id, id_payment),
  foreign key (gym_id, id_payment) references membership_payments (gym_id, id),
  foreign key (gym_id, id_client) references clients (gym_id, id)
);
create index payment_buyers_of_client on payment_buyers (gym_id, id_client);
select own_by_gym('payment_buyers', null);
revoke all on payment_buyers from torniquete_server;
grant select on payment_buyers to torniquete_server;

create or replace function hand_over(giver bigint, taker bigint, named jsonb) returns jsonb
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  target text;
  ids jsonb;
  moved jsonb := '{}';
begin
  -- Messages first: what the payments then come to ends those that are no longer true.
  foreach target in array array['outbox', 'notifications', 'sales', 'membership_payments', 'attendances'] loop
    execute format($move$
      with moved as (
        update %I set id_client = $1 %s
        where gym_id = app_gym() and id_client = $2 and ($3 is null or id in (select jsonb_array_elements_text($3)::bigint))
        returning id)
      select coalesce(jsonb_agg(id), '[]') from moved $move$,
      target, case when target in ('sales', 'membership_payments') then ', version = version + 1' else '' end)
      into ids using taker, giver, named -> target;
    moved := moved || jsonb_build_object(target, ids);
  end loop;
  -- What goes back was noted when it came.
  insert into payment_buyers (gym_id, id_payment, id_client)
  select app_gym(), id::bigint, giver from jsonb_array_elements_text(moved -> 'membership_payments') id where named is null
  on conflict (gym_id, id_payment) do nothing;
  return moved;
end $$;

-- What waits to be sent stands in nobody's way: the first so many are those that may be old.
create or replace function drop_old(most integer) returns integer
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  before constant timestamptz := now() - interval '1 year';
  messages integer;
  records integer;
  requests integer;
begin
  delete from outbox where gym_id = app_gym() and id in (
    select t.id from (
      select id, created_at from outbox where gym_id = app_gym() and state <> 'pending' order by id limit most) t
    where t.created_at < before);
  get diagnostics messages = row_count;
  delete from door_records where gym_id = app_gym() and id in (
    select t.id from (select id, arrived_at from door_records where gym_id = app_gym() order by id limit most) t
    where t.arrived_at < before);
  get diagnostics records = row_count;
  delete from support_requests where gym_id = app_gym() and id in (
    select id from support_requests
    where gym_id = app_gym() and num_nonnulls(sent_at, failed_at) > 0 and created_at < before order by id limit most);
  get diagnostics requests = row_count;
  update client_merges set undo = null
  where gym_id = app_gym() and undo is not null and created_at < now() - interval '1 day';
  return greatest(messages, records, requests);
end $$;
