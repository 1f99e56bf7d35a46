// Years and reports are read from a standby that streams from the primary: never without what was just written, whoever
// wrote it at whichever server, and from the primary, unseen, where it is late, away or gives up.

import type { Endpoint } from '@torniquete/contract/endpoint.ts'
import { endpointNames, endpoints } from '@torniquete/contract/endpoints.ts'
import { isWorkbook } from '@torniquete/contract/workbooks.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { Caller } from '../../testing/api.ts'
import { makeClient, makeExpense, makeGym, type TestGym } from '../../testing/factories.ts'
import { dropFolder, newFolder } from '../../testing/own-cluster.ts'
import { startSecondServer } from '../../testing/second-server.ts'
import { ask, dropNode, type Node, signalAll, startPrimary, startStandbyOf } from '../../testing/standby.ts'
import { startAppOn, type TestApp } from '../../testing/test-app.ts'
import { GymCache } from '../live/gym-cache.ts'
import { type DatabaseAddress, Troubles } from './connection.ts'
import { shareConnections } from './pools.ts'
import { sql } from './sql.ts'
import { type Outcome, Standby } from './standby.ts'

let primary: Node
let standby: Node
const own = newFolder()
/** Writes at one, reads at the other. */
let first: TestApp
let second: TestApp
let gym: TestGym
let reader: Caller
beforeAll(async () => {
  primary = await startPrimary()
  first = await startAppOn(primary.postgres.connection, own)
  standby = await startStandbyOf(primary)
  second = await startSecondServer(first, { standby: standby.postgres.connection })
  gym = await makeGym(first)
  reader = new Caller(second.app, gym.admin.token)
})
beforeEach(async () => {
  // Rested and caught up.
  await goesThere(expenses)
})
afterAll(async () => {
  await second?.close()
  await first?.close()
  for (const node of [standby, primary]) await dropNode(node)
  dropFolder(own)
})

const counts = () => second.database.standby?.counts ?? new Map<Outcome, number>()
/** What became of a read. */
async function outcomeOf(work: () => Promise<unknown>): Promise<Outcome | undefined> {
  const before = new Map(counts())
  await work()
  return [...counts()].find(([outcome, count]) => count !== before.get(outcome))?.[0]
}
const expenses = async () => Number((await reader.call('statistics.cash-flow')).expenses)
/** Also where the machine had so much else to do that it was late. */
const goesThere = (work: () => Promise<unknown>) =>
  expect.poll(() => outcomeOf(work), { timeout: 60_000 }).toBe('standby')

test('what sums up or lists years is read there, and nothing else', async () => {
  for (const name of endpointNames) {
    const { method, params, query, answer, standby, may }: Endpoint = endpoints[name]
    if (query && !query.safeParse({}).success) continue
    if (method !== 'GET' || params || answer === 'raw' || !may.includes('gym_super_admin')) continue
    if (standby) await goesThere(() => reader.try(name))
    else expect([name, await outcomeOf(() => reader.try(name))]).toEqual([name, undefined])
  }
  expect(endpointNames.filter((name) => isWorkbook(endpoints[name].answer)).length).toBeGreaterThan(0)
})

test('what one server has just written, another shows from the standby', async () => {
  const before = await expenses()
  for (let count = 1; count <= 20; count += 1) {
    await makeExpense(gym, { amount: '1.00' })
    expect(await expenses()).toBe(before + count)
  }
})

test('one that is late is not waited for, and not believed; nothing that it answered is remembered as newer', async () => {
  const before = await expenses()
  const clients = new GymCache<number>(second.live, ['clients'])
  const count = async (mayBe: boolean) =>
    second.database.read({ gym: gym.gym.id, user: null, standby: mayBe }, async (tx) => {
      if (mayBe && tx.fromStandby) {
        await ask(standby, 'select pg_wal_replay_pause()')
        await makeClient(gym)
        await second.live.announcing.look()
      }
      return clients.of(
        tx,
        gym.gym.id,
        '',
        async () => (await tx.one<{ n: number }>(sql`select count(*)::int as n from clients`)).n,
      )
    })
  let there = 0
  await goesThere(async () => {
    there = await count(true)
  })
  expect(await count(false)).toBe(there + 1)

  await makeExpense(gym, { amount: '1.00' })
  const seen: number[] = []
  expect(await outcomeOf(async () => seen.push(await expenses()))).toBe('late')
  expect(await outcomeOf(async () => seen.push(await expenses()))).toBe('resting')
  expect(seen).toEqual([before + 1, before + 1])
  await ask(standby, 'select pg_wal_replay_resume()')
})

test('one that gives up a read, because the primary changed what it reads, hands it over', async () => {
  await ask(standby, "alter system set max_standby_streaming_delay = '0'")
  await ask(standby, 'select pg_reload_conf()')
  const slow = sql`
    select pg_is_in_recovery() as standby, (select count(*)::int from expenses) as n, pg_sleep(case when pg_is_in_recovery() then 60 else 0 end)`
  const asleep = "select 1 from pg_stat_activity where wait_event = 'PgSleep'"
  const disturbed = async () => {
    let over = false
    const reading = outcomeOf(async () => {
      const answered = await second.database.read({ gym: gym.gym.id, user: null, standby: true }, (tx) => tx.one(slow))
      expect(answered).toMatchObject({ standby: false })
    }).finally(() => {
      over = true
    })
    while (!over && (await ask(standby, asleep)).length === 0);
    await ask(primary, 'begin; lock table expenses in access exclusive mode; commit')
    return reading
  }
  await expect.poll(disturbed, { timeout: 60_000 }).toBe('refused')
})

test('a standby of another database is not believed, and one that lets nobody in is left in peace', async () => {
  const { platform } = first.database
  const standbyAt = (address: DatabaseAddress) =>
    new Standby(address, { pool: platform, observer: null, troubles: new Troubles() }, shareConnections(9), 20_000)
  const isLeftInPeace = async (one: Standby) => {
    const names = async () => {
      expect(await one.read({ gym: gym.gym.id, user: null }, async () => 1)).toBe(null)
      return [...one.counts].flatMap(([outcome, count]) => (count > 0 ? [outcome] : []))
    }
    await expect.poll(names, { timeout: 60_000 }).toEqual(expect.arrayContaining(['away', 'resting']))
    await one.end()
  }
  await isLeftInPeace(standbyAt({ ...standby.postgres.connection, database: 'nobodys' }))

  await ask(primary, 'create database other')
  const isThere = async () => (await ask(standby, "select from pg_database where datname = 'other'")).length
  await expect.poll(isThere, { timeout: 60_000 }).toBe(1)
  const others = standbyAt({ ...standby.postgres.connection, database: 'other' })
  await expect(others.check()).rejects.toThrow('es una réplica de otra base de datos')
  await isLeftInPeace(others)
})

test('one that stands still or is gone: the primary answers; an address that leads to no standby is none', async () => {
  const before = await expenses()
  const other = await startSecondServer(first, { standby: primary.postgres.connection })
  await expect(other.database.standby?.check()).rejects.toThrow('no es una réplica')
  expect((await new Caller(other.app, gym.admin.token).call('statistics.cash-flow')).expenses).toBe(before.toFixed(2))
  await other.close()

  signalAll(standby, 'SIGSTOP')
  expect([await outcomeOf(expenses), await expenses()]).toEqual([expect.stringMatching('^(away|late)$'), before])
  signalAll(standby, 'SIGKILL')
  await standby.postgres.exited
  expect(await expenses()).toBe(before)
})
