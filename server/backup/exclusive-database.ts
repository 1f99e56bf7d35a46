// Whoever changes all of a database works in it alone.
import type { Pool, PoolClient } from 'pg'
import { type DatabaseAddress, openOwnersPool } from '../db/connection.ts'
import { Refused } from '../refused.ts'

/** Held by whoever imports into a database. */
const importLock = 7210

/** As the owner; whatever was begun and not ended is taken back. */
export async function asOwner<Done>(address: DatabaseAddress, work: (owner: Pool) => Promise<Done>): Promise<Done> {
  const owner = openOwnersPool(address)
  try {
    return await work(owner)
  } finally {
    await owner.end()
  }
}

/** On one connection, which nobody else is on then. */
export async function withImportLock<Done>(owner: Pool, work: (client: PoolClient) => Promise<Done>): Promise<Done> {
  const client = await owner.connect()
  try {
    await takeImportLock(client)
    return await work(client)
  } finally {
    await releaseImportLock(client)
    client.release(true)
  }
}

/** `when`: what whoever is told has to do, after "stop it". */
export async function requireNoServer(client: Pool | PoolClient, when: string): Promise<void> {
  const { rows } = await client.query<{ others: boolean }>(`
    select exists (select from pg_stat_activity
      where datname = current_database() and application_name = 'torniquete') as others`)
  if (rows[0]?.others) throw new Refused(`En esa base de datos hay un Torniquete en marcha: deténlo ${when}.`)
}

/** Until the connection ends. */
async function takeImportLock(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ mine: boolean }>(`select pg_try_advisory_lock(${importLock}) as mine`)
  if (!rows[0]?.mine) throw new Refused('En esa base de datos ya se está importando.')
}

/** Whoever comes next need not wait until the database has noticed that we are gone. */
async function releaseImportLock(client: PoolClient): Promise<void> {
  for (const statement of ['rollback', 'select pg_advisory_unlock_all()']) await client.query(statement).catch(() => {})
}
