// DATABASE_POOL limits the connections that the database sees.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import { startServer } from '../../running-server.ts'
import { startTestAppForFile } from '../../testing/test-app.ts'
import type { DatabaseAddress } from './connection.ts'
import { sql } from './sql.ts'

const app = await startTestAppForFile()
const dataDir = mkdtempSync(join(tmpdir(), 'torniquete-pool-'))
afterAll(async () => {
  rmSync(dataDir, { recursive: true, force: true })
})

function urlOf(address: DatabaseAddress): string {
  if ('connectionString' in address) return address.connectionString
  const { user, port, database, host } = address
  return `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
}

test.each([
  [undefined, { read: 6, write: 8, platform: 4 }],
  ['40', { read: 13, write: 19, platform: 8 }],
])('DATABASE_POOL %s: API calls open exactly that many connections', async (pool, expected) => {
  const environment = { DATABASE_URL: urlOf(app.database.address), DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent' }
  const server = await startServer(readConfig({ ...environment, ...(pool && { DATABASE_POOL: pool }) }))
  const { database } = server
  // One call for each gym, because calls of the same gym would wait for each other.
  const gyms = Array.from({ length: 60 }, (_, gym) => ({ gym: gym + 1, user: null }))
  const slow = sql`select pg_sleep(0.05)`
  await Promise.all(
    gyms.flatMap((scope) => [
      database.read(scope, (tx) => tx.one(slow)),
      database.write(scope, (tx) => tx.one(slow)),
      database.platform.query('select pg_sleep(0.05)'),
    ]),
  )
  const open = Object.fromEntries(database.connections().map((each) => [each.pool, each.open]))
  await server.stop()
  expect(open).toEqual(expected)
})
