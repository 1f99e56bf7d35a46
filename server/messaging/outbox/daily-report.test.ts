// The daily report: its figures, sending times and recipients.
import { randomUUID } from 'node:crypto'
import { addDays } from '@torniquete/contract/shared/dates.ts'
import { beforeEach, expect, test } from 'vitest'
import {
  makeClient,
  makeDebt,
  makePayment,
  makePlan,
  makeProduct,
  makeSale,
  readAnonymousClient,
} from '../../testing/factories.ts'
import { makeStartDateForLastDay, ReminderGym, testDay, testMorning } from '../../testing/reminder-gym.ts'
import { startTestAppForFile } from '../../testing/test-app.ts'

let world: ReminderGym
const app = await startTestAppForFile({ SESSION_HOURS: '8760' })
beforeEach(async () => {
  world = await ReminderGym.make(app)
})

/** Creates a day with one row of every kind, and rows of other days that the report must not count. */
async function aDay() {
  const { gym } = world
  const monthly = await makePlan(gym, { price: '100.00' })
  const sell = (id_client: number, id_membership: number, start_date: string) =>
    makePayment(gym, { id_client, id_membership, start_date })
  const daily = (await gym.admin.call('memberships.list')).find(({ name }) => name === 'Membresía Diaria')?.id ?? 0
  await gym.admin.call('memberships.update', { params: { id_membership: daily }, body: { price: 5 } })
  app.clock.set(`${addDays(testDay, -1)}T14:00:00Z`)
  const [old, ended, ended2, anonymous] = [
    await makeClient(gym),
    await makeClient(gym),
    await makeClient(gym),
    await readAnonymousClient(gym),
  ]
  for (const { id } of [old, ended, ended2])
    await sell(id, monthly.id, makeStartDateForLastDay(addDays(testDay, -1)).start_date)
  app.clock.set(testMorning)
  const product = await makeProduct(gym, { name: 'Agua', sale_price: '10.50', stock: 5, min_quantity: 3 })
  await makeProduct(gym, { name: 'Toalla', min_quantity: 0, stock: 1 })
  await makeSale(gym, [{ id_product: product.id, quantity: 2 }], old.id)
  const wrong = await makeSale(gym, [{ id_product: product.id, quantity: 1 }], old.id)
  await gym.admin.call('sales.void', { params: { id: wrong.id }, body: { reason: 'x' } })
  await sell(old.id, monthly.id, testDay)
  await sell((await makeClient(gym)).id, monthly.id, testDay)
  await sell(anonymous.id, daily, testDay)
  const mistake = await sell((await makeClient(gym)).id, monthly.id, testDay)
  await gym.admin.call('payments.void', { params: { id: mistake.id }, body: { reason: 'x' } })
  // A member visits twice, with one visit recorded twice; the anonymous client enters twice and counts as two people.
  const entered: [number, string][] = [
    [old.id, '14:00:00'],
    [old.id, '14:00:59'],
    [old.id, '16:00:00'],
    [anonymous.id, '14:00:00'],
    [anonymous.id, '14:00:01'],
  ]
  for (const [id_client, time] of entered)
    await gym.admin.call('attendances.create', { body: { id_client, check_in: `${testDay}T${time}Z` } })
  app.clock.set(`${addDays(testDay, 1)}T14:00:00Z`)
  // The membership was renewed only the day after, so it counts as expired on the reported day.
  await sell(ended.id, monthly.id, addDays(testDay, 1))
  return {
    day: testDay,
    income: { products: '31.50', memberships_daily: '5.00', memberships_other: '300.00', total: '336.50' },
    voided: { products: '10.50', memberships_daily: '0.00', memberships_other: '100.00', total: '110.50' },
    net: '226.00',
    outgoings: [
      { kind: 'purchase', booked: '300.00', voided: '0.00' },
      { kind: 'expense', booked: '0.00', voided: '0.00' },
    ],
    attendances: 4,
    new_memberships: 1,
    renewed_memberships: 1,
    expired_memberships: 2,
    refunds: [refund('sale', wrong, '10.50'), refund('payment', mistake, '100.00')],
    closings: [],
    low_stock: [{ id: product.id, name: 'Agua', quantity: 3, minimum: 3 }],
  }
}

