// Rows that two people may edit at once: their version is their ETag, and a change may ask for the one it began with.
import type { Endpoint } from '@torniquete/contract/endpoint.ts'
import { fail } from '@torniquete/contract/errors.ts'
import type { Transaction } from '../db/gym-statements.ts'
import { identifier, type Statement, sql } from '../db/sql.ts'

type VersionedTable = NonNullable<Endpoint['versioned']>

/** Never deleted. */
const documents: ReadonlySet<VersionedTable> = new Set(['membership_payments', 'sales', 'purchases'])

function versionStatement(table: VersionedTable, gym: number, id: number, lock: boolean): Statement {
  const row = table === 'gyms' ? sql`id = ${id} and id > 0` : sql`gym_id = ${gym} and id = ${id}`
  const present = documents.has(table) ? sql`` : sql`and deleted_at is null`
  return sql`select version from ${identifier(table)} where ${row} ${present} ${lock ? sql`for no key update` : sql``}`
}

/** The row's ETag; null where it is not there. */
export async function entityTag(
  tx: Transaction,
  table: VersionedTable,
  gym: number,
  id: number,
): Promise<string | null> {
  const row = await tx.maybe<{ version: number }>(versionStatement(table, gym, id, false))
  return row && `"${row.version}"`
}

/** Locks the row until the end of the transaction and refuses where it is no longer the one that was read. */
export async function requireVersion(
  tx: Transaction,
  table: VersionedTable,
  gym: number,
  id: number,
  ifMatch: string,
): Promise<void> {
  const row = await tx.maybe<{ version: number }>(versionStatement(table, gym, id, true))
  if (!row) fail('row.missing')
  if (ifMatch === '*') return
  const wanted = ifMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  if (!wanted.includes(`"${row.version}"`)) fail('row.stale')
}
