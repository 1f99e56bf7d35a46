// Fills five years of front desk data other than sales and purchases: debts and collections, expenses, cash shifts,
// stock counts, and undone attendances. Triggers are disabled, so this file also writes the rows that they would
// derive.
import { expenseCategories } from '@torniquete/contract/till/expenses.ts'
import type pg from 'pg'
import { fiveYearGym } from './bench-gyms.ts'

/** One in this many sales left half of its total as debt: ten debts for each of 2,500 clients. */
const debtEverySales = 12
/** One in this many documents was voided or undone, about two percent. */
const voidEvery = 50
export const tillRowCounts = { expenses: 10_000, shifts: 5000, counts: 300, lines: 100, undone: 20_000 }

const gym = fiveYearGym.id
const zone = `(select "timeZone" from gym_info where gym_id = ${gym})`
const seller = `(select id, name from users where gym_id = ${gym} order by id limit 1)`
const daysAgo = (count: number) => `now() - interval '5 years' * ((${count} - n)::float / ${count})`

/** Runs before sales and purchases are inserted. The last two counts stay open. Needs the table `sellable`. */
export async function fillStockCounts(client: pg.Client): Promise<void> {
  const { counts, lines } = tillRowCounts
  await client.query(`insert into stock_counts (gym_id, name, id_user, user_name, created_at, outcome, closed_at, closed_by)
    select ${gym}, 'Conteo ' || n, u.id, u.name, at, case when n <= ${counts - 2} then 'booked' end,
      case when n <= ${counts - 2} then at + interval '1 hour' end, case when n <= ${counts - 2} then u.name end
    from generate_series(1, ${counts}) n cross join ${seller} u cross join lateral (select ${daysAgo(counts)} as at) a order by n`)
  await client.query(`insert into stock_count_lines (gym_id, id_count, id_product, counted, stock_first, stock_last, id_user, user_name, counted_at, unit_cost)
    select ${gym}, c.id, p.id, 500 + case when l % 10 = 0 then 1 - 2 * (l / 10 % 2) else 0 end, 500, 500, c.id_user, c.user_name,
      c.created_at + l * interval '1 second', case when c.outcome is not null then p.price end
    from (select *, row_number() over (order by id) as n from stock_counts where gym_id = ${gym}) c
      cross join generate_series(0, ${lines - 1}) l join sellable p on p.place = (c.n * 13 + l) % (select count(*) from sellable)`)
  await client.query(`insert into stock_adjustments (gym_id, kind, id_count, reason, id_user, user_name, created_at)
    select gym_id, 'count', id, 'Conteo del mes', id_user, user_name, closed_at from stock_counts where gym_id = ${gym} and outcome = 'booked' order by id`)
  await client.query(`insert into stock_movements (gym_id, id_product, quantity, reason, id_adjustment)
    select l.gym_id, l.id_product, l.counted - l.stock_last, 'count', a.id
    from stock_count_lines l join stock_adjustments a on a.gym_id = l.gym_id and a.id_count = l.id_count
    where l.gym_id = ${gym} and l.counted <> l.stock_last order by a.id, l.id_product`)
}

/** Runs before the payments of the expenses are inserted. */
export async function fillExpenses(client: pg.Client): Promise<void> {
  const { expenses } = tillRowCounts
  const kinds = `(array[${expenseCategories.map((name) => `'${name}'`)}])`
  await client.query(`insert into expenses (gym_id, number, id_user, amount, created_at, party_name, user_name, spent_on, description, category)
    select ${gym}, n, u.id, 500 + n % 4000, at, case when n % 3 = 0 then '' else 'Proveedor ' || (1 + n % 20) end, u.name, (at at time zone ${zone})::date,
      kind || ' de ' || to_char(at, 'MM/YYYY'), kind
    from generate_series(1, ${expenses}) n cross join ${seller} u cross join lateral (select ${daysAgo(expenses)} as at, ${kinds}[1 + n % ${expenseCategories.length}] as kind) a`)
  await client.query(`insert into document_numbers (gym_id, kind, last) values (${gym}, 'expense', ${expenses})`)
}

/** Runs after the payments of the expenses are inserted. */
export async function voidExpenses(client: pg.Client): Promise<void> {
  await client.query(`insert into voids (gym_id, number, id_expense, reason, id_user, created_at, user_name)
    select gym_id, row_number() over (order by number), id, 'Se anotó dos veces', id_user, created_at + interval '1 hour', user_name
    from expenses where gym_id = ${gym} and number % ${voidEvery} = 25`)
  await client.query(
    `insert into document_numbers (gym_id, kind, last) select ${gym}, 'void', count(*) from voids where gym_id = ${gym}`,
  )
  await client.query(
    `update expenses e set voided_at = v.created_at, version = 2 from voids v where v.gym_id = e.gym_id and v.id_expense = e.id`,
  )
  await client.query(`insert into tenders (gym_id, id_expense, id_void, id_kind, kind_name, amount, created_at, id_user)
    select t.gym_id, t.id_expense, v.id, t.id_kind, t.kind_name, -t.amount, v.created_at, t.id_user
    from voids v join tenders t on t.gym_id = v.gym_id and t.id_expense = v.id_expense where v.gym_id = ${gym} order by v.id`)
}

