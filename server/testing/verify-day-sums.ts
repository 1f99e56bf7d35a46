// Compares daily sums and shift reports with sums recomputed from the ledgers.
import { queryAsOwner } from './database-digest.ts'
import type { TestApp } from './test-app.ts'

/** Stores the sums of the gym's days before `before`, as the hourly sweep does. */
export const storeDaySums = (app: TestApp, gym: number, before: string): Promise<unknown> =>
  queryAsOwner(app, `select set_config('app.gym_id', '${gym}', false), store_sums_before('${before}')`)

const anyZone = 'America/Santo_Domingo'

/** Sums of the voids that name line `i`, without voids of the complete sale. */
const voidedLines = `select coalesce(sum(quantity), 0) as quantity, coalesce(sum(discount), 0) as discount
  from void_lines v where v.gym_id = i.gym_id and v.id_sale = i.id_sale and v.line = i.line`

/** Rules for the stored daily sums; each is a query for violations. */
export const selectSumViolations = (gym: number, zone = anyZone) => `
  with open as (select coalesce((select day from summed_until where gym_id = ${gym}), '-infinity') as first),
  revenue as (
    select kind, day, id_user, standing from revenue_days where gym_id = ${gym}
    union all select s.kind, s.day, s.id_user, s.standing from open, revenue_between(${gym}, open.first, 'infinity') s),
  tender_sums as (
    select document, day, id_user, id_kind, moved, standing, collected from tender_days where gym_id = ${gym}
    union all select s.* from open, tenders_between(${gym}, open.first, 'infinity') s),
  sold_days as (
    select since, id_product, quantity, cents from sold_sums where gym_id = ${gym} and span = 'day'
    union all select s.* from open, sold_between(${gym}, open.first, 'infinity') s),
  discount_days as (
    select day, id_user, lines, voided, amount from given_days where gym_id = ${gym}
    union all select s.* from open, discounts_between(${gym}, open.first, 'infinity') s),
  sold as (
    select s.created_at at time zone '${zone}' as at, s.id_user, s.voided_at, i.id_product, i.quantity - off.quantity as quantity, i.discount,
      round(i.quantity * i.unit_price * i.discount / 100, 2) - off.discount as discounted,
      (i.quantity - off.quantity) * i.unit_price - (round(i.quantity * i.unit_price * i.discount / 100, 2) - off.discount) as amount
    from sales s join sale_items i on i.gym_id = s.gym_id and i.id_sale = s.id
      cross join lateral (${voidedLines}) off
    where s.gym_id = ${gym}),
  documents as (
    select 'sale' as kind, id, created_at as at, voided_at from sales where gym_id = ${gym}
    union all select 'payment', id, payment_date, voided_at from membership_payments where gym_id = ${gym}
    union all select 'purchase', id, created_at, voided_at from purchases where gym_id = ${gym}
    union all select 'expense', id, created_at, voided_at from expenses where gym_id = ${gym}),
  paid as (
    select t.document, t.created_at, t.id_user, t.id_kind, t.amount, t.id_debt, d.at, d.voided_at is null as stands
    from tenders t join documents d on d.kind = t.document and d.id = coalesce(t.id_sale, t.id_payment, t.id_purchase, t.id_expense)
    where t.gym_id = ${gym}),
  moves as (
    select document, (created_at at time zone '${zone}')::date as day, id_user, id_kind, amount as moved, 0 as standing,
      case when id_debt is not null then amount else 0 end as collected from paid
    union all
    select document, (at at time zone '${zone}')::date, id_user, id_kind, 0, amount, 0 from paid where stands)
  select 'what stands of a day', day::text from (
    select * from revenue
    union all
    select 'sale', (created_at at time zone '${zone}')::date, id_user, -amount_total from sales
    where gym_id = ${gym} and voided_at is null
    union all
    select 'sale', (s.created_at at time zone '${zone}')::date, s.id_user, v.amount from voids v join sales s on s.gym_id = v.gym_id and s.id = v.id_partial_sale
    where v.gym_id = ${gym} and s.voided_at is null
    union all
    select 'payment', (payment_date at time zone '${zone}')::date, id_user, -price from membership_payments
    where gym_id = ${gym} and voided_at is null) r group by kind, day, id_user having sum(standing) <> 0
  union all
  select 'what changed hands, and what of it stands with the documents of a day', document || day from (
    select * from tender_sums
    union all
    select document, day, id_user, id_kind, -moved, -standing, -collected from moves) s
  group by document, day, id_user, id_kind having sum(moved) <> 0 or sum(standing) <> 0 or sum(collected) <> 0
  union all
  select 'the same of a month', document || month from (
    select document, month, id_user, id_kind, moved, standing, collected from tender_months where gym_id = ${gym}
    union all
    select document, date_trunc('month', day::timestamp)::date, id_user, id_kind, -moved, -standing, -collected from moves, open where day < open.first) s
  group by document, month, id_user, id_kind having sum(moved) <> 0 or sum(standing) <> 0 or sum(collected) <> 0
  union all
  select 'sold', since::text from (
    select * from sold_days
    union all
    select at::date, id_product, -quantity, -100 * amount from sold where voided_at is null) s
  group by since, id_product having sum(quantity) <> 0 or sum(cents) <> 0
  union all
  select 'sold in a month', since::text from (
    select since, id_product, quantity, cents from sold_sums where gym_id = ${gym} and span = 'month'
    union all
    select date_trunc('month', at)::date, id_product, -quantity, -100 * amount from sold, open where voided_at is null and at::date < open.first) s
  group by since, id_product having sum(quantity) <> 0 or sum(cents) <> 0
  union all
  select 'let go', day::text from (
    select * from discount_days
    union all
    select at::date, id_user, -(voided_at is null)::integer, -(voided_at is not null)::integer,
      case when voided_at is null then -discounted else 0 end from sold where discount > 0) s
  group by day, id_user having sum(lines) <> 0 or sum(voided) <> 0 or sum(amount) <> 0`

