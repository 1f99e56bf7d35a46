-- Sums by day and month: stored for closed days; for days after those, computed from the documents.

create table summed_until (
  gym_id integer primary key references gyms, day date not null
);

-- Revenue of each worker by day of the gym's calendar, stored so that reports over years are fast.
create table revenue_days (
  gym_id integer not null references gyms, kind text not null check (kind in ('sale', 'payment')), day date not null,
  id_user bigint not null, total numeric(14, 2) not null,
  -- `total` subtracts a void on the day of the void, `standing` on the day of the sale.
  standing numeric(20, 2) not null default 0,
  primary key (gym_id, kind, day, id_user), foreign key (gym_id, id_user) references users
);
create index revenue_days_of_user on revenue_days (id_user, gym_id);

-- Money by payment method and day. `moved`: changed hands on that day. `standing`: paid for valid documents of that
-- day.
create table tender_days (
  gym_id integer not null, day date not null, document text not null, id_user bigint not null,
  id_kind bigint not null, moved numeric(20, 2) not null, standing numeric(20, 2) not null,
  collected numeric(20, 2) not null default 0,
  primary key (gym_id, day, document, id_user, id_kind)
);

-- The sums of tender_days by month, so that a report over years reads only its first and last days by day.
create table tender_months (
  gym_id integer not null, month date not null, document text not null, id_user bigint not null,
  id_kind bigint not null, moved numeric(20, 2) not null, standing numeric(20, 2) not null,
  collected numeric(20, 2) not null,
  primary key (gym_id, month, document, id_user, id_kind)
);

-- Units and money of each product by day and by month, without voided sales.
create table sold_sums (
  gym_id integer not null, span text not null check (span in ('day', 'month')), since date not null,
  id_product bigint not null, quantity integer not null, cents bigint not null,
  primary key (gym_id, span, since, id_product)
);

-- Discounted lines by day and seller: `lines` and `amount` of valid sales, `voided` of voided sales.
create table given_days (
  gym_id integer not null, day date not null, id_user bigint not null, lines integer not null,
  voided integer not null, amount numeric(20, 2) not null,
  primary key (gym_id, day, id_user)
);

create function document_time(gym integer, sale bigint, payment bigint, purchase bigint, expense bigint) returns timestamptz
  language plpgsql stable set search_path = public, pg_temp as $$
begin
  return coalesce((select created_at from sales where gym_id = gym and id = sale),
    (select payment_date from membership_payments where gym_id = gym and id = payment),
    (select created_at from purchases where gym_id = gym and id = purchase),
    (select created_at from expenses where gym_id = gym and id = expense));
end $$;

-- Time zone of the gym and instants that enclose these days; callers compare the exact day, as clocks may show an
-- hour twice. `offset 0` keeps the computation, which is not leakproof, out of conditions on documents, where
-- row-level security would otherwise prevent the use of an index.
create function days_as_instants(gym integer, first date, behind date) returns table (zone text, since timestamptz, until timestamptz)
  language sql stable as $$
  select "timeZone", (first::timestamp at time zone "timeZone") - interval '3 hours', (behind::timestamp at time zone "timeZone") + interval '3 hours'
  from gym_info where gym_id = gym offset 0
$$;

create function revenue_between(gym integer, first date, behind date)
  returns table (kind text, day date, id_user bigint, total numeric, standing numeric) language sql stable as $$
  select m.kind, (m.at at time zone d.zone)::date, m.id_user, sum(m.total), sum(m.standing)
  from days_as_instants(gym, first, behind) d cross join lateral (
    select 'sale', created_at, id_user, amount_total,
      case when voided_at is null then amount_total - (select coalesce(sum(amount), 0) from voids v where v.gym_id = gym and v.id_partial_sale = sales.id) else 0 end
    from sales where gym_id = gym and created_at >= d.since and created_at < d.until
    union all
    select 'sale', voided_at, id_user, partly_voided(gym, id) - amount_total, 0
    from sales where gym_id = gym and voided_at >= d.since and voided_at < d.until
    union all
    select 'sale', v.created_at, b.id_user, -v.amount, 0 from voids v join sales b on b.gym_id = v.gym_id and b.id = v.id_partial_sale
    where v.gym_id = gym and v.id_partial_sale is not null and v.created_at >= d.since and v.created_at < d.until
    union all
    select 'payment', payment_date, id_user, price, case when voided_at is null then price else 0 end
    from membership_payments where gym_id = gym and payment_date >= d.since and payment_date < d.until
    union all
    select 'payment', voided_at, id_user, -price, 0
    from membership_payments where gym_id = gym and voided_at >= d.since and voided_at < d.until) m (kind, at, id_user, total, standing)
  where (m.at at time zone d.zone)::date >= first and (m.at at time zone d.zone)::date < behind group by 1, 2, 3
