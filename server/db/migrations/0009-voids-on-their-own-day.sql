-- A void counts on the day on which it is made: what was booked on a day stays in that day's sums for ever.

create index sales_voided on sales (gym_id, voided_at) include (amount_total, id_user) where voided_at is not null;
create index purchases_voided on purchases (gym_id, voided_at) include (amount_total, id_user) where voided_at is not null;
create index membership_payments_voided on membership_payments (gym_id, voided_at) include (price, name, id_user) where voided_at is not null;
create index voids_newest on voids (gym_id, created_at desc, number desc);

-- Of what was booked: its own day, and its amount. Of what was voided just now: the day of the void, and what it takes back.
create or replace function keep_revenue() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- not while a change of the zone deals the days anew
  perform pg_advisory_xact_lock_shared(7202, gym_id) from (select distinct gym_id from booked) gyms;
  if tg_table_name = 'sales' then
    insert into revenue_days as r (gym_id, kind, day, id_user, total)
    select b.gym_id, 'sale', (coalesce(b.voided_at, b.created_at) at time zone g."timeZone")::date, b.id_user,
           sum(case when b.voided_at is null then b.amount_total else -b.amount_total end)
    from booked b join gym_info g on g.gym_id = b.gym_id group by 1, 2, 3, 4 order by 1, 3, 4
    on conflict (gym_id, kind, day, id_user) do update set total = r.total + excluded.total;
  else
    insert into revenue_days as r (gym_id, kind, day, id_user, total)
    select b.gym_id, 'payment', (coalesce(b.voided_at, b.payment_date) at time zone g."timeZone")::date, b.id_user,
           sum(case when b.voided_at is null then b.price else -b.price end)
    from booked b join gym_info g on g.gym_id = b.gym_id group by 1, 2, 3, 4 order by 1, 3, 4
    on conflict (gym_id, kind, day, id_user) do update set total = r.total + excluded.total;
  end if;
  return null;
end $$;

create or replace function deal_revenue(gym integer, zone text) returns void
  language sql security definer set search_path = public, pg_temp as $$
  delete from revenue_days where gym_id = gym;
  insert into revenue_days (gym_id, kind, day, id_user, total)
  select gym, kind, (at at time zone zone)::date, id_user, sum(amount) from (
    select 'sale' as kind, created_at as at, id_user, amount_total as amount from sales where gym_id = gym
    union all
    select 'sale', voided_at, id_user, -amount_total from sales where gym_id = gym and voided_at is not null
    union all
    select 'payment', payment_date, id_user, price from membership_payments where gym_id = gym
    union all
    select 'payment', voided_at, id_user, -price from membership_payments where gym_id = gym and voided_at is not null) moved
  group by kind, 3, id_user;
$$;
-- Whoever may change the zone deals by it; nobody else calls it.
alter function follow_zone() security definer set search_path = public, pg_temp;
revoke execute on function deal_revenue(gym integer, zone text) from public;

do $$
declare
  gym record;
  zone text;
begin
  for gym in select id from gyms where id > 0 loop
    perform set_config('app.gym_id', gym.id::text, true);
    select "timeZone" into zone from gym_info where gym_id = gym.id;
    if zone is not null then perform deal_revenue(gym.id, zone); end if;
  end loop;
  perform set_config('app.gym_id', '', true);
end $$;