/** Sales and discounts in a range of days, recomputed from the sale lines. */
export const selectProductSales = (gym: number, { start_date = '-infinity', end_date = 'infinity' }) => `
  select coalesce(sum(quantity) filter (where voided_at is null), 0)::float8 as sold,
    coalesce(sum(quantity * unit_price - let_go) filter (where voided_at is null), 0)::numeric(20, 2)::text as revenue,
    count(*) filter (where discount > 0)::float8 as lines, count(*) filter (where discount > 0 and voided_at is not null)::float8 as voided,
    coalesce(sum(let_go) filter (where voided_at is null), 0)::numeric(20, 2)::text as given
  from (
    select i.quantity - off.quantity as quantity, i.unit_price, i.discount, s.voided_at,
      round(i.quantity * i.unit_price * i.discount / 100, 2) - off.discount as let_go
    from sales s join sale_items i on i.gym_id = s.gym_id and i.id_sale = s.id cross join lateral (${voidedLines}) off
    where s.gym_id = ${gym} and (s.created_at at time zone '${anyZone}')::date between '${start_date}' and '${end_date}') l`

/** SQL expressions that sum incoming and outgoing tenders `t`. */
const income =
  'sum(case when id_sale is not null or id_payment is not null then t.amount else 0 end)::numeric(20, 2)::text'
const expenses =
  'sum(case when id_sale is not null or id_payment is not null then 0 else t.amount end)::numeric(20, 2)::text'

/** Recomputed X and Z reports of each shift. Cash is the first kind, and no other kind belongs to a drawer. */
export const selectShiftReports = (gym: number) => `
  select s.id::float8 as id, (s.opening + coalesce((
      select sum(case when id_sale is not null or id_payment is not null then t.amount else -t.amount end) from tenders t
      join payment_kinds k on k.gym_id = t.gym_id and k.id = t.id_kind and k.position = 0 where t.gym_id = s.gym_id and t.id_shift = s.id), 0) + m.moved)::text as expected,
    m.moved::numeric(20, 2)::text as moved, coalesce((
      select json_agg(json_build_object('kind', kind, 'income', income, 'expenses', expenses) order by position) from (
        select k.id as kind, k.position, ${income} as income, ${expenses} as expenses
        from tenders t join payment_kinds k on k.gym_id = t.gym_id and k.id = t.id_kind where t.gym_id = s.gym_id and t.id_shift = s.id
        group by k.id, k.position) k), '[]') as kinds
  from cash_shifts s cross join lateral (
    select coalesce(sum(amount), 0) as moved from cash_moves where gym_id = s.gym_id and id_shift = s.id and voided_at is null) m
  where s.gym_id = ${gym} order by s.id`

type Document = 'sales' | 'payments' | 'purchases' | 'expenses'

/** Recomputed payments by kind for the valid documents of a range of days, whenever they were paid. */
export const selectValidTendersByKind = (
  gym: number,
  table: Document,
  { start_date = '-infinity', end_date = 'infinity' },
  zone = anyZone,
) => `
  select k.id::float8 as kind, sum(t.amount)::numeric(20, 2)::text as amount
  from ${table === 'payments' ? 'membership_payments' : table} d join tenders t on t.gym_id = d.gym_id and t.id_${table.slice(0, -1)} = d.id
    join payment_kinds k on k.gym_id = t.gym_id and k.id = t.id_kind
  where d.gym_id = ${gym} and d.voided_at is null
    and (d.${table === 'payments' ? 'payment_date' : 'created_at'} at time zone '${zone}')::date between '${start_date}' and '${end_date}'
  group by k.id, k.position having sum(t.amount) <> 0 order by k.position`

/** Recomputed income and expenses of each payment kind. */
export const selectPaymentKindFlow = (gym: number) => `
  select k.id::float8 as kind, ${income} as income, ${expenses} as expenses
  from tenders t join payment_kinds k on k.gym_id = t.gym_id and k.id = t.id_kind where t.gym_id = ${gym}
  group by k.id, k.position order by k.position`