$$;

-- `offset 0` prevents the generic plan from joining whole tables, since it does not know how few the documents are.
create function tenders_between(gym integer, first date, behind date)
  returns table (document text, day date, id_user bigint, id_kind bigint, moved numeric, standing numeric, collected numeric)
  language sql stable as $$
  select m.document, (m.at at time zone d.zone)::date, m.id_user, m.id_kind, sum(m.moved), sum(m.standing), sum(m.collected)
  from days_as_instants(gym, first, behind) d cross join lateral (
    select p.document, p.at, p.id_user, p.id_kind, case when num_nonnulls(p.id_void, p.id_debt) = 0 then p.amount else 0 end,
      case when p.stands then p.amount else 0 end, 0
    from (
      select b.created_at as at, b.voided_at is null as stands, t.* from sales b
        cross join lateral (select * from tenders t where t.gym_id = b.gym_id and t.id_sale = b.id offset 0) t
      where b.gym_id = gym and b.created_at >= d.since and b.created_at < d.until
      union all
      select b.payment_date, b.voided_at is null, t.* from membership_payments b
        cross join lateral (select * from tenders t where t.gym_id = b.gym_id and t.id_payment = b.id offset 0) t
      where b.gym_id = gym and b.payment_date >= d.since and b.payment_date < d.until
      union all
      select b.created_at, b.voided_at is null, t.* from purchases b
        cross join lateral (select * from tenders t where t.gym_id = b.gym_id and t.id_purchase = b.id offset 0) t
      where b.gym_id = gym and b.created_at >= d.since and b.created_at < d.until
      union all
      select b.created_at, b.voided_at is null, t.* from expenses b
        cross join lateral (select * from tenders t where t.gym_id = b.gym_id and t.id_expense = b.id offset 0) t
      where b.gym_id = gym and b.created_at >= d.since and b.created_at < d.until) p
    union all
    select t.document, t.created_at, t.id_user, t.id_kind, t.amount, 0, 0 from voids v
      cross join lateral (select * from tenders t where t.gym_id = v.gym_id and t.id_void = v.id offset 0) t
    where v.gym_id = gym and v.created_at >= d.since and v.created_at < d.until
    union all
    select t.document, t.created_at, t.id_user, t.id_kind, t.amount, 0, t.amount from tenders t
    where t.gym_id = gym and t.id_debt is not null and t.created_at >= d.since and t.created_at < d.until)
    m (document, at, id_user, id_kind, moved, standing, collected)
  where (m.at at time zone d.zone)::date >= first and (m.at at time zone d.zone)::date < behind group by 1, 2, 3, 4
$$;

-- Lines of the sales of these days, minus what was voided of single lines before the sale itself was voided.
create function sale_lines_between(gym integer, first date, behind date)
  returns table (day date, id_user bigint, stands boolean, id_product bigint, quantity bigint, unit_price numeric, discount_percent numeric, discount numeric)
  language sql stable as $$
  select (b.created_at at time zone d.zone)::date, b.id_user, b.voided_at is null, i.id_product, i.quantity - coalesce(v.quantity, 0), i.unit_price, i.discount,
    discount_amount(i.quantity, i.unit_price, i.discount) - coalesce(v.discount, 0)
  from days_as_instants(gym, first, behind) d
    join sales b on b.gym_id = gym and b.created_at >= d.since and b.created_at < d.until
    cross join lateral (select * from sale_items i where i.gym_id = b.gym_id and i.id_sale = b.id offset 0) i
    left join lateral (
      select sum(v.quantity) as quantity, sum(v.discount) as discount from void_lines v
      where v.gym_id = i.gym_id and v.id_sale = i.id_sale and v.line = i.line) v on true
  where (b.created_at at time zone d.zone)::date >= first and (b.created_at at time zone d.zone)::date < behind
