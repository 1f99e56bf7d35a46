// Days that a client has paid are not sold again unless the person at the desk confirms it.
import type { NewPayment } from '@torniquete/contract/till/payments.ts'
import { expect, test } from 'vitest'
import { makeClient, makeGym, makePlan, readAnonymousClient } from '../../testing/factories.ts'
import { startTestAppForFile } from '../../testing/test-app.ts'

const app = await startTestAppForFile({ SESSION_HOURS: '8760' })
const gym = await makeGym(app)
app.clock.set('2026-03-01T16:00:00Z')

/** Makes a client, and a function that sells the client a membership of 30 days or of a given length. */
async function door() {
  const client = await makeClient(gym)
  const planOf = async (duration_days: number) => (await makePlan(gym, { duration_days })).id
  const sell = async (
    start_date: string,
    { days = 30, ...more }: { days?: number; overlap?: NewPayment['overlap'] } = {},
  ) =>
    gym.admin.try('payments.create', {
      body: { id_client: client.id, id_membership: await planOf(days), start_date, ...more },
    })
  const read = () => gym.admin.call('clients.read', { params: { id_client: client.id } })
  const paid = () => gym.admin.call('clients.paid', { params: { id_client: client.id } })
  return { client, sell, read, paid }
}

const told = (days: string) => ({ detail: `Ya está pagado ${days}. Confirma la venta para cobrarlo otra vez.` })

test('clients.read: paid_until is the day after the last paid day, even without a valid plan', async () => {
  const { client, sell, read, paid } = await door()
  expect([(await read()).paid_until, await paid()]).toEqual([null, []])
  await sell('2026-02-20')
  const next = await sell('2026-03-22')
  await sell('2026-05-01', { days: 1 })
  expect((await read()).membership?.expire_membership).toBe('2026-03-22')
  expect((await read()).paid_until).toBe('2026-05-02')
  expect(await paid()).toEqual([
    { start_date: '2026-02-20', expire_membership: '2026-04-21' },
    { start_date: '2026-05-01', expire_membership: '2026-05-02' },
  ])
  const { items } = await gym.admin.call('clients.list', { query: { client_name: client.name } })
  expect(items[0]?.paid_until).toBe('2026-05-02')
  // Voided memberships no longer count; one that ended long ago does.
  for (const { id } of (await gym.admin.call('payments.list', { query: { client_name: client.name } })).items)
    if (id !== next.answer.id) await gym.admin.call('payments.void', { params: { id }, body: { reason: 'Prueba' } })
  expect((await read()).paid_until).toBe('2026-04-21')
  await gym.admin.call('payments.void', { params: { id: next.answer.id }, body: { reason: 'Prueba' } })
  expect([(await read()).paid_until, await paid()]).toEqual([null, []])
  await sell('2020-01-01')
  expect((await read()).paid_until).toBe('2020-01-31')
})

test('payments.create: days already paid are refused with their dates, and sold when confirmed', async () => {
  const { client, sell } = await door()
  await sell('2026-03-01')
  await sell('2026-04-10', { days: 5 })
  const count = async () => (await gym.admin.call('payments.list', { query: { client_name: client.name } })).total
  for (const [start, days, what] of [
    ['2026-03-30', 30, 'el 30/03/2026 y del 10/04/2026 al 14/04/2026'],
    ['2026-03-15', 1, 'el 15/03/2026'],
    ['2026-02-10', 30, 'del 01/03/2026 al 11/03/2026'],
    ['2026-03-01', 30, 'del 01/03/2026 al 30/03/2026'],
  ] as const) {
    const refused = await sell(start, { days, overlap: false })
    expect([refused.status, refused.answer], `${start} + ${days}`).toEqual([409, told(what)])
  }
  expect(await count()).toBe(2)
  expect((await sell('2026-03-15', { days: 1, overlap: true })).status).toBe(201)
  // Periods before, between and directly after the paid ones overlap no paid day.
  for (const [start, days] of [
    ['2026-01-30', 30],
    ['2026-03-31', 10],
    ['2026-04-15', 30],
  ] as const)
    expect((await sell(start, { days })).status, start).toBe(201)
  expect(await count()).toBe(6)
})

test("payments.create: a start given as an instant counts as the day in the gym's zone", async () => {
  const { sell } = await door()
  await sell('2026-03-01')
  // The instant is still 30 March in Santo Domingo.
  expect((await sell('2026-03-31T03:00:00Z', { days: 1 })).answer).toEqual(told('el 30/03/2026'))
  expect((await sell('2026-03-31T04:00:00Z', { days: 1 })).status).toBe(201)
})

test('payments.create: confirms only those overlapping days that were shown', async () => {
  const { sell } = await door()
  await sell('2026-03-01', { days: 10 })
  const shown = [{ start_date: '2026-03-05', expire_membership: '2026-03-11' }]
  // Another user sells to the same client after the overlap was shown.
  await sell('2026-03-11', { days: 5 })
  const refused = await sell('2026-03-05', { days: 30, overlap: shown })
  expect([refused.status, refused.answer]).toEqual([409, told('del 05/03/2026 al 15/03/2026')])
  expect((await sell('2026-03-05', { days: 30, overlap: [] })).status).toBe(409)
  const all = [{ start_date: '2026-03-05', expire_membership: '2026-03-16' }]
  expect((await sell('2026-03-05', { days: 30, overlap: all })).status).toBe(201)
})

test('payments.create: of many concurrent sales of the same month one succeeds', async () => {
  const { sell, read } = await door()
  const replies = await Promise.all(Array.from({ length: 8 }, () => sell('2026-03-01')))
  expect(replies.map(({ status }) => status).sort()).toEqual([201, ...Array.from({ length: 7 }, () => 409)])
  expect(replies.find(({ status }) => status === 409)?.answer).toEqual(told('del 01/03/2026 al 30/03/2026'))
  expect((await read()).paid_until).toBe('2026-03-31')
})

test('payments.create: the anonymous client can buy only daily passes, in any number', async () => {
  const anonymous = await readAnonymousClient(gym)
  const daily = (await gym.admin.call('memberships.list')).find(({ name }) => name === 'Membresía Diaria')
  const buy = (id_membership = 0) =>
    gym.admin.try('payments.create', { body: { id_client: anonymous.id, id_membership, start_date: '2026-03-01' } })
  for (let visitor = 0; visitor < 3; visitor += 1) expect((await buy(daily?.id)).status).toBe(201)
  const refused = await buy((await makePlan(gym)).id)
  const detail = 'El cliente ánonimo solo puede comprar una Membresía Diaria'
  expect([refused.status, JSON.parse(refused.text)]).toEqual([409, { detail }])
  const params = { id_client: anonymous.id }
  expect((await gym.admin.call('clients.read', { params })).paid_until).toBeNull()
  expect(await gym.admin.call('clients.paid', { params })).toEqual([])
})
