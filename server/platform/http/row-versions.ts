// Optimistic locking: a row's version is its ETag, and a change may send the version that it is based on as If-Match.
import { documentTypes } from '@torniquete/contract/document-types.ts'
import type { Endpoint } from '@torniquete/contract/shared/endpoint.ts'
import { throwError } from '@torniquete/contract/shared/errors.ts'
import type { Transaction } from '../db/gym-statements.ts'
import { lockUserRights } from '../db/lock-user-rights.ts'
import { emptySql, quoteIdentifier, type Statement, sql } from '../db/sql.ts'

type Versioned = { versioned: string }

export const isVersionedEndpoint = <Row extends Endpoint>(row: Row): row is Row & Versioned =>
  row.versioned !== undefined

/** Tables without a column `deleted_at`: documents are never deleted, and schedules are deleted permanently. */
const unmarked = new Set(['schedules', ...documentTypes.map(({ table }) => table)])

/** Tables in which a gym has at most one row. Without the row the version is 0. */
const single = new Set(['debt_rules'])

function versionStatement({ versioned: table }: Versioned, gym: number, id: number): Statement {
  if (single.has(table))
    return sql`select coalesce(r.version, 0) as version from gym_info i left join ${quoteIdentifier(table)} r on r.gym_id = i.gym_id where i.gym_id = ${gym}`
  const row = table === 'gyms' ? sql`id = ${id} and id > 0` : sql`gym_id = ${gym} and id = ${id}`
  const present = unmarked.has(table) ? emptySql : sql`and deleted_at is null`
  return sql`select version from ${quoteIdentifier(table)} where ${row} ${present}`
}

export async function readEntityTag(tx: Transaction, call: Versioned, gym: number, id: number): Promise<string | null> {
  const row = await tx.maybe<{ version: number }>(versionStatement(call, gym, id))
  return row && `"${row.version}"`
}

/** Locks the row before it is read. Refuses with `row.stale` (412) if `ifMatch` does not contain the row's version. */
export async function lockRowAndCheckVersion(
  tx: Transaction,
  call: Versioned,
  gym: number,
  id: number,
  ifMatch: string | undefined,
): Promise<void> {
  // Both statements are sent together, and executed in this order.
  const [, row] = await Promise.all([
    lockOwner(tx, call, gym, id),
    tx.maybe<{ version: number }>(
      sql`${versionStatement(call, gym, id)} ${single.has(call.versioned) ? emptySql : sql`for no key update`}`,
    ),
  ])
  // Without If-Match there is no version to compare, and the handler reports a missing row.
  if (ifMatch === undefined) return
  if (!row) throwError('row.missing')
  if (ifMatch === '*') return
  const wanted = ifMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  if (!wanted.includes(`"${row.version}"`)) throwError('row.stale')
}

/** Locks the gym's row for tables with one row, by a separate statement, so that the next one sees new versions. */
function lockOwner(tx: Transaction, { versioned }: Versioned, gym: number, id: number): Promise<unknown> | null {
  if (versioned === 'users') return lockUserRights(tx, gym)
  if (versioned === 'gyms') return lockUserRights(tx, id)
  return single.has(versioned) ? tx.run(sql`select from gym_info where gym_id = ${gym} for no key update`) : null
}