$$;

create function sold_between(gym integer, first date, behind date)
  returns table (day date, id_product bigint, quantity bigint, cents bigint) language sql stable as $$
  select day, id_product, sum(quantity)::bigint, sum(100 * (quantity * unit_price - discount))::bigint
  from sale_lines_between(gym, first, behind) where stands group by 1, 2
$$;

create function discounts_between(gym integer, first date, behind date)
  returns table (day date, id_user bigint, lines integer, voided integer, amount numeric) language sql stable as $$
  select day, id_user, (count(*) filter (where stands))::integer, (count(*) filter (where not stands))::integer, coalesce(sum(discount) filter (where stands), 0)
  from sale_lines_between(gym, first, behind) where discount_percent > 0 group by 1, 2
$$;

-- Stores the sums of these days and of their months. The caller holds the lock of the gym's sums.
create function store_day_sums(gym integer, first date, behind date) returns void language sql set plan_cache_mode = force_custom_plan as $$
  delete from revenue_days where gym_id = gym and day >= first and day < behind;
  insert into revenue_days (gym_id, kind, day, id_user, total, standing) select gym, * from revenue_between(gym, first, behind);
  delete from given_days where gym_id = gym and day >= first and day < behind;
  insert into given_days select gym, * from discounts_between(gym, first, behind);
  delete from tender_days where gym_id = gym and day >= first and day < behind;
  insert into tender_days (gym_id, document, day, id_user, id_kind, moved, standing, collected) select gym, * from tenders_between(gym, first, behind);
  delete from tender_months where gym_id = gym and month >= date_trunc('month', first::timestamp) and month < behind;
  insert into tender_months (gym_id, month, document, id_user, id_kind, moved, standing, collected)
  select gym, date_trunc('month', day::timestamp)::date, document, id_user, id_kind, sum(moved), sum(standing), sum(collected) from tender_days
  where gym_id = gym and day >= date_trunc('month', first::timestamp) and day < date_trunc('month', (behind - 1)::timestamp) + interval '1 month'
  group by 2, 3, 4, 5 order by 2, 3, 4, 5;
  delete from sold_sums where gym_id = gym and span = 'day' and since >= first and since < behind;
  -- Rows are inserted in the order of the index by which they are read.
  insert into sold_sums (gym_id, span, since, id_product, quantity, cents) select gym, 'day', * from sold_between(gym, first, behind) order by 3, 4;
  delete from sold_sums where gym_id = gym and span = 'month' and since >= date_trunc('month', first::timestamp) and since < behind;
  insert into sold_sums (gym_id, span, since, id_product, quantity, cents)
  select gym, 'month', date_trunc('month', since::timestamp)::date, id_product, sum(quantity), sum(cents) from sold_sums
  where gym_id = gym and span = 'day' and since >= date_trunc('month', first::timestamp) and since < date_trunc('month', (behind - 1)::timestamp) + interval '1 month'
  group by 3, 4 order by 3, 4;
$$;

-- Stores the sums of days before `before`, waits for running transactions, and dates no later document before it.
create function store_sums_before(before date) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  own constant integer := current_gym();
  zone text;
  since date;
