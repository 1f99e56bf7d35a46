-- Sums by day and month, kept by triggers on the documents.

-- Revenue of each worker by day of the gym's calendar, so that years of it are read at once. Kept by triggers.
create table revenue_days (
  gym_id integer not null references gyms, kind text not null check (kind in ('sale', 'payment')), day date not null,
  id_user bigint not null, total numeric(14, 2) not null,
  -- `total` counts a void on the day of the void, `standing` on the day of the sale.
  standing numeric(20, 2) not null default 0,
  primary key (gym_id, kind, day, id_user), foreign key (gym_id, id_user) references users
);
create index revenue_days_of_user on revenue_days (id_user, gym_id);
select own_by_gym('revenue_days', null);
revoke delete, insert, update on revenue_days from torniquete_server;

-- Money by payment method and day. `moved`: what changed hands on that day, refunds of voids included. `standing`:
-- what was paid for that day's documents that are not void, whenever it was paid.
create table tender_days (
  gym_id integer not null, day date not null, document text not null, id_user bigint not null,
  id_kind bigint not null, moved numeric(20, 2) not null, standing numeric(20, 2) not null,
  collected numeric(20, 2) not null default 0,
  primary key (gym_id, day, document, id_user, id_kind)
);
select own_by_gym('tender_days', null);
revoke delete, insert, update on tender_days from torniquete_server;

-- The same sums by month: a report over years reads whole months here, and days at its ends only.
create table tender_months (
  gym_id integer not null, month date not null, document text not null, id_user bigint not null,
  id_kind bigint not null, moved numeric(20, 2) not null, standing numeric(20, 2) not null,
  collected numeric(20, 2) not null,
  primary key (gym_id, month, document, id_user, id_kind)
);
select own_by_gym('tender_months', null);
revoke delete, insert, update on tender_months from torniquete_server;

-- Units and money of each product, by day and by month, without voided sales.
create table sold_sums (
  gym_id integer not null, span text not null check (span in ('day', 'month')), since date not null,
  id_product bigint not null, quantity integer not null, cents bigint not null,
  primary key (gym_id, span, since, id_product)
);
select own_by_gym('sold_sums', null);
revoke delete, insert, update on sold_sums from torniquete_server;

-- Lines with a discount by day and seller: lines of sales that stand, lines of voided sales, and the discounts of the
-- former.
create table given_days (
  gym_id integer not null, day date not null, id_user bigint not null, lines integer not null,
  voided integer not null, amount numeric(20, 2) not null,
  primary key (gym_id, day, id_user)
);
select own_by_gym('given_days', null);
revoke delete, insert, update on given_days from torniquete_server;

-- Date of the document that is named.
create function made_at(gym integer, sale bigint, payment bigint, purchase bigint, expense bigint) returns timestamptz
  language plpgsql stable set search_path = public, pg_temp as $$
begin
  if sale is not null then return (select created_at from sales where gym_id = gym and id = sale);
  elsif payment is not null then return (select payment_date from membership_payments where gym_id = gym and id = payment);
  elsif purchase is not null then return (select created_at from purchases where gym_id = gym and id = purchase);
  end if;
  return (select created_at from expenses where gym_id = gym and id = expense);
end $$;

