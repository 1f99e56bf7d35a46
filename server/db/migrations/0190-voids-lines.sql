-- beside: 0035
-- A void of some lines of a sale names the sale here: `id_sale` stays the void that ends it. `amount` is what the lines came to,
-- `annulled` the part of it that was still owed; the rest is given back.
alter table voids add column id_partial_sale bigint, add column amount numeric(12, 2),
  add column annulled numeric(12, 2);
alter table voids add constraint voids_gym_id_id_partial_sale_fkey foreign key (gym_id, id_partial_sale) references sales (gym_id, id) not valid;
alter table voids drop constraint voids_check;
alter table voids add constraint voids_check
  check (num_nonnulls(id_expense, id_partial_sale, id_payment, id_purchase, id_sale) = 1) not valid;
alter table voids add constraint voids_partial check (
  case when id_partial_sale is null then num_nonnulls(amount, annulled) = 0 else amount >= 0 and annulled >= 0 and annulled <= amount end) not valid;

-- Lines of a sale that a void takes back before the sale ends: `amount` is the part of the line's total, `discount` the part of its discount.
create table void_lines (
  gym_id integer not null,
  id_void bigint not null,
  id_sale bigint not null,
  line smallint not null,
  quantity integer not null check (quantity > 0),
  amount numeric(12, 2) not null check (amount >= 0),
  discount numeric(12, 2) not null check (discount >= 0),
  primary key (gym_id, id_void, line),
  foreign key (gym_id, id_void) references voids (gym_id, id),
  foreign key (gym_id, id_sale, line) references sale_items (gym_id, id_sale, line)
);
create index void_lines_of_sale on void_lines (gym_id, id_sale, line) include (quantity, amount, discount);
select own_by_gym('void_lines', null);
grant select, insert on void_lines to torniquete_server;
revoke update, delete on void_lines from torniquete_server;

-- The void of some lines that moved it; other movements of a void belong to the one that ends the sale.
alter table stock_movements add column id_void bigint;
alter table stock_movements add constraint stock_movements_gym_id_id_void_fkey foreign key (gym_id, id_void) references voids (gym_id, id) not valid;

create function partly_voided(gym integer, sale bigint) returns numeric
  language sql stable as $$
  select coalesce(sum(amount), 0) from voids where gym_id = gym and id_partial_sale = sale
$$;

-- Sums by product and of discounts follow the lines that are voided by themselves.
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
create trigger summed after insert on void_lines referencing new table as voided for each statement execute function take_off_lines();

-- Sums of a sale that ends leave out what was voided of it before.

-- A sale that ends without giving anything back: its tenders, which come to nothing together, count no longer by kind.
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
revoke execute on function unstand_tenders(integer, bigint) from public;

create or replace function carry_out_void() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  named constant jsonb := to_jsonb(new);
  document record;
  marked bigint;
  -- Lines of it were voided before; the server then says how the rest is given back.
  parted constant boolean := exists (select from voids where gym_id = new.gym_id and id_partial_sale = new.id_sale);
