-- beside: 0035
-- What would grow with the years is summed when it is booked, by days of the gym's calendar; what there is of each product by months
-- besides: of a span of years its months are read, and days at its ends alone. The sums are made of the ledgers by triggers, and by
-- nothing else; that what they name is there the ledgers see to, so no reference is looked up a second time.

-- `moved`: what changed hands on that day, what voids gave back among it. `standing`: what was paid for the documents of that day
-- that stand, whenever it was paid.
create table tender_days (
  gym_id integer not null,
  day date not null,
  document text not null,
  id_user bigint not null,
  id_kind bigint not null,
  moved numeric(20, 2) not null,
  standing numeric(20, 2) not null,
  primary key (gym_id, day, document, id_user, id_kind)
);

-- Of the sales of those days that stand: how many of each product, and what came in for them less discount, without tax, in
-- hundredths: of all that is summed these are the most rows, and whole numbers are summed in a fraction of the time.
create table sold_sums (
  gym_id integer not null,
  span text not null check (span in ('day', 'month')),
  since date not null,
  id_product bigint not null,
  quantity integer not null,
  cents bigint not null,
  primary key (gym_id, span, since, id_product)
);

-- Of the same lines those with a discount: how many of sales that stand, and of voided ones; what was let go, of the first.
create table given_days (
  gym_id integer not null,
  day date not null,
  id_user bigint not null,
  lines integer not null,
  voided integer not null,
  amount numeric(20, 2) not null,
  primary key (gym_id, day, id_user)
);

select own_by_gym('tender_days', null);
select own_by_gym('sold_sums', null);
select own_by_gym('given_days', null);
revoke all on tender_days, sold_sums, given_days from torniquete_server;
grant select on tender_days, sold_sums, given_days to torniquete_server;

-- What the documents of a day come to that stand; `total` counts a void on its own day.
alter table revenue_days add column standing numeric(20, 2) not null default 0;

