// If PostgreSQL listens on a port, as on Windows, clients need the password stored in the data folder.
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { dataDir, useDataFolder } from '../../testing/data-folder.ts'
import { type EmbeddedPostgres, findRunningConnection, startEmbeddedPostgres } from './embedded-postgres.ts'

useDataFolder()
const running: EmbeddedPostgres[] = []
const stopAll = async () => {
  for (const server of running.splice(0)) await server.stop()
}
afterEach(stopAll)

async function startAt(folder: string, platform: NodeJS.Platform = 'win32'): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir: folder, platform, settings: { fsync: 'off' } })
  running.push(server)
  return server
}

const enters = async (connection: pg.ClientConfig, client = new pg.Client(connection)) => {
  client.on('error', () => {})
  try {
    await client.connect()
    return 'in'
  } catch (error) {
    return (error as { code?: string }).code
  } finally {
    await client.end().catch(() => {})
  }
}
/** PostgreSQL's SQLSTATE for a wrong or missing password. */
const refused = '28P01'

test('database password: a new cluster requires the data folder’s password', { tags: ['deep'] }, async () => {
  const { connection } = await startAt(dataDir)
  expect(connection.host).toBe('127.0.0.1')
  expect(statSync(join(dataDir, 'database-password')).mode & 0o777).toBe(0o600)
  expect(await enters(connection)).toBe('in')
  expect(await enters({ ...connection, password: 'otra' })).toBe(refused)
  expect(await enters({ ...connection, user: 'torniquete_server', password: '' })).not.toBe('in')
  expect(findRunningConnection(dataDir)).toEqual(connection)
  const log = readFileSync(join(dataDir, 'postgres.log'), 'utf8')
  expect(log).not.toContain(connection.password)
})

test('database password: is set if the cluster has none or another one, or the file was lost', {
  tags: ['deep'],
}, async () => {
  const open = await startAt(dataDir, process.platform)
  expect([open.connection.password, existsSync(join(dataDir, 'database-password'))]).toEqual([undefined, false])
  await stopAll()
  const first = await startAt(dataDir)
  expect(await enters({ ...first.connection, password: 'otra' })).toBe(refused)
  await stopAll()
  const copy = join(dataDir, 'copy')
  await cp(join(dataDir, 'postgres'), join(copy, 'postgres'), { recursive: true })
  const second = await startAt(copy)
  expect(await enters(second.connection)).toBe('in')
  expect(await enters({ ...second.connection, password: first.connection.password ?? '' })).toBe(refused)
  await stopAll()
  const again = await startAt(dataDir)
  expect(again.connection.password).toBe(first.connection.password)
  await stopAll()
  rmSync(join(dataDir, 'database-password'))
  const anew = await startAt(dataDir)
  expect([await enters(anew.connection), await enters({ ...anew.connection, password: 'otra' })]).toEqual([
    'in',
    refused,
  ])
  expect(anew.connection.password).not.toBe(first.connection.password)
})