begin
  if new.id_partial_sale is not null then
    update sales set version = version + 1 where gym_id = new.gym_id and id = new.id_partial_sale and voided_at is null;
    if not found then raise exception 'sale % is void', new.id_partial_sale using errcode = '23505', constraint = 'voids_sale'; end if;
    perform pg_advisory_xact_lock_shared(7202, new.gym_id);
    insert into revenue_days as r (gym_id, kind, day, id_user, total, standing)
    select b.gym_id, 'sale', (m.at at time zone g."timeZone")::date, b.id_user, sum(m.total * new.amount), sum(m.standing * new.amount)
    from sales b join gym_info g on g.gym_id = b.gym_id
      cross join lateral (values (new.created_at, -1, 0), (b.created_at, 0, -1)) m (at, total, standing)
    where b.gym_id = new.gym_id and b.id = new.id_partial_sale group by 1, 2, 3, 4 order by 1, 3, 4
    on conflict (gym_id, kind, day, id_user) do update set total = r.total + excluded.total, standing = r.standing + excluded.standing;
    if new.annulled > 0 then
      update debts set annulled = annulled + new.annulled, owed = owed - new.annulled,
        settled_at = case when owed = new.annulled then new.created_at end
      where gym_id = new.gym_id and id_sale = new.id_partial_sale and owed >= new.annulled;
      if not found then raise exception 'so much is not owed' using errcode = '23514', constraint = 'debts_owed'; end if;
    end if;
    return null;
  end if;
  select v.name, v.target, (named ->> v.name)::bigint as id into strict document from voidable() v where named ->> v.name is not null;
  execute format('update %s set voided_at = $1, version = version + 1 where gym_id = $2 and id = $3', document.target)
    using new.created_at, new.gym_id, document.id;
  get diagnostics marked = row_count;
  if marked <> 1 then raise exception 'a void of % %, which is not there', document.target, document.id; end if;
  if new.id_sale is not null then
    update debts set annulled = annulled + owed, owed = 0, settled_at = new.created_at where gym_id = new.gym_id and id_sale = new.id_sale and owed > 0;
  elsif new.id_payment is not null then
    update debts set annulled = annulled + owed, owed = 0, settled_at = new.created_at where gym_id = new.gym_id and id_payment = new.id_payment and owed > 0;
  end if;
  if new.id_sale is not null or new.id_purchase is not null then
    insert into stock_movements (gym_id, id_product, quantity, reason, id_sale, id_purchase)
    select gym_id, id_product, -sum(quantity), 'void', id_sale, id_purchase from stock_movements
    where gym_id = new.gym_id and (id_sale = new.id_sale or id_purchase = new.id_purchase)
    group by gym_id, id_product, id_sale, id_purchase, case when not parted then id end having sum(quantity) <> 0 order by id_product, min(id);
  end if;
  if not exists (select from tenders where gym_id = new.gym_id and id_void = new.id) then
    if parted then
      perform unstand_tenders(new.gym_id, new.id_sale);
      return null;
    end if;
    execute format(
      'insert into tenders (gym_id, id_sale, id_payment, id_purchase, id_expense, id_void, id_kind, kind_name, amount, created_at, id_user)
       select t.gym_id, t.id_sale, t.id_payment, t.id_purchase, t.id_expense, $3, t.id_kind, max(t.kind_name), -sum(t.amount), $4, d.id_user
       from tenders t join %1$s d on d.gym_id = t.gym_id and d.id = t.%2$I
       where t.gym_id = $1 and t.%2$I = $2 and t.id_void is null group by 1, 2, 3, 4, 5, 7, 11 having sum(t.amount) > 0 order by 7', document.target, document.name)
      using new.gym_id, document.id, new.id, new.created_at;
  end if;
  return null;
end $$;

-- Below zero: given back by voids of some lines of a sale, but for the void `ending`.
create function given_back_of(gym integer, sale bigint, ending bigint) returns numeric
  language sql stable as $$
  select coalesce(sum(amount), 0) from tenders where gym_id = gym and id_sale = sale and id_void <> ending
$$;

create or replace function hold_tender() returns trigger
  language plpgsql as $$
begin
  if new.id_void is null then
    if paid_with(new) + left_owing(new.gym_id, new.id_sale, new.id_payment) = due_by(new) then return null; end if;
  elsif exists (
    select from voids v where v.gym_id = new.gym_id and v.id = new.id_void
      and (coalesce(v.id_sale, v.id_partial_sale), v.id_payment, v.id_purchase, v.id_expense) is not distinct from (new.id_sale, new.id_payment, new.id_purchase, new.id_expense)
      and (select sum(r.amount) from tenders r where r.gym_id = v.gym_id and r.id_void = v.id)
        = case when v.id_partial_sale is not null then v.annulled - v.amount
          else coalesce(-paid_with(new) - given_back_of(new.gym_id, new.id_sale, v.id),
            left_owing(new.gym_id, new.id_sale, new.id_payment) - due_by(new) + partly_voided(new.gym_id, new.id_sale)) end
  ) then return null;
  end if;
  raise exception 'tenders of % do not come to it', new using errcode = '23514', constraint = 'tenders_whole';
end $$;

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
          select gym_id, document, made_at(gym_id, id_sale, id_payment, id_purchase, id_expense), id_user, id_kind, 0, amount, 0 from booked b where id_void is null
            or exists (select from voids w where w.gym_id = b.gym_id and w.id = b.id_void and w.id_partial_sale is not null)
          union all
          -- Paid for documents that end now, less what was given back of their lines before.
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

create or replace function unsell_sums() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
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

create or replace function deal_revenue(gym integer, zone text) returns void
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
    where t.gym_id = gym) t
  group by 2, 3, 4, 5 order by 2, 3, 4, 5;
  select deal_tender_months(gym);
  insert into sold_sums (gym_id, span, since, id_product, quantity, cents)
  select gym, w.span, date_trunc(w.span, b.created_at at time zone zone)::date, i.id_product, sum(rest.quantity), sum(100 * (rest.quantity * i.unit_price - rest.discount))
  from sales b join sale_items i on i.gym_id = b.gym_id and i.id_sale = b.id cross join (values ('day'), ('month')) w (span)
    cross join lateral (
      select i.quantity - coalesce(sum(v.quantity), 0) as quantity, let_go(i.quantity, i.unit_price, i.discount) - coalesce(sum(v.discount), 0) as discount
      from void_lines v where v.gym_id = i.gym_id and v.id_sale = i.id_sale and v.line = i.line) rest
  -- In its order, in which it is read.
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
