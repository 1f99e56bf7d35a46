// DATABASE_URL: the program on a PostgreSQL of somebody else's, as a superuser and as a mere owner.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../db/embedded/embedded-postgres.ts'
import { call, ensureBuilt, freePort, makeGym, startProcess } from './server-process.ts'

let folder: string
let postgres: EmbeddedPostgres
beforeAll(async () => {
  await ensureBuilt()
  folder = mkdtempSync(join(tmpdir(), 'torniquete-external-'))
  // A cluster of its own: the first owner makes the role that the server works as, and only who made it may grant it.
  postgres = await startEmbeddedPostgres({ dataDir: folder, settings: { fsync: 'off' } })
}, 60_000)
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

test.each([
  ['an owner who may create roles', 'gym_owner'],
  ['a superuser', 'postgres'],
])('%s serves from there, and again after a restart', { timeout: 40_000 }, async (_, user) => {
  if (user !== 'postgres') await asSuperuser(`create role ${user} login createrole`)
  await asSuperuser(`create database of_${user} owner ${user}`)
  const { host, port: socket } = postgres.connection
  const DATABASE_URL = `postgres://${user}@localhost:${socket}/of_${user}?host=${encodeURIComponent(host)}`
  const port = await freePort()
  const dataDir = mkdtempSync(join(tmpdir(), 'torniquete-external-'))
  const first = startProcess(dataDir, port, { DATABASE_URL })
  if (!(await first.ready)) expect((await first.ended).complaints).toEqual([])
  const token = await makeGym(port)
  expect((await call(port, token, 'POST', '/clients/', { name: 'José' })).status).toBe(201)
  first.process.kill('SIGTERM')
  expect((await first.ended).code).toBe(0)
  const second = startProcess(dataDir, port, { DATABASE_URL })
  expect(await second.ready).toBe(true)
  const found = await call(port, token, 'GET', '/clients/?client_name=jose')
  expect(found.answer.items).toMatchObject([{ name: 'José' }])
  second.process.kill('SIGTERM')
  expect((await second.ended).code).toBe(0)
  rmSync(dataDir, { recursive: true, force: true })
})
