import { afterAll, beforeAll, expect, test } from 'vitest'
import { asOwner } from '../testing/digest.ts'
import { makeGym } from '../testing/factories.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { sql } from './sql.ts'
import { Turns } from './turns.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

test('while one gym’s heaviest reads wait for the database, another gym’s are answered, and none of the first is lost', async () => {
  const [busy, other] = [await makeGym(app), await makeGym(app)]
  const reads: Promise<unknown>[] = []
  await asOwner(app, async (client) => {
    await client.query('select pg_advisory_lock(7299)')
    for (let count = 0; count < 24; count += 1)
      reads.push(
        app.database.read({ gym: busy.gym.id, user: null }, (tx) =>
          tx.run(sql`select pg_advisory_lock_shared(7299), pg_advisory_unlock_shared(7299)`),
        ),
      )
    // All of them wait; nobody else does.
    for (let count = 0; count < 5; count += 1) {
      expect((await other.admin.try('clients.list')).status).toBe(200)
      expect((await other.admin.try('sales.list')).status).toBe(200)
    }
    await client.query('select pg_advisory_unlock(7299)')
  })
  expect(await Promise.all(reads)).toHaveLength(24)
  expect((await busy.admin.try('clients.list')).status).toBe(200)
})

test('turns: so many at once, in the order of asking, passed on by what fails too; who waits too long is refused', async () => {
  const turns = new Turns(2, 50)
  const began: string[] = []
  const ends = new Map<string, { done: () => void; failed: (error: Error) => void }>()
  const begin = (gym: number, name: string) =>
    turns.run(gym, () => {
      began.push(name)
      return new Promise<void>((done, failed) => ends.set(name, { done, failed }))
    })
  const patient = new Turns(1, 60_000)
  const first = patient.run(1, () => Promise.reject(new Error('broken')))
  const second = patient.run(1, async () => 'second')
  await expect(first).rejects.toThrow('broken')
  expect(await second).toBe('second')

  const running = [begin(1, 'a'), begin(1, 'b')]
  const late = begin(1, 'c')
  running.push(begin(2, 'd'))
  expect(began).toEqual(['a', 'b', 'd'])
  await expect(late).rejects.toThrow('La base de datos no responde')
  const next = begin(1, 'e')
  ends.get('a')?.done()
  await expect.poll(() => began).toEqual(['a', 'b', 'd', 'e'])
  for (const name of ['b', 'd', 'e']) ends.get(name)?.done()
  await Promise.all([...running, next])
})
