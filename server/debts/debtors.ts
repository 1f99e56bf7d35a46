// Who owes, as a list; and what of it is paid now.
import type { Debtor } from '@torniquete/contract/debts.ts'
import type { Page } from '@torniquete/contract/shapes.ts'
import type { Transaction } from '../db/gym-statements.ts'
import type { Piece } from '../db/lists.ts'
import { idsOfNamed } from '../db/name-search.ts'
import { nothing, type Statement, sql } from '../db/sql.ts'
import { barredFrom, sums } from './queries.ts'

interface DebtorsFilter {
  name?: string | undefined
}

export const debtors = (gym: number, { name }: DebtorsFilter, cut: Statement): Statement => sql`
  select d.id_client as id, d.id_client, c.name, d.owed, d.since, d.documents, ${barredFrom(gym)} as barred_from
  from (${sums(gym, idsOfNamed(sql`d.id_client`, 'clients', gym, name))}) d
    join clients c on c.gym_id = ${gym} and c.id = d.id_client
  order by d.since, d.id_client ${cut}`

export async function listDebtors(tx: Transaction, gym: number, { page, size_page, ...filter }: Page & DebtorsFilter) {
  const [items, summed] = await Promise.all([
    tx.many<Debtor>(debtors(gym, filter, sql`limit ${size_page} offset ${page * size_page}`)),
    tx.one<{ total: number; amount_sum: string }>(sql`
      select count(*)::integer as total, coalesce(sum(d.owed), 0)::numeric(20, 2) as amount_sum
      from (${sums(gym, idsOfNamed(sql`d.id_client`, 'clients', gym, filter.name))}) d`),
  ])
  return { items, ...summed }
}

/**
 * All that match as the first piece, in one statement: whoever pays between two would move, or be gone, and take with them the place at
 * which the next one begins.
 */
export const pieceOfDebtors = async (
  tx: Transaction,
  gym: number,
  filter: DebtorsFilter,
  { after }: Pick<Piece, 'after'>,
): Promise<Debtor[]> => (after === null ? tx.many(debtors(gym, filter, nothing)) : [])

/** What is paid of a debt by a kind; `received` of the last of a kind alone. */
export interface Collected {
  id_debt: number
  id_kind: number
  amount: string
  received: string | null
}

interface Collecting {
  gym: number
  shift: number | undefined
  now: Date
}

export const defaultKind = async (tx: Transaction, gym: number): Promise<number> =>
  (await tx.one<{ id: number }>(sql`select id from payment_kinds where gym_id = ${gym} and is_default`)).id

/** The database takes it off what is owed, and refuses more than that. */
export const insertCollected = (
  tx: Transaction,
  { gym, shift, now }: Collecting,
  rows: readonly Collected[],
): Promise<number> =>
  tx.run(sql`
    insert into tenders (gym_id, id_sale, id_payment, id_debt, id_kind, kind_name, amount, received, created_at, id_user, id_shift)
    select d.gym_id, d.id_sale, d.id_payment, d.id, t.id_kind, coalesce(k.name, ''), t.amount, case when k.in_drawer then t.received end,
      ${now}, d.id_user, ${shift ?? null}::bigint
    from unnest(${rows.map(({ id_debt }) => id_debt)}::bigint[], ${rows.map(({ id_kind }) => id_kind)}::bigint[],
        ${rows.map(({ amount }) => amount)}::numeric[], ${rows.map(({ received }) => received)}::numeric[])
        with ordinality as t (id_debt, id_kind, amount, received, place)
      join debts d on d.gym_id = ${gym} and d.id = t.id_debt
      left join payment_kinds k on k.gym_id = d.gym_id and k.id = t.id_kind
    order by t.place`)
