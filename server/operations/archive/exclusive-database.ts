import type { Pool, PoolClient } from 'pg'
import type { DatabaseAddress } from '../../platform/db/connection.ts'
import { openOwnersPool } from '../../platform/db/pools.ts'
import { StartRefusal } from '../../platform/start-refusal.ts'

export async function runWithOwnerPool<Result>(address: DatabaseAddress, work: (owner: Pool) => Promise<Result>) {
  const owner = openOwnersPool(address)
  try {
    return await work(owner)
  } finally {
    await owner.end()
  }
}

/** Runs `work` under the import lock. A transaction left open is rolled back at the end. */
export async function runWithImportLock<Result>(owner: Pool, work: (client: PoolClient) => Promise<Result>) {
  const client = await owner.connect()
  try {
    const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock(7210) as mine')
    if (!rows[0]?.mine) throw new StartRefusal('En esa base de datos ya se está restaurando.')
    return await work(client)
  } finally {
    // Releases the locks now instead of when the database notices the closed connection.
    for (const statement of ['rollback', 'select pg_advisory_unlock_all()'])
      await client.query(statement).catch(() => {})
    client.release(true)
  }
}

/** Refuses while a server uses the database. `whatNext` completes the Spanish message "stop the server …". */
export async function requireNoRunningServer(client: Pool | PoolClient, whatNext: string): Promise<void> {
  const { rows } = await client.query<{ others: boolean }>(`
    select exists (select from pg_stat_activity
      where datname = current_database() and application_name = 'torniquete') as others`)
  if (rows[0]?.others) throw new StartRefusal(`En esa base de datos hay un Torniquete en marcha: deténlo ${whatNext}.`)
}
