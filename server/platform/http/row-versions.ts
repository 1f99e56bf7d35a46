// Optimistic locking: a row's version is its ETag, and a change may send the one that it began with as If-Match.
import { documents } from '@torniquete/contract/documents.ts'
import type { Endpoint } from '@torniquete/contract/shared/endpoint.ts'
import { fail } from '@torniquete/contract/shared/errors.ts'
import type { Transaction } from '../db/gym-statements.ts'
import { lockUserRights } from '../db/lock-user-rights.ts'
import { emptySql, quoteIdentifier, type Statement, sql } from '../db/sql.ts'

type Versioned = { versioned: string }

export const isVersioned = <Row extends Endpoint>(row: Row): row is Row & Versioned => row.versioned !== undefined

/** Tables without `deleted_at`: documents are never deleted, and schedules are deleted for good. */
const unmarked = new Set(['schedules', ...documents.map(({ table }) => table)])

/** Tables of which a gym has one row or none; without a row the version is 0. */
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

/** Locks the row before any of it is read. Refuses with `row.stale` (412) a version that is not among `ifMatch`. */
export async function lockVersion(
  tx: Transaction,
  call: Versioned,
  gym: number,
  id: number,
  ifMatch: string | undefined,
): Promise<void> {
  // Sent together, and executed in this order.
  const [, row] = await Promise.all([
    lockOwner(tx, call, gym, id),
    tx.maybe<{ version: number }>(
      sql`${versionStatement(call, gym, id)} ${single.has(call.versioned) ? emptySql : sql`for no key update`}`,
    ),
  ])
  // Without a version to compare, the handler reports the missing row.
  if (ifMatch === undefined) return
  if (!row) fail('row.missing')
  if (ifMatch === '*') return
  const wanted = ifMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  if (!wanted.includes(`"${row.version}"`)) fail('row.stale')
}

/** A single row is locked by its gym, in a separate statement: one that waits would still see earlier versions. */
function lockOwner(tx: Transaction, { versioned }: Versioned, gym: number, id: number): Promise<unknown> | null {
  if (versioned === 'users') return lockUserRights(tx, gym)
  if (versioned === 'gyms') return lockUserRights(tx, id)
  return single.has(versioned) ? tx.run(sql`select from gym_info where gym_id = ${gym} for no key update`) : null
}
