// pg-boss as this product sets it up, on two servers.
import { Writable } from 'node:stream'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openOwnersPool } from '../db/connection.ts'
import { asOwner } from '../testing/digest.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { queueSizes, type RunningJobs, startBoss } from './boss.ts'
import { prepareJobs } from './prepare.ts'
import { enqueuePlanning } from './queues.ts'
import type { Worker } from './worker.ts'

let app: TestApp
let running: RunningJobs[] = []
let written = ''
const told = (msg: string) => written.split('\n').filter((line) => line.includes(`"msg":"${msg}"`))
beforeEach(async () => {
  written = ''
  const logTo = new Writable({
    write: (chunk, _, done) => {
      written += chunk
      done()
    },
  })
  app = await startTestApp({ LOG_LEVEL: 'warn' }, { logTo })
})
afterEach(async () => {
  await Promise.all(running.map((jobs) => jobs.stop()))
  running = []
  await app.close()
})

const start = async (handle: Worker<object>['handle']) => {
  const work: Worker<object> = { queue: 'plan-messages', every: 300, batch: 1, pace: 0, idle: 20, handle }
  running.push(await startBoss(app.database, [work], app.app.log))
}
const planning = async () => (await queueSizes(app.database)).find(({ queue }) => queue === 'plan-messages')
const jobs = () =>
  asOwner(
    app,
    async (owner) => (await owner.query('select singleton_key as key, state from pgboss.job order by 1')).rows,
  )

/** Connections whose last word was of the jobs. */
const atWork = () =>
  asOwner(app, async (owner) => {
    const { rows } = await owner.query<{ pid: number }>(
      "select pid from pg_stat_activity where application_name = 'torniquete' and datname = current_database() and query like '%pgboss%'",
    )
    return rows.map(({ pid }) => pid)
  })

test('planning comes once in a slot for all servers, and once more for a server that starts within it', async () => {
  let handled = 0
  const count = async () => {
    handled += 1
    return 0
  }
  await start(count)
  await start(count)
  await expect.poll(() => handled).toBe(2)
  await expect.poll(jobs).toEqual(['all', 'start'].map((key) => ({ key, state: 'completed' })))
})

test('a job comes into being with its transaction, and of one key only one waits', async () => {
  const now = new Date()
  await app.database
    .write({ gym: 7, user: null }, async (tx) => {
      await enqueuePlanning(tx, 7, now)
      throw new Error('no')
    })
    .catch(() => {})
  expect(await jobs()).toEqual([])
  for (let again = 0; again < 3; again++)
    await app.database.write({ gym: 7, user: null }, (tx) => enqueuePlanning(tx, 7, now))
  expect(await planning()).toEqual({ queue: 'plan-messages', waiting: 1, failed: 0 })
})

test('a clock that is set back while a job is done holds up no other', async () => {
  let handled = 0
  const handle = async () => {
    handled += 1
    if (handled === 1) vi.setSystemTime(Date.now() - 3_600_000)
    return 0
  }
  vi.useFakeTimers({ toFake: ['Date'] })
  try {
    await start(handle)
    await vi.waitFor(() => expect(handled).toBe(1), { timeout: 20_000 })
    await app.database.write({ gym: 7, user: null }, (tx) => enqueuePlanning(tx, 7, new Date()))
    await vi.waitFor(() => expect(handled).toBe(2), { timeout: 20_000 })
  } finally {
    vi.useRealTimers()
  }
})

test('a job that fails is told of, and the next is taken all the same', async () => {
  const seen: object[] = []
  await start(async ([job]) => {
    seen.push(job ?? {})
    if (seen.length === 1) throw new Error('once')
    return 0
  })
  await expect.poll(planning).toEqual({ queue: 'plan-messages', waiting: 0, failed: 1 })
  await app.database.write({ gym: 7, user: null }, (tx) => enqueuePlanning(tx, 7, new Date()))
  await expect.poll(() => seen).toEqual([{}, { gym: 7 }])
})

test('where no job can be taken it is told once, and once that it goes on; a connection of no use is thrown away', async () => {
  let handled = 0
  await start(async () => {
    handled += 1
    return 0
  })
  await expect.poll(() => handled).toBe(1)
  await asOwner(app, async (owner) => {
    const before = await atWork()
    expect(before.length).toBeGreaterThan(0)
    const left = async () => (await owner.query('select from pg_stat_activity where pid = any($1)', [before])).rowCount
    await owner.query(`
      create sequence refused;
      grant usage on refused to torniquete_server;
      create function refuse() returns trigger language plpgsql as $$
      begin perform nextval('public.refused'); raise exception 'cannot execute UPDATE in a read-only transaction' using errcode = '25006'; end $$;
      create trigger refuse before update on pgboss.job for each statement execute function refuse()`)
    await expect.poll(left).toBe(0)
    const refused = async () => Number((await owner.query('select last_value from refused')).rows[0].last_value)
    await expect.poll(refused).toBeGreaterThan(5)
    await expect.poll(() => told('no job can be taken').length).toBe(1)
    expect([told('no job can be taken').length, told('jobs are taken again').length]).toEqual([1, 0])
    await owner.query('drop trigger refuse on pgboss.job; drop function refuse; drop sequence refused')
  })
  await app.database.write({ gym: 7, user: null }, (tx) => enqueuePlanning(tx, 7, new Date()))
  await expect.poll(() => handled).toBe(2)
  expect([told('no job can be taken').length, told('jobs are taken again').length]).toEqual([1, 1])
})

test('an idle connection of the jobs that breaks is told of, as those of the calls', async () => {
  let handled = 0
  await start(async () => {
    handled += 1
    return 0
  })
  await expect.poll(() => handled).toBe(1)
  // One that is at work just then breaks too, but is not idle.
  const idleOnesTold = async () => {
    const pids = await atWork()
    await asOwner(app, (owner) =>
      owner.query('select pg_terminate_backend(pid) from unnest($1::integer[]) pid', [pids]),
    )
    return told('an idle connection broke').length
  }
  await expect.poll(idleOnesTold).toBeGreaterThan(0)
})

test('prepared again by servers that start together, what waits is still there', async () => {
  await app.database.write({ gym: 7, user: null }, (tx) => enqueuePlanning(tx, 7, new Date()))
  const owners = [1, 2].map(() => openOwnersPool(app.database.address))
  await Promise.all(owners.map((owner) => prepareJobs(owner)))
  await Promise.all(owners.map((owner) => owner.end()))
  expect(await planning()).toEqual({ queue: 'plan-messages', waiting: 1, failed: 0 })
})
