// The list of debtors.

import type { Page } from '@torniquete/contract/shared/shapes.ts'
import type { Debtor } from '@torniquete/contract/till/debts.ts'
import type { Transaction } from '../../platform/db/gym-statements.ts'
import type { ListChunk } from '../../platform/db/lists.ts'
import { selectIdsByName } from '../../platform/db/name-search.ts'
import { emptySql, type Statement, sql } from '../../platform/db/sql.ts'
import { selectBarredFrom, selectDebtSums } from './queries.ts'

interface DebtorsFilter {
  name?: string | undefined
}

export const selectDebtors = (gym: number, { name }: DebtorsFilter, cut: Statement): Statement => sql`
  select d.id_client as id, d.id_client, c.name, d.owed, d.since, d.documents, c.deleted_at is not null as deleted, ${selectBarredFrom(gym)} as barred_from
  from (
      select * from (${selectDebtSums(gym, selectIdsByName(sql`d.id_client`, 'clients', gym, name))}) d order by d.since, d.id_client ${cut}) d
    join clients c on c.gym_id = ${gym} and c.id = d.id_client
  order by d.since, d.id_client`

export async function listDebtors(tx: Transaction, gym: number, { page, size_page, ...filter }: Page & DebtorsFilter) {
  const [items, summed] = await Promise.all([
    tx.many<Debtor>(selectDebtors(gym, filter, sql`limit ${size_page} offset ${page * size_page}`)),
    tx.one<{ total: number; amount_sum: string }>(sql`
      select count(*)::integer as total, coalesce(sum(d.owed), 0)::numeric(20, 2) as amount_sum
      from (${selectDebtSums(gym, selectIdsByName(sql`d.id_client`, 'clients', gym, filter.name))}) d`),
  ])
  return { items, ...summed }
}

/**
 * Returns the complete list as its first chunk, from one statement: a payment between two chunks would shift the
 * cursor.
 */
export const readDebtorChunk = async (
  tx: Transaction,
  gym: number,
  filter: DebtorsFilter,
  { after }: Pick<ListChunk, 'after'>,
): Promise<Debtor[]> => (after === null ? tx.many(selectDebtors(gym, filter, emptySql)) : [])
