// Two servers on one database, connected through proxies that fail like networks: no caller may get an outdated answer.
import { randomUUID } from 'node:crypto'
import { listAreasInResponse } from '@torniquete/contract/endpoints.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { Caller, logInAs } from '../../testing/api-caller.ts'
import { runAsTableOwner } from '../../testing/database-digest.ts'
import { EventStream } from '../../testing/event-stream.ts'
import { makeClient, makeGym, makeUser, type TestGym, testPassword } from '../../testing/factories.ts'
import { FaultyProxy } from '../../testing/faulty-proxy.ts'
import { startSecondServer } from '../../testing/second-server.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { announcementsConnectionName } from './announcements.ts'
import { deleteOldChanges } from './read-changes.ts'

let first: TestApp
let lines: [FaultyProxy, FaultyProxy]
let a: TestApp
let b: TestApp
let gym: TestGym
let atA: Caller
let atB: Caller
beforeAll(async () => {
  first = await startTestApp()
  lines = [await FaultyProxy.to(first.database.address), await FaultyProxy.to(first.database.address)]
  a = await startSecondServer(first, { address: lines[0].address })
  b = await startSecondServer(first, { address: lines[1].address })
}, 30_000)
beforeEach(async () => {
  gym = await makeGym(first)
  atA = new Caller(a.app, gym.admin.token)
  atB = new Caller(b.app, gym.admin.token)
  await expect.poll(() => a.live.isConnected && b.live.isConnected).toBe(true)
})
afterEach(() => {
  for (const line of lines) line.deliver()
})
afterAll(async () => {
  await b.close()
  await a.close()
  for (const line of lines) await line.close()
  await first.close()
})

const often = { interval: 20 }
const poll = { query: { size_page: 1000 } }
/** Polls attendances like a screen: counts them, and tells whether the server's cache was still valid. */
class Screen {
  readonly #caller: Caller
  #tag = ''
  #stamp = ''
  total = 0
  unchanged = false
  constructor(caller: Caller) {
    this.#caller = caller
  }
  async look(): Promise<number> {
    const { live } = this.#caller === atA ? a : b
    const stamp = live.stamp(gym.gym.id, listAreasInResponse('attendances.list'))
    const headers: Record<string, string> = this.#tag === '' ? {} : { 'if-none-match': this.#tag }
    const { status, answer, headers: said } = await this.#caller.try('attendances.list', { ...poll, headers })
    // Compares stamps, not ETags: a new read of the same data has the same ETag.
    this.unchanged = stamp === this.#stamp
    this.#stamp = stamp
    if (status === 200) this.total = answer.total
    this.#tag = String(said.etag ?? '')
    return this.total
  }
  /** Resolves when the answer no longer changes and comes from the server's memory. */
  async settles(): Promise<void> {
    await expect.poll(async () => [await this.look(), this.unchanged][1], often).toBe(true)
  }
}
const comesIn = async (caller: Caller) => {
  const { id } = await makeClient(gym)
  await caller.call('attendances.create', { body: { id_client: id } })
}

test('announcements: a write on one server appears on another that answers from memory', async () => {
  const screen = new Screen(atB)
  for (let count = 1; count <= 20; count += 1) {
    await comesIn(atA)
    await expect.poll(() => screen.look(), { interval: 2 }).toBe(count)
    await screen.settles()
  }
})

const unheardFor = async (server: TestApp) =>
  Number(/^torniquete_announcements_age_seconds (.*)$/m.exec((await server.app.inject('/metrics')).body)?.[1])