const refund = (kind: 'sale' | 'payment', { id, number }: { id: number; number: number }, amount: string) => ({
  document: { kind, id, number },
  at: expect.any(String),
  by: { id: expect.any(Number), name: 'Dueña' },
  paid: [{ kind: { id: expect.any(Number), name: 'Efectivo' }, in_drawer: true, amount }],
})

test('daily-report.read: defaults to today, and refuses workers', async () => {
  const { gym } = world
  const expected = await aDay()
  expect(await gym.admin.call('daily-report.read', { query: { day: testDay } })).toEqual(expected)
  expect(await gym.admin.call('daily-report.read')).toMatchObject({ day: addDays(testDay, 1), renewed_memberships: 1 })
  expect((await (await gym.as('gym_worker')).try('daily-report.read')).status).toBe(403)
})

test('daily report: goes once to the owner’s phone at the chosen hour, even at night', async () => {
  const { gym, whatsapp, round, messages } = world
  await aDay()
  const body = { report_time: 22, report_phone_number: '829 555 0100', isActive: true }
  await gym.admin.call('report-schedule.update', { body })
  whatsapp.sent.length = 0
  await round('2026-11-23T01:59:59Z')
  await round('2026-11-23T02:00:00Z')
  await round('2026-11-23T03:00:00Z')
  const reports = whatsapp.sent.filter(({ template }) => template === 'informe')
  expect(reports.map(({ to, at, subject }) => [to, at.toISOString(), subject])).toEqual([
    // The report that was due the evening before is sent, then the report of the day itself.
    ['+18295550100', '2026-11-23T01:59:59.000Z', `Informe del día · ${gym.gym.name}`],
    ['+18295550100', '2026-11-23T02:00:00.000Z', `Informe del día · ${gym.gym.name}`],
  ])
  expect((await messages()).filter(({ kind }) => kind === 'daily_report')).toMatchObject([
    { day: '2026-11-22', client: null, state: 'sent' },
    { day: '2026-11-21', client: null, state: 'sent' },
  ])
  expect(reports[0]?.text).toContain('\nPor forma de pago, lo que entró menos lo que salió: Efectivo $ 100.00\n')
  expect(reports[1]?.text.split('\n')).toEqual([
    `Informe del 22/11/2026 de ${gym.gym.name}`,
    'Ingresos: $ 0.00',
    'Productos: $ 0.00',
    'Membresías diarias: $ 0.00',
    'Otras membresías: $ 0.00',
    'Asistencias: 0',
    'Membresías nuevas: 0',
    'Membresías renovadas: 0',
    'Membresías vencidas: 0',
    'Poca existencia: Agua (3)',
  ])
})

test('daily report: shows debts made that day, less debt payments, as pending', async () => {
  const { gym, whatsapp, round } = world
  await gym.admin.call('report-schedule.update', {
    body: { report_time: 22, report_phone_number: '829 555 0100', isActive: true },
  })
  app.clock.set(testMorning)
  const { client } = await makeDebt(gym, '100.00')
  await gym.admin.call('debts.collect', {
    params: { id_client: client.id },
    body: { amount: 30 },
    headers: { 'idempotency-key': randomUUID() },
  })
  await round(`${addDays(testDay, 1)}T02:00:00Z`)
  expect(whatsapp.sent.at(-1)?.text).toMatch(
    /lo que entró menos lo que salió: Efectivo \$ 1,180\.00 · Pendiente de pago \$ 70\.00\nDeudas: se dejó a deber \$ 100\.00 · se cobró de deudas −\$ 30\.00\n/,
  )
})

test('daily report: is cancelled when switched off, and fails if not sent within a day', async () => {
  const { gym, whatsapp, round, states } = world
  app.clock.set(`${testDay}T11:00:00Z`)
  await gym.admin.call('report-schedule.update', {
    body: { report_time: 8, report_phone_number: '829 555 0100', isActive: true },
  })
  whatsapp.answer = () => ({ kind: 'retry', reason: 'No responde', after: 5 * 3_600_000 })
  await round(testMorning)
  await gym.admin.call('report-schedule.update', { body: { isActive: false } })
  expect(await states()).toEqual([['cancelled', 'Los mensajes están desactivados']])
  await gym.admin.call('report-schedule.update', { body: { isActive: true } })
  await round(`${addDays(testDay, 1)}T12:00:00Z`)
  await round(`${addDays(testDay, 2)}T11:59:59Z`)
  expect((await states())[0]).toEqual(['failed', 'No responde'])
})