/** Queries that find documents, stock or revenue that differ from sums recomputed from the lines. */
export const selectInconsistentSums = (gym: number) => `
  with documents as (
    select 'sale' as kind, id, number, amount_total, voided_at, (select sum(total) from sale_items i where i.gym_id = s.gym_id and i.id_sale = s.id) as lines
    from sales s where gym_id = ${gym}
    union all
    select 'purchase', id, number, amount_total, voided_at, (select sum(total) from purchase_items i where i.gym_id = s.gym_id and i.id_purchase = s.id)
    from purchases s where gym_id = ${gym}
    union all
    select 'payment', id, number, price, voided_at, price from membership_payments p where gym_id = ${gym}
    union all
    select 'void', id, number, 0, null, 0 from voids where gym_id = ${gym})
  select 'stock' as rule, id::text as what from products p where gym_id = ${gym} and (quantity < 0
    or quantity <> (select coalesce(sum(quantity), 0) from stock_movements m where m.gym_id = p.gym_id and m.id_product = p.id))
  union all
  select 'stock is purchases minus sales and what was corrected', id::text from products p where gym_id = ${gym} and quantity <>
    (select coalesce(sum(i.quantity), 0) from purchase_items i join purchases b on b.gym_id = i.gym_id and b.id = i.id_purchase
     where i.gym_id = p.gym_id and i.id_product = p.id and b.voided_at is null)
    - (select coalesce(sum(i.quantity), 0) from sale_items i join sales b on b.gym_id = i.gym_id and b.id = i.id_sale
     where i.gym_id = p.gym_id and i.id_product = p.id and b.voided_at is null)
    + (select coalesce(sum(v.quantity), 0) from void_lines v join sale_items i using (gym_id, id_sale, line) join sales b on b.gym_id = i.gym_id and b.id = i.id_sale
     where i.gym_id = p.gym_id and i.id_product = p.id and b.voided_at is null)
    + (select coalesce(sum(m.quantity), 0) from stock_movements m where m.gym_id = p.gym_id and m.id_product = p.id and m.id_adjustment is not null)
  union all
  select 'a count is booked once, for what it says', c.id::text from stock_counts c where c.gym_id = ${gym} and c.outcome = 'booked'
    and (select coalesce(sum(l.counted - l.stock_last), 0) from stock_count_lines l where l.gym_id = c.gym_id and l.id_count = c.id)
      <> (select coalesce(sum(m.quantity), 0) from stock_adjustments a left join stock_movements m on m.gym_id = a.gym_id and m.id_adjustment = a.id
          where a.gym_id = c.gym_id and a.id_count = c.id)
  union all
  select 'average cost', id::text from products p where gym_id = ${gym} and average_cost is distinct from compute_average_cost(gym_id, id)
  union all
  select 'total', kind || id from documents where amount_total <> lines
  union all
  select 'numbers', kind from documents group by kind having count(*) <> max(number) or min(number) <> 1
  union all
  select 'what is paid is what it comes to, and nothing once it is voided; of purchases perhaps nobody said how', d.kind || d.id
  from documents d cross join lateral (
    select case when d.kind = 'sale' then partly_voided(${gym}, d.id) else 0 end as partly) v left join lateral (
    select sum(t.amount) as paid from tenders t where t.gym_id = ${gym} and t.document = d.kind
      and coalesce(t.id_sale, t.id_purchase, t.id_payment) = d.id) t on true
  where d.kind <> 'void' and (d.kind <> 'purchase' or t.paid is not null)
    and t.paid is distinct from case when voided_at is null then amount_total - partly else 0 end
  union all
  select 'revenue', day::text from (
    select kind, day, id_user, total from revenue_days where gym_id = ${gym}
    union all
    select kind, day, id_user, total from revenue_between(${gym},
      coalesce((select day from summed_until where gym_id = ${gym}), '-infinity'), 'infinity')
    union all
    select 'sale', (created_at at time zone 'America/Santo_Domingo')::date, id_user, -sum(amount_total) from sales
    where gym_id = ${gym} group by 2, 3
    union all
    select 'sale', (voided_at at time zone 'America/Santo_Domingo')::date, id_user, sum(amount_total - partly_voided(gym_id, id)) from sales
    where gym_id = ${gym} and voided_at is not null group by 2, 3
    union all
    select 'sale', (v.created_at at time zone 'America/Santo_Domingo')::date, s.id_user, sum(v.amount) from voids v
      join sales s on s.gym_id = v.gym_id and s.id = v.id_partial_sale where v.gym_id = ${gym} group by 2, 3
    union all
    select 'payment', (payment_date at time zone 'America/Santo_Domingo')::date, id_user, -sum(price) from membership_payments
    where gym_id = ${gym} group by 2, 3
    union all
    select 'payment', (voided_at at time zone 'America/Santo_Domingo')::date, id_user, sum(price) from membership_payments
    where gym_id = ${gym} and voided_at is not null group by 2, 3) r group by kind, day, id_user having sum(total) <> 0`