create or replace function keep_revenue() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'UPDATE' then
    perform from booked b join former f using (gym_id, id) where b.voided_at is distinct from f.voided_at;
    if not found then return null; end if;
  end if;
  -- not while a change of the zone deals the days anew
  perform pg_advisory_xact_lock_shared(7202, gym_id) from (select distinct gym_id from booked) gyms;
  -- What is voided was booked by a statement of before, which is summed already.
  if tg_table_name = 'sales' then
    insert into revenue_days as r (gym_id, kind, day, id_user, total, standing)
    select b.gym_id, 'sale', (m.at at time zone g."timeZone")::date, b.id_user, sum(m.total * b.amount_total), sum(m.standing * b.amount_total)
    from booked b join gym_info g on g.gym_id = b.gym_id cross join lateral (
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

create or replace function deal_revenue(gym integer, zone text) returns void
  language sql security definer set search_path = public, pg_temp as $$
  delete from revenue_days where gym_id = gym;
  insert into revenue_days (gym_id, kind, day, id_user, total, standing)
  select gym, kind, (at at time zone zone)::date, id_user, sum(amount), sum(standing) from (
    select 'sale' as kind, created_at as at, id_user, amount_total as amount, case when voided_at is null then amount_total else 0 end as standing
    from sales where gym_id = gym
    union all
    select 'sale', voided_at, id_user, -amount_total, 0 from sales where gym_id = gym and voided_at is not null
    union all
    select 'payment', payment_date, id_user, price, case when voided_at is null then price else 0 end from membership_payments where gym_id = gym
    union all
    select 'payment', voided_at, id_user, -price, 0 from membership_payments where gym_id = gym and voided_at is not null) moved
  group by kind, 3, id_user;
$$;

-- When the one document was made that is named.
create function made_at(gym integer, sale bigint, payment bigint, purchase bigint, expense bigint) returns timestamptz
  language plpgsql stable set search_path = public, pg_temp as $$
begin
  if sale is not null then return (select created_at from sales where gym_id = gym and id = sale);
  elsif payment is not null then return (select payment_date from membership_payments where gym_id = gym and id = payment);
  elsif purchase is not null then return (select created_at from purchases where gym_id = gym and id = purchase);
  end if;
  return (select created_at from expenses where gym_id = gym and id = expense);
end $$;

create function keep_tender_days() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform pg_advisory_xact_lock_shared(7202, app_gym());
  -- With the document, as nearly all.
  if not exists (select from booked where id_void is not null or created_at <> made_at(gym_id, id_sale, id_payment, id_purchase, id_expense)) then
    insert into tender_days as s (gym_id, day, document, id_user, id_kind, moved, standing)
    select t.gym_id, (t.created_at at time zone g."timeZone")::date, t.document, t.id_user, t.id_kind, sum(t.amount), sum(t.amount)
    from booked t join gym_info g on g.gym_id = t.gym_id
    group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
    on conflict (gym_id, day, document, id_user, id_kind) do update set moved = s.moved + excluded.moved, standing = s.standing + excluded.standing;
    return null;
  end if;
  -- In one statement, in the order of the key: days are locked in no circle.
  insert into tender_days as s (gym_id, day, document, id_user, id_kind, moved, standing)
  select t.gym_id, (t.at at time zone g."timeZone")::date, t.document, t.id_user, t.id_kind, sum(t.moved), sum(t.standing)
  from (
      select gym_id, document, created_at as at, id_user, id_kind, amount as moved, 0 as standing from booked
      union all
      select gym_id, document, made_at(gym_id, id_sale, id_payment, id_purchase, id_expense), id_user, id_kind, 0, amount from booked where id_void is null
      union all
      -- What was paid for what is voided now.
      select o.gym_id, o.document, made_at(o.gym_id, o.id_sale, o.id_payment, o.id_purchase, o.id_expense), o.id_user, o.id_kind, 0, -o.amount
      from (select distinct gym_id, id_void, id_sale, id_payment, id_purchase, id_expense from booked where id_void is not null) v
        cross join lateral (
          select * from tenders where gym_id = v.gym_id and id_sale = v.id_sale and id_void is null union all
          select * from tenders where gym_id = v.gym_id and id_payment = v.id_payment and id_void is null union all
          select * from tenders where gym_id = v.gym_id and id_purchase = v.id_purchase and id_void is null union all
          select * from tenders where gym_id = v.gym_id and id_expense = v.id_expense and id_void is null) o) t
    join gym_info g on g.gym_id = t.gym_id
  group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
  on conflict (gym_id, day, document, id_user, id_kind) do update set moved = s.moved + excluded.moved, standing = s.standing + excluded.standing;
  return null;
end $$;
create trigger summed after insert on tenders referencing new table as booked for each statement execute function keep_tender_days();

-- What a line's discount comes to.
create function let_go(quantity integer, unit_price numeric, discount numeric) returns numeric language sql immutable as $$
  select round(quantity * unit_price * discount / 100, 2)
$$;

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
create trigger summed after insert on sale_items referencing new table as sold for each statement execute function keep_sold_sums();

create function unsell_sums() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from booked b join former f using (gym_id, id) where b.voided_at is distinct from f.voided_at;
  if not found then return null; end if;
  perform pg_advisory_xact_lock_shared(7202, gym_id) from (select distinct gym_id from booked) gyms;
  insert into sold_sums as s (gym_id, span, since, id_product, quantity, cents)
  select i.gym_id, w.span, date_trunc(w.span, b.created_at at time zone g."timeZone")::date, i.id_product,
    -sum(i.quantity), -sum(100 * (i.quantity * i.unit_price - let_go(i.quantity, i.unit_price, i.discount)))
  from booked b join sale_items i on i.gym_id = b.gym_id and i.id_sale = b.id join gym_info g on g.gym_id = i.gym_id
    cross join (values ('day'), ('month')) w (span)
  where b.voided_at is not null group by 1, 2, 3, 4 order by 1, 2, 3, 4
  on conflict (gym_id, span, since, id_product) do update set quantity = s.quantity + excluded.quantity, cents = s.cents + excluded.cents;
  insert into given_days as s (gym_id, day, id_user, lines, voided, amount)
  select i.gym_id, (b.created_at at time zone g."timeZone")::date, b.id_user, -count(*), count(*), -sum(let_go(i.quantity, i.unit_price, i.discount))
  from booked b join sale_items i on i.gym_id = b.gym_id and i.id_sale = b.id join gym_info g on g.gym_id = i.gym_id
  where b.voided_at is not null and i.discount > 0 group by 1, 2, 3 order by 1, 2, 3
  on conflict (gym_id, day, id_user) do update
    set lines = s.lines + excluded.lines, voided = s.voided + excluded.voided, amount = s.amount + excluded.amount;
  return null;
end $$;
create trigger summed_void_lines after update on sales referencing old table as former new table as booked for each statement execute function unsell_sums();

-- All sums of a gym anew, of its ledgers; the caller keeps who books away.
create function deal_sums(gym integer, zone text) returns void
  language sql security definer set search_path = public, pg_temp as $$
  select deal_revenue(gym, zone);
  delete from tender_days where gym_id = gym;
  delete from sold_sums where gym_id = gym;
  delete from given_days where gym_id = gym;
  insert into tender_days (gym_id, day, document, id_user, id_kind, moved, standing)
  select gym, (t.at at time zone zone)::date, t.document, t.id_user, t.id_kind, sum(t.moved), sum(t.standing)
  from (
    select document, created_at as at, id_user, id_kind, amount as moved, 0 as standing from tenders where gym_id = gym
    union all
    select t.document, d.at, t.id_user, t.id_kind, 0, t.amount
    from tenders t join (
        select 'sale' as document, id, created_at as at from sales where gym_id = gym and voided_at is null union all
        select 'payment', id, payment_date from membership_payments where gym_id = gym and voided_at is null union all
        select 'purchase', id, created_at from purchases where gym_id = gym and voided_at is null union all
        select 'expense', id, created_at from expenses where gym_id = gym and voided_at is null) d
      on d.document = t.document and d.id = coalesce(t.id_sale, t.id_payment, t.id_purchase, t.id_expense)
    where t.gym_id = gym and t.id_void is null) t
  group by 2, 3, 4, 5 order by 2, 3, 4, 5;
  insert into sold_sums (gym_id, span, since, id_product, quantity, cents)
  select gym, w.span, date_trunc(w.span, b.created_at at time zone zone)::date, i.id_product, sum(i.quantity), sum(100 * (i.quantity * i.unit_price - let_go(i.quantity, i.unit_price, i.discount)))
  from sales b join sale_items i on i.gym_id = b.gym_id and i.id_sale = b.id cross join (values ('day'), ('month')) w (span)
  -- In its order, in which it is read.
  where b.gym_id = gym and b.voided_at is null group by 2, 3, 4 order by 2, 3, 4;
  insert into given_days (gym_id, day, id_user, lines, voided, amount)
  select gym, (b.created_at at time zone zone)::date, b.id_user,
    count(*) filter (where b.voided_at is null), count(*) filter (where b.voided_at is not null),
    coalesce(sum(let_go(i.quantity, i.unit_price, i.discount)) filter (where b.voided_at is null), 0)
  from sale_items i join sales b on b.gym_id = i.gym_id and b.id = i.id_sale
  where i.gym_id = gym and i.discount > 0 group by 2, 3;
$$;
revoke execute on function deal_sums(integer, text) from public;

-- Visits of a client are counted by days of the gym's zone too. Their rows are locked first, as by who sells.
create or replace function follow_zone() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new."timeZone" = old."timeZone" then return null; end if;
  perform place_payments(c.id) from (
    select distinct p.id_client as id from visit_counts v join membership_payments p on p.gym_id = v.gym_id and p.id = v.id_payment
    where v.gym_id = new.gym_id order by 1) c;
  perform pg_advisory_xact_lock(7202, new.gym_id);
  perform deal_sums(new.gym_id, new."timeZone");
  return null;
end $$;
