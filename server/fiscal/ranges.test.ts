import { addDays } from '@torniquete/contract/shared/dates.ts'
import { expect, test } from 'vitest'
import { runAsTableOwner } from '../testing/database-digest.ts'
import {
  makeClient,
  makeGym,
  makePayment,
  makePlan,
  makeProduct,
  makeSale,
  type TestGym,
} from '../testing/factories.ts'
import { makeFiscalRange } from '../testing/fiscal-samples.ts'
import { startTestAppForFile } from '../testing/test-app.ts'
import { warnOfRangeAndCertExpiry } from './warnings.ts'

const app = await startTestAppForFile({ SESSION_HOURS: '8760' })

/** Makes a gym whose RNC no other gym has, and its first range of B02. */
async function makeFiscalGym(count = 1000) {
  const gym = await makeGym(app)
  const range = await makeFiscalRange(gym.admin, 'B02', count)
  const tax_id = String(200_000_000 + gym.gym.id)
  await gym.admin.call('fiscal.set-settings', { body: { tax_id } })
  return { gym, range, tax_id }
}

const register = ({ admin }: TestGym, body: object) => admin.try('fiscal.create-range', { body })
const b01 = (from: number, to: number, more: object = {}) => ({
  type: 'B01',
  from: `B01${String(from).padStart(8, '0')}`,
  to: `B01${String(to).padStart(8, '0')}`,
  ...more,
})
const statuses = async ({ admin }: TestGym) =>
  (await admin.call('fiscal.ranges')).map(({ type, status, left }) => `${type} ${status} ${left}`)

test('ranges: expiry is 31 December of next year, and none for B02', async () => {
  app.clock.set('2026-06-15T16:00:00Z')
  const { gym, range } = await makeFiscalGym()
  expect(range).toMatchObject({ type: 'B02', status: 'active', left: 1000, expires_on: null, next: range.from })
  expect((await register(gym, b01(1, 100))).answer).toMatchObject({ expires_on: '2027-12-31', authorization: null })
  const e31 = { type: 'E31', from: 'E310000000001', to: 'E310000000010', authorization: 'A-7' }
  expect((await register(gym, e31)).answer).toMatchObject({ to: 'E310000000010', authorization: 'A-7' })
  app.clock.reset()
})

test('ranges: wrong forms are refused at their field', async () => {
  const { gym } = await makeFiscalGym()
  const attempts: [object, string][] = [
    [{ type: 'B99', from: 'B9900000001', to: 'B9900000002' }, 'type'],
    [{ ...b01(1, 9), from: 'B0200000001' }, 'from'],
    [{ ...b01(1, 9), from: 'B010000001' }, 'from'],
    [{ ...b01(1, 9), to: '9' }, 'to'],
    [b01(9, 1), 'to'],
    [b01(1, 9, { expires_on: '2020-12-31' }), 'expires_on'],
  ]
  for (const [body, field] of attempts) {
    const { status, answer } = await register(gym, body)
    expect([status, answer]).toEqual([422, { detail: [expect.objectContaining({ loc: ['body', field] })] }])
  }
  expect(await statuses(gym)).toEqual(['B02 active 1000'])
})

test('ranges: overlaps are refused, also with another gym of the same RNC', async () => {
  const { gym, tax_id } = await makeFiscalGym()
  const other = await makeFiscalGym()
  expect((await register(gym, b01(100, 200))).status).toBe(201)
  expect((await register(gym, b01(200, 300))).status).toBe(409)
  expect((await register(other.gym, b01(150, 160))).status).toBe(201)
  expect((await other.gym.admin.try('fiscal.set-settings', { body: { tax_id } })).status).toBe(409)
})

test('ranges: a cancelled one ends, and only its used numbers stay claimed', async () => {
  const { gym, range } = await makeFiscalGym()
  await makePayment(gym)
  const cancel = () => gym.admin.try('fiscal.cancel-range', { params: { id: range.id } })
  expect((await cancel()).answer).toMatchObject({ status: 'cancelled', left: 0 })
  expect((await cancel()).status).toBe(409)
  const again = { type: 'B02', from: range.from, to: range.to }
  expect((await register(gym, again)).status).toBe(409)
  expect(
    (await register(gym, { ...again, from: `B02${String(Number(range.from.slice(3)) + 1).padStart(8, '0')}` })).status,
  ).toBe(201)
})

