// Whoever changes all of a database works in it alone.
import type { Pool, PoolClient } from 'pg'
import { Refused } from '../refused.ts'

/** Held by whoever imports into a database. */
export const importLock = 7210

/** `when`: what whoever is told has to do, after "stop it". */
export async function requireNoServer(client: Pool | PoolClient, when: string): Promise<void> {
  const { rows } = await client.query<{ others: boolean }>(`
    select exists (select from pg_stat_activity
      where datname = current_database() and application_name = 'torniquete') as others`)
  if (rows[0]?.others) throw new Refused(`En esa base de datos hay un Torniquete en marcha: deténlo ${when}.`)
}

/** Until the connection ends. */
export async function claimAlone(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ mine: boolean }>(`select pg_try_advisory_lock(${importLock}) as mine`)
  if (!rows[0]?.mine) throw new Refused('En esa base de datos ya se está importando.')
}

/** Whoever comes next need not wait until the database has noticed that we are gone. */
export async function letGo(client: PoolClient): Promise<void> {
  for (const statement of ['rollback', 'select pg_advisory_unlock_all()']) await client.query(statement).catch(() => {})
}
