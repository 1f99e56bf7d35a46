// Passes of clients whose visits count, beside whatever else locks such clients: nobody waits for anybody in a circle.
import { expect, test } from 'vitest'
import { deadlocksSoFar } from '../testing/digest.ts'
import { app, gym, startDoorApp } from '../testing/door-app.ts'
import { makeClient, makeDevice, makePayment, makePlan, makeProduct } from '../testing/factories.ts'
import { recordPasses } from './passes.ts'

startDoorApp()

type Act = (turn: number) => Promise<{ status: number } | string[]>

/** Ways by which clients with packs of visits, their numbers and news are locked. */
async function waysOf(): Promise<Record<string, Act>> {
  const { admin } = gym
  const plan = await makePlan(gym, { duration_days: 30 })
  const params = { id_membership: plan.id }
  const terms = { pause_days: 0, pause_times: null, visits: 1000, each_pass: true }
  await admin.call('memberships.set-terms', { params, body: terms })
  const buys = async () => {
    const client = await makeClient(gym)
    await makePayment(gym, { id_client: client.id, id_membership: plan.id, start_date: '2026-06-15' })
    return client
  }
  const [ana, luis, eva] = [await buys(), await buys(), await buys()]
  const gone = await Promise.all(Array.from({ length: 40 }, buys))
  const device = await makeDevice(gym)
  const products = await Promise.all(Array.from({ length: 40 }, () => makeProduct(gym, { stock: 2, min_quantity: 1 })))
  const [number = 0, other = 0] = [eva.id_zkteco ?? 0, (eva.id_zkteco ?? 0) + 700]
  let second = 0
  const passes = () => {
    second += 120
    const time = new Date(Date.parse('2026-06-15T06:00:00Z') + second * 1000)
      .toISOString()
      .slice(0, 19)
      .replace('T', ' ')
    const pins = [ana.id_zkteco, luis.id_zkteco, number, other].map(String)
    const place = {
      gym: gym.gym.id,
      id: device.id,
      sn: device.sn,
      zone: 'America/Santo_Domingo',
      now: app.clock.now(),
      scattered: true,
    }
    return app.database.write({ gym: gym.gym.id, user: null }, (tx) =>
      recordPasses(
        tx,
        place,
        pins.map((pin) => ({ pin, time, raw: '', leaves: null })),
      ),
    )
  }
  return {
    'passes at a terminal': passes,
    'a visit at the desk': () => admin.try('attendances.create', { body: { id_client: luis.id } }),
    'a sale to its minimum': () =>
      admin.try('sales.create', {
        body: { id_client: ana.id, items: [{ id_product: products.pop()?.id, quantity: 1, unit_price: '100.00' }] },
      }),
    'another number': (turn) =>
      admin.try('clients.update', {
        params: { id_client: eva.id },
        body: { id_zkteco: turn % 2 === 1 ? number : other },
      }),
    'a merge': async () => {
      const pair = { id_client: luis.id, id_other: gone.pop()?.id ?? 0 }
      const { answer } = await admin.try('clients.compare', { params: pair })
      return admin.try('clients.merge', { params: pair, body: { take: [], confirm: answer.digest } })
    },
  }
}

test('passes beside each other way', { tags: ['deep'], timeout: 240_000 }, async () => {
  const { 'passes at a terminal': passes = () => Promise.resolve([]), ...ways } = await waysOf()
  const circles: Record<string, number> = {}
  const done = new Set<string>()
  for (const [name, act] of Object.entries({ ...ways, passes })) {
    const before = await deadlocksSoFar(app)
    for (let turn = 0; turn < 8; turn += 1) {
      const answers = await Promise.all([act(turn), passes(turn), act(turn + 1), passes(turn)])
      const said = [answers[0], answers[2]].map((answer) => ('status' in answer ? answer.status : 200))
      expect(Math.max(...said)).toBeLessThan(500)
      if (Math.min(...said) < 300) done.add(name)
    }
    circles[name] = (await deadlocksSoFar(app)) - before
  }
  expect([...done]).toEqual(Object.keys(circles))
  expect(circles).toEqual(Object.fromEntries(Object.keys(circles).map((name) => [name, 0])))
})
