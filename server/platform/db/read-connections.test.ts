// Read connections: which statements they allow, and when they are reused.
import { afterAll, expect, test } from 'vitest'
import { makeClient, makeGym, type TestGym } from '../../testing/factories.ts'
import { FaultyProxy } from '../../testing/faulty-proxy.ts'
import { startSecondServer } from '../../testing/second-server.ts'
import { startTestAppForFile } from '../../testing/test-app.ts'
import { sql } from './sql.ts'

const app = await startTestAppForFile()
const gyms = [await makeGym(app), await makeGym(app)]
for (const gym of gyms) await makeClient(gym)
const line = await FaultyProxy.to(app.database.address)
const behind = await startSecondServer(app, { address: line.address })
afterAll(async () => {
  await behind.close()
  await line.close()
})

test('read connection: after a failure, reused only when its gym setting is confirmed', async () => {
  const seen = async ({ gym }: TestGym) => {
    const read = behind.database.read({ gym: gym.id, user: null }, (tx) =>
      tx.one<{ gym_id: number }>(sql`select distinct gym_id from clients`),
    )
    return (await read).gym_id
  }
  const [one, other] = gyms as [TestGym, TestGym] // there are exactly two gyms
  const refused = ({ gym }: TestGym) =>
    behind.database.read({ gym: gym.id, user: null }, () => {
      throw new Error('refused')
    })
  expect(await seen(one)).toBe(one.gym.id)

  const order: string[] = []
  line.swallow('torniquete')
  const ends = refused(other).catch(() => order.push('refused'))
  // Waits for one round trip to the database.
  await app.database.platform.query('select')
  order.push('answered')
  line.deliver()
  await ends
  expect(order).toEqual(['answered', 'refused'])
  // The next users of the connection must see rows of their own gym.
  for (const gym of [one, other]) await expect(refused(gym)).rejects.toThrow('refused')
  expect([await seen(one), await seen(other), await seen(one)]).toEqual([one.gym.id, other.gym.id, one.gym.id])
})