test('ranges: the next one opens when the first is used up', async () => {
  const { gym } = await makeFiscalGym(1)
  await makeFiscalRange(gym.admin, 'B02', 5).catch(() => null)
  const plan = await makePlan(gym)
  await gym.admin.call('fiscal.set-settings', { body: { tax_id: String(300_000_000 + gym.gym.id) } })
  await makePayment(gym, { id_membership: plan.id })
  const second = await makePayment(gym, { id_membership: plan.id })
  expect(await statuses(gym)).toEqual(['B02 active 4', 'B02 depleted 0'])
  expect(second.fiscal?.ncf).toBe((await gym.admin.call('fiscal.ranges'))[0]?.from)
})

test('ranges: sales and payments at once use up ranges of two numbers → none twice, none skipped', async () => {
  const { gym } = await makeFiscalGym(2)
  const first = Number((await gym.admin.call('fiscal.ranges'))[0]?.from.slice(3))
  const show = (number: number) => `B02${String(number).padStart(8, '0')}`
  for (let from = first + 2; from < first + 16; from += 2)
    await register(gym, { type: 'B02', from: show(from), to: show(from + 1) })
  const [plan, product] = await Promise.all([makePlan(gym), makeProduct(gym, { stock: 8 })])
  const booked = await Promise.all(
    Array.from({ length: 16 }, (_, at) =>
      at % 2 === 0
        ? makePayment(gym, { id_membership: plan.id })
        : makeSale(gym, [{ id_product: product.id, quantity: 1 }]),
    ),
  )
  const numbers = booked.map(({ fiscal }) => Number(fiscal?.ncf.slice(3))).sort((one, other) => one - other)
  expect(numbers).toEqual(Array.from({ length: 16 }, (_, at) => first + at))
})

test('ranges: expire with the day of the gym', async () => {
  app.clock.set('2026-06-15T16:00:00Z')
  const { gym } = await makeFiscalGym()
  await register(gym, b01(1, 9, { expires_on: '2026-06-20' }))
  const plan = await makePlan(gym)
  const sell = async () =>
    (
      await gym.admin.try('payments.create', {
        body: {
          id_client: (await makeClient(gym)).id,
          id_membership: plan.id,
          start_date: '2026-06-01',
          receipt: { type: 'credit', tax_id: '101850043', legal_name: 'X' },
        },
      })
    ).status
  app.clock.set('2026-06-21T02:00:00Z')
  expect(await sell()).toBe(201)
  app.clock.set('2026-06-21T16:00:00Z')
  expect(await sell()).toBe(409)
  expect((await statuses(gym))[0]).toBe('B01 expired 0')
  app.clock.reset()
})

test('warnings: each range is reported once when it runs out, and before it expires', async () => {
  const { gym } = await makeFiscalGym(60)
  const soon = addDays(app.clock.now().toISOString().slice(0, 10), 20)
  await register(gym, b01(1, 1000, { expires_on: soon }))
  const titles = async () => (await gym.admin.call('notifications.list')).items.map(({ title }) => title)
  const product = await makeProduct(gym, { stock: 50 })
  const id_client = (await makeClient(gym)).id
  const items = [{ id_product: product.id, quantity: 1 }]
  for (let count = 0; count < 9; count++) await gym.admin.call('sales.create', { body: { id_client, items } })
  expect(await titles()).toEqual([])
  for (let count = 0; count < 3; count++) await gym.admin.call('sales.create', { body: { id_client, items } })
  expect(await titles()).toEqual(['Comprobantes por agotarse'])
  const [{ message } = { message: '' }] = (await gym.admin.call('notifications.list')).items
  expect(message).toMatch(/^Quedan 50 comprobantes B02, desde B02\d{8}\. Pide más a la DGII\.$/)
  for (let count = 0; count < 2; count++) await warnOfRangeAndCertExpiry(app.database, app.clock.now())
  expect((await titles()).sort()).toEqual(['Comprobantes por agotarse', 'Comprobantes por vencer'])
})