-- One statement marks voids or changes parties, never both; parties do not change the sums.
create function keep_revenue() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'UPDATE' then
    perform from booked b join former f using (gym_id, id) where b.voided_at is distinct from f.voided_at;
    if not found then return null; end if;
  end if;
  -- not while follow_zone() computes the sums anew
  perform pg_advisory_xact_lock_shared(7202, gym_id) from (select distinct gym_id from booked) gyms;
  -- The booking itself was summed by its own statement.
  if tg_table_name = 'sales' then
    insert into revenue_days as r (gym_id, kind, day, id_user, total, standing)
    select b.gym_id, 'sale', (m.at at time zone g."timeZone")::date, b.id_user, sum(m.total * b.amount), sum(m.standing * b.amount)
    from (select *, amount_total - case when tg_op = 'UPDATE' then partly_voided(gym_id, id) else 0 end as amount from booked) b join gym_info g on g.gym_id = b.gym_id cross join lateral (
      select b.created_at, 1, 1 where b.voided_at is null union all
      select b.voided_at, -1, 0 where b.voided_at is not null union all
      select b.created_at, 0, -1 where b.voided_at is not null) m (at, total, standing)
    group by 1, 2, 3, 4 order by 1, 3, 4
    on conflict (gym_id, kind, day, id_user) do update set total = r.total + excluded.total, standing = r.standing + excluded.standing;
  else
    insert into revenue_days as r (gym_id, kind, day, id_user, total, standing)
    select b.gym_id, 'payment', (m.at at time zone g."timeZone")::date, b.id_user, sum(m.total * b.price), sum(m.standing * b.price)
    from booked b join gym_info g on g.gym_id = b.gym_id cross join lateral (
      select b.payment_date, 1, 1 where b.voided_at is null union all
      select b.voided_at, -1, 0 where b.voided_at is not null union all
      select b.payment_date, 0, -1 where b.voided_at is not null) m (at, total, standing)
    group by 1, 2, 3, 4 order by 1, 3, 4
    on conflict (gym_id, kind, day, id_user) do update set total = r.total + excluded.total, standing = r.standing + excluded.standing;
  end if;
  return null;
end $$;
create trigger membership_payments_insert_sum_revenue after insert on membership_payments
  referencing new table as booked for each statement execute function keep_revenue();
create trigger membership_payments_update_sum_revenue after update on membership_payments
  referencing old table as former new table as booked for each statement execute function keep_revenue();
create trigger sales_insert_sum_revenue after insert on sales referencing new table as booked for each statement execute function keep_revenue();
create trigger sales_update_sum_revenue after update on sales
  referencing old table as former new table as booked for each statement execute function keep_revenue();

