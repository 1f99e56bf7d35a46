// Two servers behind PgBouncer in session mode, a common setup. Skipped with a message without PgBouncer.
import type { ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chmodSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { Caller } from '../../testing/api.ts'
import { makeClient, makeGym, type TestGym } from '../../testing/factories.ts'
import { startSecondServer } from '../../testing/second-server.ts'
import { findProgram, freePort, killAndWait } from '../../testing/system-programs.ts'
import { eventually } from '../../testing/terminals.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { useFolder } from '../../testing/test-cluster.ts'
import { chooseLauncher, launch } from '../postgres/launch.ts'

const program = findProgram('pgbouncer')
if (!program) console.info('PgBouncer is not installed (apt-get install pgbouncer): servers behind it are not tried')

const own = useFolder()
let pooler: ChildProcess | undefined
let first: TestApp
const servers: TestApp[] = []
let gym: TestGym
beforeAll(async () => {
  if (!program) return
  const { host, port, user } = inject('postgres')
  const listen_port = await freePort()
  chmodSync(own, 0o755)
  writeFileSync(join(own, 'users.txt'), `"${user}" ""\n`)
  const settings = {
    listen_addr: '127.0.0.1',
    listen_port,
    unix_socket_dir: '',
    auth_type: 'trust',
    auth_file: join(own, 'users.txt'),
    pool_mode: 'session',
    // Connections of two servers: DATABASE_POOL and two each.
    default_pool_size: 40,
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`)
  const databases = `[databases]\n* = host=${host} port=${port}\n`
  writeFileSync(join(own, 'pgbouncer.ini'), `${databases}[pgbouncer]\n${lines.join('\n')}\n`)
  startPooler()
  first = await startTestApp()
  gym = await makeGym(first)
  const { database } = first.database.address as { database: string } // as startTestApp opened it
  const address = { connectionString: `postgres://${user}@127.0.0.1:${listen_port}/${database}` }
  await eventually(
    () => listens(listen_port),
    (listening) => listening,
    60_000,
  )
  for (let count = 0; count < 2; count += 1) servers.push(await startSecondServer(first, { address }))
})
afterAll(async () => {
  for (const server of servers) await server.close()
  await first?.close()
  await stopPooler()
})

const listens = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false))
    socket.on('connect', () => socket.destroy())
  })

function startPooler(): void {
  pooler = launch(chooseLauncher(), program ?? '', ['-q', join(own, 'pgbouncer.ini')], 'ignore')
}
async function stopPooler(): Promise<void> {
  await killAndWait(pooler)
  pooler = undefined
}

test.runIf(program)("PgBouncer: two servers see each other's changes, and continue after it was killed", async () => {
  const [a, b] = servers.map(({ app }) => new Caller(app, gym.admin.token)) as [Caller, Caller]
  const client = await makeClient(gym)
  const params = { id_client: client.id }
  const edits = Array.from({ length: 24 }, (_, at) =>
    (at % 2 ? a : b).try('clients.update', { params, body: { notes: `nota ${at}` } }),
  )
  expect(new Set((await Promise.all(edits)).map(({ status }) => status))).toEqual(new Set([200]))

  const seen = async () => (await b.call('attendances.list')).total
  expect(await seen()).toBe(0)
  await a.call('attendances.create', { body: { id_client: client.id } })
  await expect.poll(seen).toBe(1)

  await stopPooler()
  const again = { headers: { 'idempotency-key': randomUUID() }, body: { id_client: client.id } }
  expect((await a.try('attendances.create', again)).status).toBe(503)
  startPooler()
  const answered = async () => [
    (await a.try('attendances.create', again)).status,
    (await b.try('clients.list')).status,
    servers.every(({ live }) => live.isConnected),
  ]
  await expect.poll(answered, { timeout: 60_000 }).toEqual([201, 200, true])
  await expect.poll(seen).toBe(2)
})
