// Two servers in a typical Debian setup: PostgreSQL behind PgBouncer, servers behind HAProxy as in the manual. Skipped
// with a message if a program is missing; scripts/system-programs.mjs installs them if it can.
import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { repositoryRoot } from '../../platform/db/repository-root.ts'
import { makeGymAndFetchToken, type ServerProcess, sendCall, startServerProcess } from '../../testing/server-process.ts'
import { waitUntil } from '../../testing/simulated-terminals.ts'
import { findFreePort, findPostgresProgram, findProgram, killAndWait } from '../../testing/system-programs.ts'
import { deleteFolder, makeTemporaryFolder } from '../../testing/test-cluster.ts'
import { changeOwnerToPostgres, chooseLauncher, launchPostgres } from '../postgres/launch-postgres.ts'

const programs = {
  postgres: findPostgresProgram('postgres'),
  initdb: findPostgresProgram('initdb'),
  pgbouncer: findProgram('pgbouncer'),
  haproxy: findProgram('haproxy'),
}
const missing = Object.entries(programs).flatMap(([name, path]) => (path ? [] : [name]))
if (missing.length > 0)
  console.info(`${missing.join(', ')}: not installed; two servers behind PgBouncer and HAProxy are not tried`)
const there = missing.length === 0

const own = makeTemporaryFolder()
const launcher = chooseLauncher()
const ports = { postgres: 0, pgbouncer: 0, balancer: 0 }
const servers: ServerProcess[] = []
const beside: Record<'postgres' | 'pgbouncer' | 'balancer', ChildProcess | undefined> = {
  postgres: undefined,
  pgbouncer: undefined,
  balancer: undefined,
}

async function startPostgres(): Promise<void> {
  const data = join(own, 'postgres')
  mkdirSync(data, { mode: 0o700 })
  changeOwnerToPostgres(launcher, data)
  const make = ['-D', data, '-U', 'torniquete', '-A', 'trust', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync']
  const [code] = await once(launchPostgres(launcher, programs.initdb ?? '', make, 'ignore'), 'exit')
  expect(code).toBe(0)
  const settings = ['listen_addresses=127.0.0.1', `port=${ports.postgres}`, `unix_socket_directories=${data}`]
  const parameters = ['-D', data, ...settings.flatMap((setting) => ['-c', setting])]
  beside.postgres = launchPostgres(launcher, programs.postgres ?? '', parameters, 'ignore')
}

function startPooler(pool_mode = 'session'): void {
  const settings = {
    listen_addr: '127.0.0.1',
    listen_port: ports.pgbouncer,
    unix_socket_dir: '',
    auth_type: 'trust',
    auth_file: join(own, 'users.txt'),
    pool_mode,
    // Enough for two servers, each with DATABASE_POOL connections and four more.
    default_pool_size: 44,
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}\n`)
  writeFileSync(join(own, 'users.txt'), '"torniquete" ""\n')
  writeFileSync(
    join(own, 'pgbouncer.ini'),
    `[databases]\n* = host=127.0.0.1 port=${ports.postgres}\n[pgbouncer]\n${lines.join('')}`,
  )
  beside.pgbouncer = launchPostgres(launcher, programs.pgbouncer ?? '', ['-q', join(own, 'pgbouncer.ini')], 'ignore')
}

/** Starts HAProxy with the servers' part of the manual's configuration and the test's ports. */
function startBalancer(): void {
  const manual = readFileSync(join(repositoryRoot, 'docs/operations.md'), 'utf8')
  const text = [...manual.matchAll(/```haproxy\n(.*?)```/gs)].map((found) => String(found[1]))[0] ?? ''
  const parts = text.split(/\n\n/).filter((part) => !part.startsWith('listen postgres'))
  const places = [
    ['bind :80', `bind 127.0.0.1:${ports.balancer}`],
    ['10.0.0.11:3000', `127.0.0.1:${servers[0]?.port}`],
    ['10.0.0.12:3000', `127.0.0.1:${servers[1]?.port}`],
  ] as const
  const made = places.reduce((whole, [from, to]) => whole.replaceAll(from, to), parts.join('\n\n'))
  writeFileSync(join(own, 'haproxy.cfg'), `${made}\n`)
  beside.balancer = spawn(programs.haproxy ?? '', ['-q', '-db', '-f', join(own, 'haproxy.cfg')], { stdio: 'ignore' })
}

function startServer(at: number): ServerProcess {
  const dataDir = join(own, `server-${at}`)
  mkdirSync(dataDir, { recursive: true })
  const started = startServerProcess(dataDir, servers[at]?.port ?? 0, {
    DATABASE_URL: `postgres://torniquete@127.0.0.1:${ports.pgbouncer}/postgres`,
    SESSION_SECRET: 'el mismo secreto de los dos servidores',
    LOG_LEVEL: 'silent',
  })
  servers[at] = started
  return started
}

const isReady = (port: number) =>
  fetch(`http://127.0.0.1:${port}/ready`).then(
    ({ ok }) => ok,
    () => false,
  )