create function keep_tender_days() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform pg_advisory_xact_lock_shared(7202, app_gym());
  -- Booked with the document, as nearly all are.
  if not exists (select from booked where id_void is not null or created_at <> made_at(gym_id, id_sale, id_payment, id_purchase, id_expense)) then
    with sums as (
        select t.gym_id, (t.created_at at time zone g."timeZone")::date as day, t.document, t.id_user, t.id_kind,
          sum(t.amount) as amount, coalesce(sum(t.amount) filter (where t.id_debt is not null), 0) as collected
        from booked t join gym_info g on g.gym_id = t.gym_id group by 1, 2, 3, 4, 5),
      days as (
        insert into tender_days as s (gym_id, day, document, id_user, id_kind, moved, standing, collected)
        select gym_id, day, document, id_user, id_kind, amount, amount, collected from sums order by 1, 2, 3, 4, 5
        on conflict (gym_id, day, document, id_user, id_kind) do update
          set moved = s.moved + excluded.moved, standing = s.standing + excluded.standing, collected = s.collected + excluded.collected)
    insert into tender_months as s (gym_id, month, document, id_user, id_kind, moved, standing, collected)
    select gym_id, date_trunc('month', day::timestamp)::date, document, id_user, id_kind, sum(amount), sum(amount), sum(collected)
    from sums group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
    on conflict (gym_id, month, document, id_user, id_kind) do update
      set moved = s.moved + excluded.moved, standing = s.standing + excluded.standing, collected = s.collected + excluded.collected;
    return null;
  end if;
  -- One statement in key order, months before days: no deadlock.
  with sums as (
      select t.gym_id, (t.at at time zone g."timeZone")::date as day, t.document, t.id_user, t.id_kind,
        sum(t.moved) as moved, sum(t.standing) as standing, sum(t.collected) as collected
      from (
          select gym_id, document, created_at as at, id_user, id_kind, amount as moved, 0 as standing,
            case when id_debt is not null then amount else 0 end as collected from booked
          union all
          select gym_id, document, made_at(gym_id, id_sale, id_payment, id_purchase, id_expense), id_user, id_kind, 0, amount, 0 from booked b where id_void is null
            or exists (select from voids w where w.gym_id = b.gym_id and w.id = b.id_void and w.id_partial_sale is not null)
          union all
          -- Paid for documents that end now, less earlier refunds of their lines.
          select o.gym_id, o.document, made_at(o.gym_id, o.id_sale, o.id_payment, o.id_purchase, o.id_expense), o.id_user, o.id_kind, 0, -o.amount, 0
          from (select distinct gym_id, id_void, id_sale, id_payment, id_purchase, id_expense from booked b where id_void is not null
              and not exists (select from voids w where w.gym_id = b.gym_id and w.id = b.id_void and w.id_partial_sale is not null)) v
            cross join lateral (
              select * from tenders where gym_id = v.gym_id and id_sale = v.id_sale and id_void is distinct from v.id_void union all
              select * from tenders where gym_id = v.gym_id and id_payment = v.id_payment and id_void is null union all
              select * from tenders where gym_id = v.gym_id and id_purchase = v.id_purchase and id_void is null union all
              select * from tenders where gym_id = v.gym_id and id_expense = v.id_expense and id_void is null) o) t
        join gym_info g on g.gym_id = t.gym_id
      group by 1, 2, 3, 4, 5),
    days as (
      insert into tender_days as s (gym_id, day, document, id_user, id_kind, moved, standing, collected)
      select gym_id, day, document, id_user, id_kind, moved, standing, collected from sums order by 1, 2, 3, 4, 5
      on conflict (gym_id, day, document, id_user, id_kind) do update
        set moved = s.moved + excluded.moved, standing = s.standing + excluded.standing, collected = s.collected + excluded.collected)
  insert into tender_months as s (gym_id, month, document, id_user, id_kind, moved, standing, collected)
  select gym_id, date_trunc('month', day::timestamp)::date, document, id_user, id_kind, sum(moved), sum(standing), sum(collected)
  from sums group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
  on conflict (gym_id, month, document, id_user, id_kind) do update
    set moved = s.moved + excluded.moved, standing = s.standing + excluded.standing, collected = s.collected + excluded.collected;
  return null;
end $$;
create trigger tenders_insert_sum_tenders after insert on tenders referencing new table as booked for each statement execute function keep_tender_days();

create function keep_sold_sums() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform pg_advisory_xact_lock_shared(7202, app_gym());
  insert into sold_sums as s (gym_id, span, since, id_product, quantity, cents)
  select i.gym_id, w.span, date_trunc(w.span, b.created_at at time zone g."timeZone")::date, i.id_product,
    sum(i.quantity), sum(100 * (i.quantity * i.unit_price - let_go(i.quantity, i.unit_price, i.discount)))
  from sold i join sales b on b.gym_id = i.gym_id and b.id = i.id_sale join gym_info g on g.gym_id = i.gym_id
    cross join (values ('day'), ('month')) w (span)
  group by 1, 2, 3, 4 order by 1, 2, 3, 4
  on conflict (gym_id, span, since, id_product) do update set quantity = s.quantity + excluded.quantity, cents = s.cents + excluded.cents;
  if exists (select from sold where discount > 0) then
    insert into given_days as s (gym_id, day, id_user, lines, voided, amount)
    select i.gym_id, (b.created_at at time zone g."timeZone")::date, b.id_user, count(*), 0, sum(let_go(i.quantity, i.unit_price, i.discount))
    from sold i join sales b on b.gym_id = i.gym_id and b.id = i.id_sale join gym_info g on g.gym_id = i.gym_id
    where i.discount > 0 group by 1, 2, 3 order by 1, 2, 3
    on conflict (gym_id, day, id_user) do update set lines = s.lines + excluded.lines, amount = s.amount + excluded.amount;
  end if;
  return null;
end $$;
create trigger sale_items_insert_sum_sold_products after insert on sale_items referencing new table as sold for each statement execute function keep_sold_sums();

