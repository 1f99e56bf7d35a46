// pg-boss's own tables, made and migrated by the database's owner; the server's role only works with them.

import type { Pool } from 'pg'
import PgBoss from 'pg-boss'
import { bossSchema, queueNames, queues } from './queues.ts'

const lockKey = 7204

export async function prepareJobs(owner: Pool): Promise<void> {
  const client = await owner.connect()
  try {
    await client.query('set lock_timeout = 0; set statement_timeout = 0')
    // Servers that start together take turns.
    await client.query(`select pg_advisory_lock(${lockKey})`)
    const boss = new PgBoss({
      schema: bossSchema,
      supervise: false,
      schedule: false,
      db: { executeSql: (text, values) => client.query(text, values) },
    })
    await boss.start()
    const known = new Set((await boss.getQueues()).map(({ name }) => name))
    for (const name of queueNames) {
      const settings = { name, ...queues[name] }
      await (known.has(name) ? boss.updateQueue(name, settings) : boss.createQueue(name, settings))
    }
    await client.query(`
      grant usage on schema ${bossSchema} to torniquete_server;
      grant select, insert, update, delete on all tables in schema ${bossSchema} to torniquete_server;
      grant execute on all functions in schema ${bossSchema} to torniquete_server`)
    await boss.stop({ graceful: false })
  } finally {
    await client.query(`select pg_advisory_unlock(${lockKey})`).catch(() => {})
    client.release(true)
  }
}
