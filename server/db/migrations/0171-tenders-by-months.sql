-- outside a transaction
-- beside: 0035
-- What of it was paid of debts.
alter table tender_days add column if not exists collected numeric(20, 2) not null default 0;

-- The same by months: of years their months are read, and days at their ends alone.
create table if not exists tender_months (
  gym_id integer not null,
  month date not null,
  document text not null,
  id_user bigint not null,
  id_kind bigint not null,
  moved numeric(20, 2) not null,
  standing numeric(20, 2) not null,
  collected numeric(20, 2) not null,
  primary key (gym_id, month, document, id_user, id_kind)
);
select own_by_gym('tender_months', null) where not exists (select from pg_policy where polrelid = 'tender_months'::regclass);
revoke all on tender_months from torniquete_server;
grant select on tender_months to torniquete_server;

create or replace function keep_tender_days() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform pg_advisory_xact_lock_shared(7202, app_gym());
  -- With the document, as nearly all.
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
  -- In one statement, in the order of the keys, months before days: they are locked in no circle.
  with sums as (
      select t.gym_id, (t.at at time zone g."timeZone")::date as day, t.document, t.id_user, t.id_kind,
        sum(t.moved) as moved, sum(t.standing) as standing, sum(t.collected) as collected
      from (
          select gym_id, document, created_at as at, id_user, id_kind, amount as moved, 0 as standing,
            case when id_debt is not null then amount else 0 end as collected from booked
          union all
          select gym_id, document, made_at(gym_id, id_sale, id_payment, id_purchase, id_expense), id_user, id_kind, 0, amount, 0 from booked where id_void is null
          union all
          -- What was paid for what is voided now.
          select o.gym_id, o.document, made_at(o.gym_id, o.id_sale, o.id_payment, o.id_purchase, o.id_expense), o.id_user, o.id_kind, 0, -o.amount, 0
          from (select distinct gym_id, id_void, id_sale, id_payment, id_purchase, id_expense from booked where id_void is not null) v
            cross join lateral (
              select * from tenders where gym_id = v.gym_id and id_sale = v.id_sale and id_void is null union all
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

create or replace function deal_tender_months(gym integer) returns void
  language sql security definer set search_path = public, pg_temp as $$
  delete from tender_months where gym_id = gym;
  insert into tender_months (gym_id, month, document, id_user, id_kind, moved, standing, collected)
  select gym, date_trunc('month', day::timestamp)::date, document, id_user, id_kind, sum(moved), sum(standing), sum(collected)
  from tender_days where gym_id = gym group by 2, 3, 4, 5 order by 2, 3, 4, 5;
$$;

revoke execute on function deal_tender_months from public;

create or replace function deal_sums(gym integer, zone text) returns void
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
    where t.gym_id = gym and t.id_void is null) t
  group by 2, 3, 4, 5 order by 2, 3, 4, 5;
  select deal_tender_months(gym);
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

-- Gym by gym: who sells there meanwhile waits for their own.
do $$
declare
  own integer;
begin
  for own in select id from gyms where id > 0 order by id loop
    perform set_config('app.gym_id', own::text, true);
    perform pg_advisory_xact_lock(7202, own);
    update tender_days s set collected = c.amount
    from (
      select (t.created_at at time zone i."timeZone")::date as day, t.document, t.id_user, t.id_kind, sum(t.amount) as amount
      from tenders t join gym_info i on i.gym_id = t.gym_id where t.gym_id = own and t.id_debt is not null group by 1, 2, 3, 4) c
    where s.gym_id = own and s.day = c.day and s.document = c.document and s.id_user = c.id_user and s.id_kind = c.id_kind;
    perform deal_tender_months(own);
    commit;
  end loop;
end $$;

-- By which collections the debts of some clients were paid is read of an index alone.
create index concurrently if not exists tenders_paid_of_debt on tenders (gym_id, id_debt) include (id_collection) where id_debt is not null;

drop index concurrently if exists tenders_of_debt;