create function unsell_sums() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from booked b join former f using (gym_id, id) where b.voided_at is distinct from f.voided_at;
  if not found then return null; end if;
  perform pg_advisory_xact_lock_shared(7202, gym_id) from (select distinct gym_id from booked) gyms;
  insert into sold_sums as s (gym_id, span, since, id_product, quantity, cents)
  select i.gym_id, w.span, date_trunc(w.span, b.created_at at time zone g."timeZone")::date, i.id_product,
    -sum(rest.quantity), -sum(100 * (rest.quantity * i.unit_price - rest.discount))
  from booked b join sale_items i on i.gym_id = b.gym_id and i.id_sale = b.id join gym_info g on g.gym_id = i.gym_id
    cross join (values ('day'), ('month')) w (span)
    cross join lateral (
      select i.quantity - coalesce(sum(v.quantity), 0) as quantity, let_go(i.quantity, i.unit_price, i.discount) - coalesce(sum(v.discount), 0) as discount
      from void_lines v where v.gym_id = i.gym_id and v.id_sale = i.id_sale and v.line = i.line) rest
  where b.voided_at is not null group by 1, 2, 3, 4 order by 1, 2, 3, 4
  on conflict (gym_id, span, since, id_product) do update set quantity = s.quantity + excluded.quantity, cents = s.cents + excluded.cents;
  insert into given_days as s (gym_id, day, id_user, lines, voided, amount)
  select i.gym_id, (b.created_at at time zone g."timeZone")::date, b.id_user, -count(*), count(*), -sum(rest.discount)
  from booked b join sale_items i on i.gym_id = b.gym_id and i.id_sale = b.id join gym_info g on g.gym_id = i.gym_id
    cross join lateral (
      select i.quantity - coalesce(sum(v.quantity), 0) as quantity, let_go(i.quantity, i.unit_price, i.discount) - coalesce(sum(v.discount), 0) as discount
      from void_lines v where v.gym_id = i.gym_id and v.id_sale = i.id_sale and v.line = i.line) rest
  where b.voided_at is not null and i.discount > 0 group by 1, 2, 3 order by 1, 2, 3
  on conflict (gym_id, day, id_user) do update
    set lines = s.lines + excluded.lines, voided = s.voided + excluded.voided, amount = s.amount + excluded.amount;
  return null;
end $$;
create trigger sales_update_sum_sold_products after update on sales
  referencing old table as former new table as booked for each statement execute function unsell_sums();

-- Sums by product and of discounts follow lines that are voided on their own.
create function take_off_lines() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from (select distinct gym_id, id_sale, line from voided) l join sale_items i using (gym_id, id_sale, line)
  where i.quantity < (select sum(v.quantity) from void_lines v where v.gym_id = i.gym_id and v.id_sale = i.id_sale and v.line = i.line);
  if found then raise exception 'more is voided than was sold' using errcode = '23514', constraint = 'void_lines_left'; end if;
  perform pg_advisory_xact_lock_shared(7202, app_gym());
  insert into sold_sums as s (gym_id, span, since, id_product, quantity, cents)
  select i.gym_id, w.span, date_trunc(w.span, b.created_at at time zone g."timeZone")::date, i.id_product,
    -sum(v.quantity), -sum(100 * (v.quantity * i.unit_price - v.discount))
  from voided v join sale_items i using (gym_id, id_sale, line) join sales b on b.gym_id = i.gym_id and b.id = i.id_sale
    join gym_info g on g.gym_id = i.gym_id cross join (values ('day'), ('month')) w (span)
  group by 1, 2, 3, 4 order by 1, 2, 3, 4
  on conflict (gym_id, span, since, id_product) do update set quantity = s.quantity + excluded.quantity, cents = s.cents + excluded.cents;
  insert into given_days as s (gym_id, day, id_user, lines, voided, amount)
  select i.gym_id, (b.created_at at time zone g."timeZone")::date, b.id_user, 0, 0, -sum(v.discount)
  from voided v join sale_items i using (gym_id, id_sale, line) join sales b on b.gym_id = i.gym_id and b.id = i.id_sale
    join gym_info g on g.gym_id = i.gym_id
  where i.discount > 0 group by 1, 2, 3 order by 1, 2, 3
  on conflict (gym_id, day, id_user) do update set amount = s.amount + excluded.amount;
  return null;
