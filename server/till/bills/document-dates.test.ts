// Documents are dated by the database's clock, which all servers share, and never before the previous document.
import { expect, test, vi } from 'vitest'
import { makeClient, makeGym, makePayment, makeProduct, makeSale } from '../../testing/factories.ts'
import { RecordedLog } from '../../testing/recorded-log.ts'
import { startTestAppForFile } from '../../testing/test-app.ts'

const logStream = new RecordedLog()
const app = await startTestAppForFile({ LOG_LEVEL: 'warn', SESSION_HOURS: '8760' }, { logStream })

async function seller() {
  const gym = await makeGym(app)
  const product = await makeProduct(gym, { stock: 50 })
  const client = await makeClient(gym)
  return { gym, sell: () => makeSale(gym, [{ id_product: product.id, quantity: 1 }], client.id) }
}

const begun = Date.now()
const ahead = (days: number, seconds = 0) => new Date(begun + days * 86_400_000 + seconds * 1000).toISOString()

test('documents: are not dated before the last document if its date is ahead', async () => {
  const { gym, sell } = await seller()
  app.clock.set(ahead(40))
  await sell()
  app.clock.set(ahead(39))
  const again = [await sell(), await sell()]
  expect(again.map(({ number, created_at }) => [number, created_at])).toEqual([
    [2, ahead(40)],
    [3, ahead(40)],
  ])
  // Payments are a separate kind of document, so the date of the last sale does not affect them.
  expect((await makePayment(gym)).membership.payment_date).toBe(ahead(39))
  app.clock.set(ahead(40, 1))
  expect((await sell()).created_at).toBe(ahead(40, 1))
  app.clock.reset()
})

test("documents: are dated by the database, with a warning, when the server's clock is ahead", {
  tags: ['deep'],
}, async () => {
  const { sell } = await seller()
  const clockAhead = async () =>
    Number(/^torniquete_clock_ahead_seconds (\S+)/m.exec((await app.app.inject('/metrics')).body)?.[1])
  const right = Date.now()
  vi.setSystemTime(right + 7_200_000)
  await expect.poll(clockAhead).toBeGreaterThan(7_000)
  const sold = await sell()
  expect(Date.parse(sold.created_at) - right).toBeLessThan(60_000)
  expect(logStream.text.split('this clock and the database’s differ')).toHaveLength(2)
  vi.useRealTimers()
  await expect.poll(clockAhead).toBe(0)
  expect(Date.parse((await sell()).created_at)).toBeGreaterThanOrEqual(Date.parse(sold.created_at))
})