/** Expects that no server starts behind a pooler in transaction mode, and that nothing is written. */
async function expectRefusal(): Promise<void> {
  const end = async () => {
    const started = startServer(0)
    return (await started.ready) ? 'started' : (await started.ended).complaints.join('\n')
  }
  await waitUntil(end, (complaints) => complaints.includes('pool_mode = session'), 60_000)
  const client = new pg.Client({ host: '127.0.0.1', port: ports.postgres, user: 'torniquete', database: 'postgres' })
  await client.connect()
  expect((await client.query("select to_regclass('gyms') as made")).rows).toEqual([{ made: null }])
  await client.end()
}

beforeAll(async () => {
  if (!there) return
  chmodSync(own, 0o755)
  for (const name of ['postgres', 'pgbouncer', 'balancer'] as const) ports[name] = await findFreePort()
  await startPostgres()
  startPooler('transaction')
  await expectRefusal()
  await killAndWait(beside.pgbouncer)
  startPooler()
  // Starts the server again until it is ready, because a server that finds no database exits.
  await waitUntil(async () => startServer(0).ready, Boolean, 60_000)
  expect(await startServer(1).ready).toBe(true)
  startBalancer()
  await waitUntil(() => isReady(ports.balancer), Boolean, 60_000)
}, 240_000)
afterAll(async () => {
  for (const { process, ended } of servers) {
    process.kill('SIGKILL')
    await ended
  }
  for (const program of [beside.balancer, beside.pgbouncer, beside.postgres]) await killAndWait(program)
  deleteFolder(own)
}, 60_000)

/** Status codes of failed attempts; 0 for no answer. */
const refusals: number[] = []

/** Repeats the call with the same idempotency key until the server itself answers, like the browser. */
async function untilAnswered(token: string, method: string, path: string, body?: object) {
  const key = { 'idempotency-key': randomUUID() }
  for (;;) {
    // Error pages of HAProxy are not JSON, so they count as no answer.
    const answer = await sendCall(ports.balancer, token, method, path, body, key).catch(() => null)
    if (answer && answer.status < 500) return answer
    refusals.push(answer?.status ?? 0)
    await pause(100)
  }
}

test.runIf(there)(
  'load balancer: each sale is booked once, whichever server, pooler or connection dies',
  {
    timeout: 240_000,
  },
  async () => {
    const token = await makeGymAndFetchToken(ports.balancer)
    const ask = async (method: string, path: string, body?: object) =>
      (await untilAnswered(token, method, path, body)).answer
    const { id: id_product } = await ask('POST', '/products/', { name: 'Agua', unit_of_measure: 'u', sale_price: '25' })
    const { id: id_supplier } = await ask('POST', '/suppliers/', { name: 'Bebidas' })
    const bought = { id_supplier, items: [{ id_product, quantity: 100, unit_price: '10.00' }] }
    expect(await ask('POST', '/purchase/', bought)).toMatchObject({ number: 1 })
    const { id: id_client } = await ask('POST', '/clients/', { name: 'Ana Brújula' })

    /** Writes on one server and expects the change on the other server, which has an earlier answer in memory. */
    const expectChangesSeen = async () => {
      const [one = 0, other = 0] = servers.map(({ port }) => port)
      const total = async () => (await sendCall(other, token, 'GET', '/attendances/detail')).answer.total
      const before = await total()
      expect((await sendCall(one, token, 'POST', '/attendances/', { id_client })).status).toBe(201)
      await expect.poll(total).toBe(before + 1)
    }
    await expectChangesSeen()
    const edits = Array.from({ length: 24 }, (_, at) =>
      sendCall(servers[at % 2]?.port ?? 0, token, 'PUT', `/clients/${id_client}`, { notes: `nota ${at}` }),
    )
    expect(new Set((await Promise.all(edits)).map(({ status }) => status))).toEqual(new Set([200]))

    const answers: { status: number; answer: { number: number } }[] = []
    const sell = async (count: number) => {
      for (let sold = 0; sold < count; sold += 1)
        answers.push(await untilAnswered(token, 'POST', '/sales/', { id_client, items: [{ id_product, quantity: 1 }] }))
    }
    const grown = (list: readonly unknown[], count: number) => waitUntil(() => list.length >= count, Boolean, 60_000)
    const selling = Array.from({ length: 6 }, () => sell(10))
    await grown(answers, 6)
    servers[0]?.process.kill('SIGKILL')
    await grown(answers, 18)
    await killAndWait(beside.pgbouncer)
    await grown(refusals, refusals.length + 1)
    startPooler()
    await grown(answers, 30)
    await servers[0]?.ended
    expect(await startServer(0).ready).toBe(true)
    await expectChangesSeen()
    servers[1]?.process.kill('SIGKILL')
    await Promise.all(selling)

    expect(answers.map(({ status }) => status)).toEqual(Array(60).fill(201))
    expect(refusals.filter((status) => status !== 0 && status !== 503)).toEqual([])
    const numbers = answers.map(({ answer }) => answer.number).sort((one, other) => one - other)
    expect(numbers).toEqual(Array.from({ length: 60 }, (_, at) => at + 1))
    expect(await ask('GET', `/products/${id_product}`)).toMatchObject({ quantity: 40 })
  },
)
