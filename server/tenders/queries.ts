import type { DocumentKind } from '@torniquete/contract/documents.ts'
import { addSums, subtractSums } from '@torniquete/contract/money.ts'
import type { KindFlow, KindSum, Tender } from '@torniquete/contract/tenders.ts'
import { cameIn, voidColumn } from '../bills/queries.ts'
import type { Transaction } from '../db/gym-statements.ts'
import { idsOfNamed } from '../db/name-search.ts'
import { identifier, type Statement, sql } from '../db/sql.ts'
import { type Between, within } from '../db/time-range.ts'
import { debtsFlow } from '../debts/queries.ts'
import { cashFlowOf } from '../statistics/queries.ts'

/** In the order in which it changed hands. */
export const listTenders = (tx: Transaction, gym: number, kind: DocumentKind, id: number): Promise<Tender[]> =>
  tx.many(sql`
    select id, json_build_object('id', id_kind, 'name', kind_name) as kind, amount, received, created_at as at
    from tenders where gym_id = ${gym} and ${identifier(voidColumn(kind))} = ${id} order by id`)

const kindOf = sql`json_build_object('id', k.id, 'name', k.name)`

/** What the documents come to that `standing` asks for (id, amount), by kind of payment; of the rest something is owed, and something was never said. */
export async function sumsByKind(
  tx: Transaction,
  gym: number,
  document: DocumentKind,
  standing: Statement,
): Promise<KindSum[]> {
  const stillOwed =
    document === 'sale' || document === 'payment'
      ? sql`(select coalesce(sum(d.owed), 0) from matched m join debts d on d.gym_id = ${gym} and d.${identifier(voidColumn(document))} = m.id)`
      : sql`0`
  const { total, owed, sums } = await tx.one<{ total: string; owed: string; sums: KindSum[] }>(sql`
    with matched as (${standing}),
      paid as (
        select t.id_kind, sum(t.amount) as amount
        from matched m join tenders t on t.gym_id = ${gym} and t.${identifier(voidColumn(document))} = m.id and t.id_void is null
        group by 1)
    select (select coalesce(sum(amount), 0)::numeric(20, 2) from matched) as total, ${stillOwed}::numeric(20, 2) as owed, coalesce((
      select json_agg(json_build_object('kind', ${kindOf}, 'amount', p.amount::text) order by k.position, k.id)
      from paid p join payment_kinds k on k.gym_id = ${gym} and k.id = p.id_kind), '[]') as sums`)
  const unsaid = subtractSums(total, addSums([owed, ...sums.map(({ amount }) => amount)]))
  return [
    ...sums,
    ...(Number(owed) === 0 ? [] : [{ kind: null, amount: owed, owed: true as const }]),
    ...(Number(unsaid) === 0 ? [] : [{ kind: null, amount: unsaid }]),
  ]
}

interface Range {
  gym: number
  between: Between
  seller?: string | undefined
}

/** What came in and went out between two instants by kind of payment, what is left owing of it, and of what nobody said it, by the sums of all documents. */
export async function flowByKind(tx: Transaction, range: Range): Promise<KindFlow[]> {
  const { gym, between, seller } = range
  const sumOf = (which: Statement) => sql`coalesce(sum(t.amount) filter (where ${which}), 0)::numeric(20, 2)`
  const [income, expenses] = [sumOf(cameIn), sumOf(sql`not ${cameIn}`)]
  const [kinds, all, debts] = await Promise.all([
    tx.many<KindFlow>(sql`
      select ${kindOf} as kind, k.in_drawer, ${income} as income, ${expenses} as expenses, ${income} - ${expenses} as balance
      from payment_kinds k join tenders t on t.gym_id = k.gym_id and t.id_kind = k.id ${within(sql`t.created_at`, between)}
      where k.gym_id = ${gym} ${idsOfNamed(sql`t.id_user`, 'users', gym, seller)}
      group by k.id, k.name, k.in_drawer, k.position order by k.position, k.id`),
    cashFlowOf(tx, range),
    debtsFlow(tx, range),
  ])
  const pending = subtractSums(debts.made, addSums([debts.collected, debts.annulled]))
  const unsaid = {
    income: subtractSums(all.income.total, addSums([all.voided.income, pending, ...kinds.map(({ income }) => income)])),
    expenses: subtractSums(all.expenses, addSums([all.voided.expenses, ...kinds.map(({ expenses }) => expenses)])),
  }
  const owed = { kind: null, in_drawer: false, income: pending, expenses: '0.00', balance: pending, debts }
  const rest = { kind: null, in_drawer: false, ...unsaid, balance: subtractSums(unsaid.income, unsaid.expenses) }
  return [
    ...kinds,
    ...(Object.values(debts).every((sum) => Number(sum) === 0) ? [] : [owed]),
    ...(Number(unsaid.income) === 0 && Number(unsaid.expenses) === 0 ? [] : [rest]),
  ]
}
