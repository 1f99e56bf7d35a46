// The product starts on the data folder of the first release as it was left, and its people go on with what they had.
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readConfig } from './config.ts'
import { openOwnersPool } from './db/connection.ts'
import { migrationsFolder } from './db/database.ts'
import { startEmbeddedPostgres } from './db/embedded/embedded-postgres.ts'
import { migrate } from './db/migrate.ts'
import { hashPassword } from './db/password-hash.ts'
import { repositoryRoot } from './db/repository-root.ts'
import { startServer } from './running-server.ts'
import { dropFolder, newFolder } from './testing/own-cluster.ts'

let folder: string
beforeEach(() => {
  folder = newFolder()
})
afterEach(() => dropFolder(folder))

const password = 'una clave de entonces'

/** As that release left it: its schema, a list of migrations that knew no hashes, and rows in every table. */
async function leaveFirstRelease(dataDir: string): Promise<void> {
  const first = join(folder, 'first')
  mkdirSync(first)
  for (const file of readdirSync(migrationsFolder()).filter((name) => name <= '0006-messages.sql'))
    copyFileSync(join(migrationsFolder(), file), join(first, file))
  const { connection, stop } = await startEmbeddedPostgres({ dataDir, settings: { fsync: 'off' } })
  const [owner, client] = [openOwnersPool(connection), new pg.Client(connection)]
  try {
    await migrate(owner, first)
    await client.connect()
    await client.query(readFileSync(join(repositoryRoot, 'server/db/fixtures/first-release.sql'), 'utf8'))
    await client.query('update users set password_hash = $1 where id = 11', [await hashPassword(password)])
    await client.query('alter table migrations drop column checksum, drop column beside')
  } finally {
    await client.end()
    await owner.end()
    await stop()
  }
}

test('a data folder of the first release opens, and who worked there logs in and sees what was sold', {
  timeout: 180_000,
}, async () => {
  const dataDir = join(folder, 'data')
  await leaveFirstRelease(dataDir)
  const said = vi.spyOn(console, 'error').mockImplementation(() => {})
  const server = await startServer(
    readConfig({ DATA_DIR: dataDir, PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'silent' }),
    {
      copies: false,
    },
  )
  try {
    expect((await fetch(`${server.loopback}/ready`)).status).toBe(200)
    const call = async <Answer>(path: string, init: RequestInit = {}): Promise<Answer> => {
      const answer = await fetch(`${server.loopback}/v1${path}`, init)
      expect(answer.status, path).toBe(200)
      return (await answer.json()) as Answer // as the contract says
    }
    const { access_token } = await call<{ access_token: string }>('/token', {
      method: 'POST',
      body: new URLSearchParams({ username: 'fuerza', password }),
    })
    const headers = { authorization: `Bearer ${access_token}` }
    const clients = await call<{ items: { name: string }[] }>('/clients/', { headers })
    expect(clients.items.map(({ name }) => name)).toEqual(expect.arrayContaining(['Ana', 'José']))
    const sales = await call<{ total: number }>('/sales/', { headers })
    expect(sales.total).toBeGreaterThan(0)
    expect(existsSync(join(dataDir, 'biometrics-key'))).toBe(true)
  } finally {
    await server.stop()
    said.mockRestore()
  }
})
