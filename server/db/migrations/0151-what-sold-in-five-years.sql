-- beside: 0035
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

select own_by_gym('sold_sums', null);
select own_by_gym('given_days', null);
revoke all on sold_sums, given_days from torniquete_server;
grant select on sold_sums, given_days to torniquete_server;

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

-- Visits of a client are counted by days of the gym's zone too, and what they owe is owed since a day of it. Their rows are locked
-- first, as by who sells and who pays.
create or replace function follow_zone() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new."timeZone" = old."timeZone" then return null; end if;
  perform place_payments(c.id) from (
    select distinct p.id_client as id from visit_counts v join membership_payments p on p.gym_id = v.gym_id and p.id = v.id_payment
    where v.gym_id = new.gym_id order by 1) c;
  perform from debts where gym_id = new.gym_id and owed > 0 order by id_client, created_at, id for update;
  update debts set since = since + ((created_at at time zone new."timeZone")::date - (created_at at time zone old."timeZone")::date)
  where gym_id = new.gym_id and owed > 0;
  perform pg_advisory_xact_lock(7202, new.gym_id);
  perform deal_sums(new.gym_id, new."timeZone");
  return null;
end $$;
