import { afterEach, beforeEach, expect, test } from 'vitest'
import { queryAsOwner } from '../../testing/database-digest.ts'
import { RecordedLog } from '../../testing/recorded-log.ts'
import { startTestAppForFile } from '../../testing/test-app.ts'
import { type JobLoop, startJobLoop, startJobOnOneServer } from './job-loop.ts'

let running: JobLoop[] = []
const logStream = new RecordedLog()
const countLogged = (msg: string) => logStream.lines(`"msg":"${msg}"`).length
const app = await startTestAppForFile({ LOG_LEVEL: 'warn' }, { logStream })
beforeEach(async () => {
  logStream.text = ''
  await app.database.platform.query('delete from jobs')
})
afterEach(async () => {
  await Promise.all(running.map((loop) => loop.stop()))
  running = []
})

const startTask = (run: () => Promise<unknown>) => {
  const services = { database: app.database, log: app.app.log }
  running.push(startJobOnOneServer(services, { name: 'sweep', everyMs: 20, everySeconds: 300 }, run))
}
const startedAgo = (interval: string) =>
  app.database.platform.query('update jobs set started_at = now() - $1::interval', [interval])
/** Waits until the task has been due several times. */
const someRounds = (count: () => number) => {
  const before = count()
  return expect.poll(() => count() - before, { timeout: 10_000 }).toBeGreaterThan(5)
}

test("periodic task: runs once per period over all servers, and at a server's start", async () => {
  let runs = 0
  let looks = 0
  const run = async () => void runs++
  for (let server = 0; server < 3; server++) startTask(run)
  running.push(startJobLoop({ name: 'count', log: app.app.log, everyMs: 20 }, async () => void looks++))
  await expect.poll(() => runs).toBe(1)
  await someRounds(() => looks)
  expect(runs).toBe(1)
  await startedAgo('10 s')
  await someRounds(() => looks)
  expect(runs).toBe(1)
  startTask(run)
  await expect.poll(() => runs).toBe(2)
  await startedAgo('301 s')
  await expect.poll(() => runs).toBe(3)
  await someRounds(() => looks)
  expect(runs).toBe(3)
})

test('periodic task: a failure is logged and counted, and the task runs in the next period', async () => {
  let runs = 0
  startTask(async () => {
    runs += 1
    if (runs < 3) throw new Error('twice')
  })
  const failures = async () => /queue="sweep",state="failed"} (\d)/.exec((await app.app.inject('/metrics')).body)?.[1]
  await expect.poll(failures).toBe('1')
  expect(countLogged('a job failed')).toBe(1)
  await startedAgo('301 s')
  await expect.poll(failures).toBe('2')
  await startedAgo('301 s')
  await expect.poll(() => runs).toBe(3)
  await app.database.platform.query("update jobs set failed_at = now() - interval '8 days'")
  expect(await failures()).toBe('0')
})

test('background loop: logs an outage once, and its end once', async () => {
  let rounds = 0
  const name = 'look'
  running.push(
    startJobLoop({ name, log: app.app.log, everyMs: 10 }, async () => {
      rounds += 1
      await app.database.platform.query('select name from jobs')
    }),
  )
  await someRounds(() => rounds)
  await queryAsOwner(app, 'alter table jobs rename to elsewhere')
  await expect.poll(() => countLogged('a job failed')).toBe(1)
  await someRounds(() => rounds)
  expect([countLogged('a job failed'), countLogged('a job goes on')]).toEqual([1, 0])
  await queryAsOwner(app, 'alter table elsewhere rename to jobs')
  await expect.poll(() => countLogged('a job goes on')).toBe(1)
  await someRounds(() => rounds)
  expect([countLogged('a job failed'), countLogged('a job goes on')]).toEqual([1, 1])
})