test('ranges: after a restore, sales wait until the next number is confirmed', async () => {
  const { gym, range } = await makeFiscalGym()
  await runAsTableOwner(app, (owner) =>
    owner.query(`update fiscal_ranges set unconfirmed_since = now() where gym_id = ${gym.gym.id}`),
  )
  const plan = await makePlan(gym)
  const body = { id_client: (await makeClient(gym)).id, id_membership: plan.id, start_date: '2026-06-01' }
  const refused = await gym.admin.try('payments.create', { body })
  expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('Factura de Consumo (B02)')])
  const confirm = (next: string) => gym.admin.try('fiscal.confirm-range', { params: { id: range.id }, body: { next } })
  expect((await confirm('B0199999999')).status).toBe(422)
  const next = `B02${String(Number(range.from.slice(3)) + 40).padStart(8, '0')}`
  expect((await confirm(next)).answer).toMatchObject({ next, needs_confirmation: false })
  expect((await gym.admin.call('payments.create', { body })).fiscal?.ncf).toBe(next)
})

test('voided numbers: are skipped by later receipts, and used ones are refused', async () => {
  const { gym, range } = await makeFiscalGym()
  const voidNumber = (ncf: string) => gym.admin.try('fiscal.void-number', { body: { ncf, kind: '04' } })
  expect((await voidNumber(range.from)).status).toBe(201)
  expect((await voidNumber(range.from)).status).toBe(409)
  const countLeft = async () => (await gym.admin.call('fiscal.ranges')).find(({ id }) => id === range.id)?.left
  expect(await countLeft()).toBe(range.left - 1)
  const { fiscal } = await makePayment(gym)
  expect(Number(fiscal?.ncf.slice(3))).toBe(Number(range.from.slice(3)) + 1)
  expect(await countLeft()).toBe(range.left - 2)
  expect((await voidNumber(fiscal?.ncf ?? '')).status).toBe(409)
  expect((await voidNumber('B02')).status).toBe(422)
})

test('voided numbers: one entered by mistake is removed, which the history shows', async () => {
  const { gym, range } = await makeFiscalGym()
  const { id, ncf } = await gym.admin.call('fiscal.void-number', { body: { ncf: range.from, kind: '04' } })
  const remove = async () => (await gym.admin.try('fiscal.delete-voided-number', { params: { id } })).status
  expect([await remove(), await remove()]).toEqual([204, 404])
  expect((await gym.admin.call('fiscal.voided-report')).rows).toEqual([])
  expect((await makePayment(gym)).fiscal?.ncf).toBe(ncf)
  const { items } = await gym.admin.call('history.list', { query: { entity: 'fiscal_voided_numbers' } })
  expect(items[0]).toMatchObject({
    action: 'delete',
    changes: expect.arrayContaining([{ field: 'ncf', before: ncf, after: null }]),
  })
})

test('ranges: series E waits on paper, and queued ranges are not reported', async () => {
  const { gym } = await makeFiscalGym()
  await register(gym, { type: 'E31', from: 'E310000000001', to: 'E310000000010' })
  await register(gym, b01(1, 1000))
  await register(gym, b01(1001, 1010))
  expect(await statuses(gym)).toEqual(['B01 queued 10', 'B01 active 1000', 'E31 queued 10', 'B02 active 1000'])
  await makePayment(gym)
  await warnOfRangeAndCertExpiry(app.database, app.clock.now())
  expect((await gym.admin.call('notifications.list')).total).toBe(0)
})

test('ranges: only a range that waits for it can be confirmed', async () => {
  const { gym, range } = await makeFiscalGym()
  const body = { next: range.next }
  expect((await gym.admin.try('fiscal.confirm-range', { params: { id: range.id }, body })).status).toBe(409)
})