begin
  if exists (select from summed_until where gym_id = own and day >= before) then return; end if;
  select "timeZone" into strict zone from gym_info where gym_id = own for share;
  -- Kinds are locked in alphabetical order, as a ticket does: the number of its payment before that of its sale.
  insert into document_numbers as d (gym_id, kind, last, last_at)
  select own, kind, 0, (before::timestamp at time zone zone) + interval '3 hours'
  from unnest(array['expense', 'payment', 'purchase', 'sale', 'void']) kind order by kind
  on conflict (gym_id, kind) do update set last_at = greatest(d.last_at, excluded.last_at);
  perform pg_advisory_xact_lock(7202, own);
  since := coalesce((select day from summed_until where gym_id = own), '-infinity');
  if since >= before then return; end if;
  perform store_day_sums(own, since, before);
  insert into summed_until values (own, before) on conflict (gym_id) do update set day = excluded.day;
end $$;
revoke execute on function store_sums_before from public; grant execute on function store_sums_before to torniquete_server;

-- Recomputes stored sums after a void or a debt payment, which changes the sums of its document's day.
create function renew_day_sums() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  summed text := coalesce(current_setting('app.summed', true), '');
  changed text;
begin
  perform pg_advisory_xact_lock(7202, new.gym_id);
  -- A separate statement sees days that were closed while this one waited for the lock.
  for changed in
    select distinct m.day::text from (
      select (m.at at time zone g."timeZone")::date as day from gym_info g, unnest(case tg_table_name
        when 'voids' then array[document_time(new.gym_id, coalesce((to_jsonb(new) ->> 'id_partial_sale')::bigint, new.id_sale), new.id_payment, new.id_purchase, new.id_expense)]
        else array[new.created_at, document_time(new.gym_id, new.id_sale, new.id_payment, null, null)] end) m (at)
      where g.gym_id = new.gym_id) m
      join summed_until s on s.gym_id = new.gym_id and m.day < s.day
  loop
    if position(format(',%s:%s,', new.gym_id, changed) in summed) > 0 then continue; end if;
    perform store_day_sums(new.gym_id, changed::date, changed::date + 1);
    summed := set_config('app.summed', format('%s,%s:%s,', summed, new.gym_id, changed), true);
  end loop;
  return null;
end $$;
-- Deferred to the commit, when all rows are written and all other locks are held; each day is recomputed once.
create constraint trigger voids_insert_sum_day_again after insert on voids deferrable initially deferred for each row execute function renew_day_sums();
create constraint trigger tenders_insert_sum_day_again after insert on tenders deferrable initially deferred
  for each row when (new.id_debt is not null) execute function renew_day_sums();

-- After a change of the gym's time zone, recomputes the calendar days of sums, debts and memberships.
create function recompute_after_zone_change() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new."timeZone" = old."timeZone" then return null; end if;
  perform update_payment_dates(c.id) from (
    select distinct p.id_client as id from visit_counts v join membership_payments p on p.gym_id = v.gym_id and p.id = v.id_payment
    where v.gym_id = new.gym_id order by 1) c;
  perform from debts d where d.gym_id = new.gym_id
    and not exists (select from voids v where v.gym_id = d.gym_id and (v.id_sale = d.id_sale or v.id_payment = d.id_payment))
  order by d.id_client, d.created_at, d.id for update;
  update debts d set since = d.since + ((d.created_at at time zone new."timeZone")::date - (d.created_at at time zone old."timeZone")::date)
  where d.gym_id = new.gym_id
    and not exists (select from voids v where v.gym_id = d.gym_id and (v.id_sale = d.id_sale or v.id_payment = d.id_payment));
  perform pg_advisory_xact_lock(7202, new.gym_id);
  delete from summed_until where gym_id = new.gym_id;
  delete from revenue_days where gym_id = new.gym_id;
  delete from tender_days where gym_id = new.gym_id;
  delete from tender_months where gym_id = new.gym_id;
  delete from sold_sums where gym_id = new.gym_id;
  delete from given_days where gym_id = new.gym_id;
  return null;
end $$;
create trigger gym_info_update_follow_zone after update of "timeZone" on gym_info for each row execute function recompute_after_zone_change();

select make_gym_table(target, null, revoked => 'delete, insert, update') from unnest(array[
  'summed_until', 'revenue_days', 'tender_days', 'tender_months', 'sold_sums', 'given_days']::regclass[]) target;
