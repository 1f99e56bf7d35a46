// DATABASE_URL: Torniquete on an external PostgreSQL, as superuser and as plain owner.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fetchToken, makeGymAndFetchToken, sendCall, startServerProcess } from '../../testing/server-process.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../postgres/embedded-postgres.ts'

let folder: string
let postgres: EmbeddedPostgres
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'torniquete-external-'))
  // A separate cluster: only the database owner who created the server's role may grant it to others.
  postgres = await startEmbeddedPostgres({ dataDir: folder, settings: { fsync: 'off' } })
}, 240_000)
afterAll(async () => {
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}, 30_000)

async function asSuperuser(...queries: string[]): Promise<void> {
  const client = new pg.Client(postgres.connection)
  await client.connect()
  for (const query of queries) await client.query(query)
  await client.end()
}

const urlOf = (user: string): string => {
  const { host, port } = postgres.connection
  return `postgres://${user}@localhost:${port}/of_${user}?host=${encodeURIComponent(host)}`
}

test.each([
  ['an owner who may create roles', 'gym_owner'],
  ['a superuser', 'postgres'],
])('external database: works with %s, also after a restart', { timeout: 120_000 }, async (_, user) => {
  if (user !== 'postgres') await asSuperuser(`create role ${user} login createrole`)
  await asSuperuser(`create database of_${user} owner ${user}`)
  const DATABASE_URL = urlOf(user)
  const dataDir = mkdtempSync(join(tmpdir(), 'torniquete-external-'))
  const first = startServerProcess(dataDir, 0, { DATABASE_URL })
  if (!(await first.ready)) expect((await first.ended).complaints).toEqual([])
  const { port } = first
  const token = await makeGymAndFetchToken(port)
  expect((await sendCall(port, token, 'POST', '/clients/', { name: 'José' })).status).toBe(201)
  first.process.kill('SIGTERM')
  expect((await first.ended).code).toBe(0)
  const second = startServerProcess(dataDir, port, { DATABASE_URL })
  expect(await second.ready).toBe(true)
  const found = await sendCall(port, token, 'GET', '/clients/?client_name=jose')
  expect(found.answer.items).toMatchObject([{ name: 'José' }])
  second.process.kill('SIGTERM')
  expect((await second.ended).code).toBe(0)
  rmSync(dataDir, { recursive: true, force: true })
})

async function refusal(): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'torniquete-external-'))
  const refused = startServerProcess(dataDir, 0, { DATABASE_URL: urlOf('postgres') })
  const { code, complaints } = await refused.ended
  rmSync(dataDir, { recursive: true, force: true })
  expect([code, complaints.length]).toEqual([1, 1])
  return complaints[0] ?? ''
}

test('external database: refuses a role that bypasses row-level security', {
  timeout: 60_000,
}, async () => {
  await asSuperuser('alter role torniquete_server bypassrls')
  expect(await refusal()).toMatch(/^DATABASE_URL: .*BYPASSRLS/)
  await asSuperuser('alter role torniquete_server nobypassrls')
})

async function restartAs(kind: 'standby' | 'primary'): Promise<void> {
  await postgres.stop()
  const signal = join(folder, 'postgres/standby.signal')
  if (kind === 'standby') writeFileSync(signal, '')
  else rmSync(signal)
  postgres = await startEmbeddedPostgres({ dataDir: folder, settings: { fsync: 'off' } })
}

test('external database: a standby gets no writes, and the server waits until it is a primary', {
  timeout: 120_000,
}, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'torniquete-external-'))
  const server = startServerProcess(dataDir, 0, { DATABASE_URL: urlOf('postgres'), LOG_LEVEL: 'silent' })
  expect(await server.ready).toBe(true)
  const { port } = server
  const token = await fetchToken(port, 'duena', 'contraseña segura')
  const create = async () => (await sendCall(port, token, 'POST', '/clients/', { name: 'José' })).status
  const ready = async () => {
    const response = await fetch(`http://127.0.0.1:${port}/ready`)
    return [response.status, await response.text()].join(' ')
  }
  expect([await create(), await ready()]).toEqual([201, '200 {"status":"ok"}'])
  await restartAs('standby')
  await expect.poll(ready, { timeout: 20_000 }).toMatch(/^503 .*réplica/)
  expect(await create()).toBe(503)
  expect(await refusal()).toMatch(/^DATABASE_URL: .*réplica/)
  await restartAs('primary')
  await expect.poll(ready, { timeout: 20_000 }).toMatch(/^200/)
  expect(await create()).toBe(201)
  server.process.kill('SIGTERM')
  expect((await server.ended).code).toBe(0)
  rmSync(dataDir, { recursive: true, force: true })
})