test('announcements: after a silently cut connection no outdated cache is used', async () => {
  const screen = new Screen(atB)
  const worker = await makeUser(gym, 'gym_worker')
  const { token } = await logInAs(b.app, worker.username, testPassword)
  const dismissed = new Caller(b.app, token)
  const stream = await EventStream.open((await listenAt(b)).address, gym.admin.token, { changes: true })
  await comesIn(atA)
  await expect.poll(() => screen.look(), often).toBe(1)
  expect((await dismissed.try('clients.list')).status).toBe(200)
  lines[1].swallow(announcementsConnectionName)
  await comesIn(atA)
  await atA.call('users.update', { params: { id_user: worker.id }, body: { is_active: false } })
  const told = stream.events.length
  await Promise.all([
    expect.poll(() => screen.look(), often).toBe(2),
    expect.poll(async () => (await dismissed.try('clients.list')).status, often).toBe(401),
    expect.poll(() => stream.events.length, often).toBeGreaterThan(told),
  ])
  // While disconnected the server answers everything from the database.
  await expect.poll(() => b.live.isConnected, often).toBe(false)
  for (let count = 3; count <= 6; count += 1) {
    await comesIn(atA)
    expect(await screen.look()).toBe(count)
  }
  expect((await b.app.inject('/ready')).statusCode).toBe(503)
  const deaf = await unheardFor(b)
  expect((await a.app.inject('/ready')).statusCode).toBe(200)
  lines[1].deliver()
  await expect.poll(() => b.live.isConnected).toBe(true)
  await expect.poll(() => unheardFor(b)).toBeLessThan(deaf)
  expect((await b.app.inject('/ready')).statusCode).toBe(200)
  await screen.settles()
  stream.close()
})

const listening = new Map<TestApp, ReturnType<TestApp['listen']>>()
function listenAt(server: TestApp) {
  const known = listening.get(server) ?? server.listen()
  listening.set(server, known)
  return known
}

test('announcements: a commit whose answer was lost is seen by both servers', async () => {
  const [here, there] = [new Screen(atA), new Screen(atB)]
  await Promise.all([here.look(), there.look()])
  const { id } = await makeClient(gym)
  const again = { body: { id_client: id }, headers: { 'idempotency-key': randomUUID() } }
  lines[0].loseCommits(1)
  expect((await atA.try('attendances.create', again)).status).toBe(503)
  await Promise.all([expect.poll(() => here.look(), often).toBe(1), expect.poll(() => there.look(), often).toBe(1)])
  const repeated = { body: { id_client: id }, headers: { 'idempotency-key': randomUUID() } }
  lines[0].loseCommits(1)
  expect((await atA.try('attendances.create', repeated)).status).toBe(503)
  expect((await atB.try('attendances.create', repeated)).status).toBe(201)
  expect(await there.look()).toBe(2)
})

test('announcements: a transaction that began early and commits late is not missed', async () => {
  const screen = new Screen(atB)
  const { id } = await makeClient(gym)
  await runAsTableOwner(first, async (owner) => {
    await owner.query('begin')
    await owner.query(`select set_config('app.gym_id', '${gym.gym.id}', true)`)
    await owner.query('insert into attendances (gym_id, id_client, check_in) values ($1, $2, now())', [gym.gym.id, id])
    for (let count = 1; count <= 3; count += 1) {
      await comesIn(atA)
      await expect.poll(() => screen.look(), often).toBe(count)
    }
    await owner.query('commit')
  })
  await expect.poll(() => screen.look(), often).toBe(4)
})

test('announcements: old rows are deleted, and a server that missed them clears its caches', async () => {
  const rows = () => runAsTableOwner(first, async (owner) => (await owner.query('select from changes')).rowCount)
  const now = async () =>
    runAsTableOwner(first, async (owner) => (await owner.query('select pg_current_xact_id()::text as now')).rows[0].now)
  const screen = new Screen(atB)
  await comesIn(atA)
  await expect.poll(() => screen.look(), often).toBe(1)
  lines[1].swallow(announcementsConnectionName)
  await comesIn(atA)
  await deleteOldChanges(first.database.platform, await now())
  expect(await rows()).toBe(0)
  lines[1].deliver()
  await expect.poll(() => screen.look(), often).toBe(2)
})
