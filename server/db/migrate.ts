// Forward only, numbered, each in its own transaction, under a lock so that servers starting together take turns.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Pool } from 'pg'

const lockKey = 7200

export async function migrate(pool: Pool, folder: string): Promise<string[]> {
  const client = await pool.connect()
  const applied: string[] = []
  try {
    await client.query('set lock_timeout = 0; set statement_timeout = 0')
    await client.query(`select pg_advisory_lock(${lockKey})`)
    await client.query(
      'create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())',
    )
    const known = await client.query<{ name: string }>('select name from migrations')
    const done = new Set(known.rows.map((row) => row.name))
    const files = readdirSync(folder)
      .filter((file) => file.endsWith('.sql'))
      .sort()
    const newer = [...done].filter((name) => !files.includes(name))
    if (newer.length > 0)
      throw new Error(
        `La base de datos es de una versión más nueva de Torniquete (${newer.join(', ')}). Actualiza el programa.`,
      )
    for (const file of files.filter((name) => !done.has(name))) {
      await client.query('begin')
      await client.query(readFileSync(join(folder, file), 'utf8'))
      await client.query('insert into migrations (name) values ($1)', [file])
      await client.query('commit')
      applied.push(file)
    }
    return applied
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  } finally {
    await client.query(`select pg_advisory_unlock(${lockKey})`).catch(() => {})
    client.release(true)
  }
}
