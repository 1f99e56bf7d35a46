// For tests that move rows from one database to another.
import pg from 'pg'
import type { DatabaseAddress } from '../platform/db/connection.ts'
import { Digest } from './digest.ts'

/**
 * Row count and content hash of every table, without the tables of one database only; and the last values of sequences.
 */
export async function digestTables(address: DatabaseAddress): Promise<Record<string, string>> {
  const client = new pg.Client(address)
  await client.connect()
  const { rows } = await client.query<{ name: string }>(
    `select relname::text as name from pg_class where relpersistence = 'u' and relnamespace = 'public'::regnamespace`,
  )
  const sequences = await client.query(
    `select string_agg(sequencename || ' ' || coalesce(last_value, 0), ',' order by sequencename) as all from pg_sequences where schemaname = 'public'`,
  )
  await client.end()
  const digest = await Digest.of({ database: { address } })
  const taken = await digest.take()
  await digest.close()
  for (const { name } of rows) delete taken[name]
  return { ...taken, sequences: sequences.rows[0]?.all }
}