/** Runs before the payments of the sales are inserted. */
export async function fillDebts(client: pg.Client): Promise<void> {
  await client.query(`insert into debt_rules (gym_id, is_on, set_at) values (${gym}, true, now() - interval '5 years')`)
  await client.query(`insert into debts (gym_id, id_sale, id_client, amount, owed, created_at, since, id_user)
    select gym_id, id, id_client, half, half, created_at, (created_at at time zone ${zone})::date, id_user
    from (select *, round(amount_total / 2, 2) as half from sales where gym_id = ${gym} and number % ${debtEverySales} = 0) s order by created_at`)
  await client.query('analyze debts')
}

/** Pays each client's debts except the last two: half after 20 days, the other half with half of the next debt. */
export async function fillCollections(client: pg.Client): Promise<void> {
  await client.query(`create temporary table collected as
    select *, row_number() over (order by at, debt) as number from (
      select d.id as debt, d.id_sale, d.amount - d.half as left, d.half, d.id_user, d.created_at + interval '20 days' as at, c.name,
        count(*) over client - row_number() over dated as behind,
        lag(d.id) over dated as debt_before, lag(d.id_sale) over dated as sale_before, lag(d.amount - d.half) over dated as rest_before
      from (select *, round(amount / 2, 2) as half from debts where gym_id = ${gym}) d join clients c on c.gym_id = d.gym_id and c.id = d.id_client
      window client as (partition by d.id_client), dated as (partition by d.id_client order by d.created_at)) d
    where behind >= 2`)
  await client.query(`insert into collections (gym_id, number, client_name, amount, left_owing, created_at, id_user, user_name)
    select ${gym}, d.number, d.name, d.half + coalesce(d.rest_before, 0), d.left, d.at, u.id, u.name
    from collected d join users u on u.gym_id = ${gym} and u.id = d.id_user order by d.number`)
  await client.query(
    `insert into document_numbers (gym_id, kind, last) select ${gym}, 'collection', count(*) from collected`,
  )
  await client.query('analyze collected, collections')
  await client.query(`insert into tenders (gym_id, id_sale, id_debt, id_collection, id_kind, kind_name, amount, created_at, id_user)
    select ${gym}, p.id_sale, p.id_debt, c.id, k.id, k.name, p.amount, d.at, d.id_user
    from collected d join collections c on c.gym_id = ${gym} and c.number = d.number join payment_kinds k on k.gym_id = ${gym} and k.position = d.number % 3
      cross join lateral (values (d.sale_before, d.debt_before, d.rest_before), (d.id_sale, d.debt, d.half)) p (id_sale, id_debt, amount)
    where p.id_debt is not null order by d.number, p.id_debt`)
  await client.query(`insert into collection_voids (gym_id, id_collection, reason, created_at, id_user, user_name)
    select gym_id, id, 'Pagó otra persona', created_at + interval '1 hour', id_user, user_name from collections where gym_id = ${gym} and number % ${voidEvery} = 25`)
  await client.query(`insert into tenders (gym_id, id_sale, id_debt, id_collection, id_kind, kind_name, amount, created_at, id_user)
    select t.gym_id, t.id_sale, t.id_debt, t.id_collection, t.id_kind, t.kind_name, -t.amount, v.created_at, t.id_user
    from collection_voids v join tenders t on t.gym_id = v.gym_id and t.id_collection = v.id_collection where v.gym_id = ${gym} order by t.id`)
  await client.query(`update debts d set owed = d.amount - t.paid, settled_at = case when t.paid = d.amount then t.last end
    from (select id_debt, sum(amount) as paid, max(created_at) as last from tenders where gym_id = ${gym} and id_debt is not null group by 1) t
    where d.gym_id = ${gym} and d.id = t.id_debt`)
}

/** Alternates between three drawers; the counted cash of each shift is a few pesos short. */
export async function fillShifts(client: pg.Client): Promise<void> {
  const { shifts } = tillRowCounts
  await client.query(
    `insert into cash_drawers (gym_id, name) select ${gym}, name from unnest(array['Mostrador', 'Bar', 'Entrada']) name`,
  )
  await client.query(`insert into cash_shifts (gym_id, id_drawer, number, opening, opened_at, id_user, user_name, closed_at, id_closer, closer_name, counts, counted, expected)
    select ${gym}, d.id, n, 2000, at - interval '8 hours', u.id, u.name, at, u.id, u.name,
      jsonb_build_array(jsonb_build_object('value', '500.00', 'pieces', 3), jsonb_build_object('value', '1.00', 'pieces', 500 - n % 7)), 2000 - n % 7, 2000
    from generate_series(1, ${shifts}) n cross join ${seller} u cross join lateral (select ${daysAgo(shifts)} as at) a
      join (select id, row_number() over (order by id) - 1 as place from cash_drawers where gym_id = ${gym}) d on d.place = n % 3 order by n`)
}

export async function undoAttendances(client: pg.Client): Promise<void> {
  await client.query(`update attendances set undone_at = least(now(), check_in + interval '5 minutes'), undone_by = 'Dueña ${gym}', undone_reason = 'Era otra persona'
    where gym_id = ${gym} and id % ${Math.round(fiveYearGym.attendances / tillRowCounts.undone)} = 0`)
}