end $$;
create trigger void_lines_insert_sum_sold_products after insert on void_lines referencing new table as voided for each statement execute function take_off_lines();

-- Of a sale that ends without a refund the tenders, which come to nothing together, count no longer by method.
create function unstand_tenders(gym integer, sale bigint) returns void
  language sql security definer set search_path = public, pg_temp as $$
  with sums as (
      select (b.created_at at time zone g."timeZone")::date as day, t.document, t.id_user, t.id_kind, sum(t.amount) as amount
      from tenders t join sales b on b.gym_id = t.gym_id and b.id = t.id_sale join gym_info g on g.gym_id = t.gym_id
      where t.gym_id = gym and t.id_sale = sale group by 1, 2, 3, 4),
    days as (
      update tender_days d set standing = d.standing - s.amount from sums s
      where (d.gym_id, d.day, d.document, d.id_user, d.id_kind) = (gym, s.day, s.document, s.id_user, s.id_kind))
  update tender_months d set standing = d.standing - s.amount from sums s
  where (d.gym_id, d.month, d.document, d.id_user, d.id_kind) = (gym, date_trunc('month', s.day::timestamp)::date, s.document, s.id_user, s.id_kind);
$$;
revoke execute on function unstand_tenders from public;

create function deal_revenue(gym integer, zone text) returns void
  language sql security definer set search_path = public, pg_temp as $$
  delete from revenue_days where gym_id = gym;
  insert into revenue_days (gym_id, kind, day, id_user, total, standing)
  select gym, kind, (at at time zone zone)::date, id_user, sum(amount), sum(standing) from (
    select 'sale' as kind, created_at as at, id_user, amount_total as amount, case when voided_at is null then amount_total - partly_voided(gym, id) else 0 end as standing
    from sales where gym_id = gym
    union all
    select 'sale', voided_at, id_user, partly_voided(gym, id) - amount_total, 0 from sales where gym_id = gym and voided_at is not null
    union all
    select 'sale', v.created_at, b.id_user, -v.amount, 0 from voids v join sales b on b.gym_id = v.gym_id and b.id = v.id_partial_sale where v.gym_id = gym
    union all
    select 'payment', payment_date, id_user, price, case when voided_at is null then price else 0 end from membership_payments where gym_id = gym
    union all
    select 'payment', voided_at, id_user, -price, 0 from membership_payments where gym_id = gym and voided_at is not null) moved
  group by kind, 3, id_user;
$$;
revoke execute on function deal_revenue from public;

create function deal_tender_months(gym integer) returns void
  language sql security definer set search_path = public, pg_temp as $$
  delete from tender_months where gym_id = gym;
  insert into tender_months (gym_id, month, document, id_user, id_kind, moved, standing, collected)
  select gym, date_trunc('month', day::timestamp)::date, document, id_user, id_kind, sum(moved), sum(standing), sum(collected)
  from tender_days where gym_id = gym group by 2, 3, 4, 5 order by 2, 3, 4, 5;
$$;
revoke execute on function deal_tender_months from public;

