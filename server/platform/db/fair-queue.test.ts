import { expect, test } from 'vitest'
import { runAsTableOwner } from '../../testing/database-digest.ts'
import { makeGym, makeProduct, makeSale } from '../../testing/factories.ts'
import { startTestAppForFile } from '../../testing/test-app.ts'
import { FairQueue, type QueuedWorkOptions } from './fair-queue.ts'
import { sql } from './sql.ts'

const app = await startTestAppForFile()

test('fair queue: long reads of a gym run one at a time, and do not delay short reads', async () => {
  const [busy, other] = [await makeGym(app), await makeGym(app)]
  const began: string[] = []
  const ends: (() => void)[] = []
  const read = (gym: number, name: string, rows?: number) =>
    app.database.read({ gym, user: null, rows }, async () => {
      began.push(name)
      if (rows) await new Promise<void>((end) => ends.push(end))
    })
  const reads = [read(busy.gym.id, 'first', 1000), read(busy.gym.id, 'second', 1000), read(other.gym.id, 'third', 1000)]
  await read(busy.gym.id, 'short')
  await expect.poll(() => began.toSorted()).toEqual(['first', 'short', 'third'])
  ends.shift()?.()
  await expect.poll(() => began).toContain('second')
  for (const end of ends) end()
  await Promise.all(reads)
})

test('fair queue: 32 waiting writes of one gym do not delay another gym’s sale', async () => {
  const [busy, other] = [await makeGym(app), await makeGym(app)]
  const product = await makeProduct(other, { stock: 10 })
  const writes: Promise<unknown>[] = []
  await runAsTableOwner(app, async (client) => {
    await client.query('select pg_advisory_lock(7299)')
    for (let count = 0; count < 32; count += 1) writes.push(busy.rows(sql`select pg_advisory_xact_lock_shared(7299)`))
    for (let count = 0; count < 5; count += 1) await makeSale(other, [{ id_product: product.id, quantity: 1 }])
    expect((await app.app.inject({ url: '/ready' })).statusCode).toBe(200)
    await client.query('select pg_advisory_unlock(7299)')
  })
  expect(await Promise.all(writes)).toHaveLength(32)
})

/** Queues work that lasts until the test ends it. */
function held(turns: FairQueue) {
  const began: string[] = []
  const ends = new Map<string, () => void>()
  return {
    began,
    begin: (gym: number, name: string, whose?: QueuedWorkOptions) =>
      turns.run(
        gym,
        () => {
          began.push(name)
          return new Promise<void>((done) => ends.set(name, done))
        },
        whose,
      ),
    end: (name: string) => ends.get(name)?.(),
  }
}

test('fair queue: limits a gym’s simultaneous work, keeps its order, and refuses after a timeout', async () => {
  const patient = new FairQueue({ maxTurns: 9, maxTurnsPerGym: 1, timeoutMs: 60_000 })
  const first = patient.run(1, () => Promise.reject(new Error('broken')))
  const second = patient.run(1, async () => 'second')
  await expect(first).rejects.toThrow('broken')
  expect(await second).toBe('second')

  const turns = new FairQueue({ maxTurns: 9, maxTurnsPerGym: 2, timeoutMs: 50 })
  const { began, begin, end } = held(turns)
  const running = [begin(1, 'a'), begin(1, 'b')]
  const late = begin(1, 'c')
  running.push(begin(2, 'd'))
  expect([began, turns.waiting]).toEqual([['a', 'b', 'd'], 1])
  await expect(late).rejects.toMatchObject({ reason: 'database.unavailable', details: { seconds: 2 } })
  expect(await turns.tryRun(1, async () => 'never begun')).toBeNull()
  expect(turns.waiting).toBe(0)
  const next = begin(1, 'e')
  end('a')
  await expect.poll(() => began).toEqual(['a', 'b', 'd', 'e'])
  for (const name of ['b', 'd', 'e']) end(name)
  await Promise.all([...running, next])
})

test('fair queue: a second busy gym does not take the turns reserved for idle gyms', async () => {
  const { began, begin, end } = held(
    new FairQueue({ maxTurns: 6, maxTurnsPerGym: 4, reservedTurns: 2, timeoutMs: 60_000 }),
  )
  const all = [1, 2].flatMap((gym) => [1, 2, 3, 4, 5].map((at) => begin(gym, `${gym}.${at}`)))
  expect(began).toEqual(['1.1', '1.2', '1.3', '1.4', '2.1'])
  all.push(begin(3, '3.1'), begin(3, '3.2'))
  expect(began.at(-1)).toBe('3.1')
  // With three gyms running, no turns are reserved for others any more.
  for (const name of ['1.1', '1.2', '3.1']) end(name)
  await expect.poll(() => began.slice(6)).toEqual(['2.2', '3.2', '1.5'])
  for (let ended = 0; ended < all.length; ) {
    const running = [...began]
    for (const name of running) end(name)
    ended = running.length
    await expect.poll(() => began.length > ended || began.length === all.length).toBe(true)
  }
  await Promise.all(all)
})

test("fair queue: a gym's turns rotate among its users, however many calls one user sends", async () => {
  const { began, begin, end } = held(new FairQueue({ maxTurns: 4, maxTurnsPerGym: 2, timeoutMs: 60_000 }))
  const ask = (name: string) => begin(1, name, { user: name.charCodeAt(0) })
  const names = ['a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'b2', 'c1', 'a6']
  const all = names.map(ask)
  expect(began).toEqual(['a1', 'a2'])
  const steps = [
    ['a1', 'b1'],
    ['a2', 'a3'],
    ['b1', 'c1'],
    ['a3', 'b2'],
    ['c1', 'a4'],
    ['b2', 'a5'],
    ['a4', 'a6'],
  ] as const
  for (const [ended, begun] of steps) {
    end(ended)
    await expect.poll(() => began.at(-1)).toBe(begun)
  }
  for (const name of names) end(name)
  await Promise.all(all)
})

test("fair queue: urgent work exceeds its gym's limit, but uses no turn reserved for others", async () => {
  const { began, begin, end } = held(
    new FairQueue({ maxTurns: 4, maxTurnsPerGym: 2, reservedTurns: 2, timeoutMs: 60_000 }),
  )
  const all = ['a1', 'a2', 'a3'].map((name) => begin(1, name))
  const firsts = ['f1', 'f2'].map((name) => begin(1, name, { user: 7, highPriority: true }))
  all.push(...firsts, begin(2, 'b1'))
  expect(began).toEqual(['a1', 'a2', 'f1', 'b1'])
  end('a1')
  end('a2')
  await expect.poll(() => began.slice(4)).toEqual(['f2'])
  end('f1')
  await expect.poll(() => began.slice(4)).toEqual(['f2', 'a3'])
  for (const name of ['b1', 'f2', 'a3']) end(name)
  await Promise.all(all)
})