-- Computes all sums of a gym anew from its ledgers; the caller locks out writers.
create function deal_sums(gym integer, zone text) returns void
  language sql security definer set search_path = public, pg_temp as $$
  select deal_revenue(gym, zone);
  delete from tender_days where gym_id = gym;
  delete from sold_sums where gym_id = gym;
  delete from given_days where gym_id = gym;
  insert into tender_days (gym_id, day, document, id_user, id_kind, moved, standing, collected)
  select gym, (t.at at time zone zone)::date, t.document, t.id_user, t.id_kind, sum(t.moved), sum(t.standing), sum(t.collected)
  from (
    select document, created_at as at, id_user, id_kind, amount as moved, 0 as standing, case when id_debt is not null then amount else 0 end as collected
    from tenders where gym_id = gym
    union all
    select t.document, d.at, t.id_user, t.id_kind, 0, t.amount, 0
    from tenders t join (
        select 'sale' as document, id, created_at as at from sales where gym_id = gym and voided_at is null union all
        select 'payment', id, payment_date from membership_payments where gym_id = gym and voided_at is null union all
        select 'purchase', id, created_at from purchases where gym_id = gym and voided_at is null union all
        select 'expense', id, created_at from expenses where gym_id = gym and voided_at is null) d
      on d.document = t.document and d.id = coalesce(t.id_sale, t.id_payment, t.id_purchase, t.id_expense)
    where t.gym_id = gym) t
  group by 2, 3, 4, 5 order by 2, 3, 4, 5;
  select deal_tender_months(gym);
  insert into sold_sums (gym_id, span, since, id_product, quantity, cents)
  select gym, w.span, date_trunc(w.span, b.created_at at time zone zone)::date, i.id_product, sum(rest.quantity), sum(100 * (rest.quantity * i.unit_price - rest.discount))
  from sales b join sale_items i on i.gym_id = b.gym_id and i.id_sale = b.id cross join (values ('day'), ('month')) w (span)
    cross join lateral (
      select i.quantity - coalesce(sum(v.quantity), 0) as quantity, let_go(i.quantity, i.unit_price, i.discount) - coalesce(sum(v.discount), 0) as discount
      from void_lines v where v.gym_id = i.gym_id and v.id_sale = i.id_sale and v.line = i.line) rest
  -- In index order, in which it is read.
  where b.gym_id = gym and b.voided_at is null group by 2, 3, 4 order by 2, 3, 4;
  insert into given_days (gym_id, day, id_user, lines, voided, amount)
  select gym, (b.created_at at time zone zone)::date, b.id_user,
    count(*) filter (where b.voided_at is null), count(*) filter (where b.voided_at is not null),
    coalesce(sum(rest.discount) filter (where b.voided_at is null), 0)
  from sale_items i join sales b on b.gym_id = i.gym_id and b.id = i.id_sale
    cross join lateral (
      select i.quantity - coalesce(sum(v.quantity), 0) as quantity, let_go(i.quantity, i.unit_price, i.discount) - coalesce(sum(v.discount), 0) as discount
      from void_lines v where v.gym_id = i.gym_id and v.id_sale = i.id_sale and v.line = i.line) rest
  where i.gym_id = gym and i.discount > 0 group by 2, 3;
$$;
revoke execute on function deal_sums from public;

-- The calendar days of sums, debts and memberships follow the gym's time zone.
create function follow_zone() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new."timeZone" = old."timeZone" then return null; end if;
  perform place_payments(c.id) from (
    select distinct p.id_client as id from visit_counts v join membership_payments p on p.gym_id = v.gym_id and p.id = v.id_payment
    where v.gym_id = new.gym_id order by 1) c;
  perform from debts d where d.gym_id = new.gym_id
    and not exists (select from voids v where v.gym_id = d.gym_id and (v.id_sale = d.id_sale or v.id_payment = d.id_payment))
  order by d.id_client, d.created_at, d.id for update;
  update debts d set since = d.since + ((d.created_at at time zone new."timeZone")::date - (d.created_at at time zone old."timeZone")::date)
  where d.gym_id = new.gym_id
    and not exists (select from voids v where v.gym_id = d.gym_id and (v.id_sale = d.id_sale or v.id_payment = d.id_payment));
  perform pg_advisory_xact_lock(7202, new.gym_id);
  perform deal_sums(new.gym_id, new."timeZone");
  return null;
end $$;
create trigger gym_info_update_rebuild_totals after update of "timeZone" on gym_info for each row execute function follow_zone();
