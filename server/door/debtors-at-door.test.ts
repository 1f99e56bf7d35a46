// Tests that the door blocks debtors from the day set by the gym, and admits them again once they pay.
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { sql } from '../platform/db/sql.ts'
import { app, gym, makeAccessDialectOptions, port, startDoorApp } from '../testing/door-app.ts'
import { makeClient, makeDailyHours, makePayment, makePlan, makeSchedule } from '../testing/factories.ts'
import { formatTerminalUsersByPin, makeRegisteredTerminal, waitUntilInSync } from '../testing/simulated-terminals.ts'
import { selectDesiredUsers, type UserRecord } from './desired-state.ts'

startDoorApp()

const rules = (body: object) => gym.admin.call('debts.set-rules', { body })
const noon = (day: string) => app.clock.set(`${day}T16:00:00Z`)

async function makeMember(name: string, owed?: string, fields: object = {}) {
  const client = await makeClient(gym, { name })
  const plan = await makePlan(gym, { duration_days: 30, price: '100.00', ...fields })
  await makePayment(gym, {
    id_client: client.id,
    id_membership: plan.id,
    start_date: '2026-06-08',
    ...(owed !== undefined && { owed }),
  })
  return { id: client.id, pin: String(client.id_zkteco) }
}
const collect = (id_client: number, amount: string) =>
  gym.admin.call('debts.collect', {
    params: { id_client },
    body: { amount },
    headers: { 'idempotency-key': randomUUID() },
  })
/** Returns the last days in the member's two records (`record`, `ahead`) on day `today`; 'no' if blocked. */
const atDoor = (pin: string, today: string) =>
  app.database.read({ gym: gym.gym.id, user: null }, async (tx) => {
    const row = await tx.one<{ record: UserRecord; ahead: UserRecord }>(
      sql`select to_jsonb(record) as record, to_jsonb(ahead) as ahead from (${selectDesiredUsers(gym.gym.id, today, Number(pin))}) w`,
    )
    const of = ({ verify, valid_until }: UserRecord) => (verify === 0 ? valid_until : 'no')
    return [of(row.record), of(row.ahead)]
  })
const news = async () => (await gym.admin.call('notifications.list')).items[0]?.message ?? ''

test('debtor: blocked from the set day, and admitted at once when the full debt is paid', async () => {
  noon('2026-06-15')
  await rules({ is_on: true })
  const { terminal } = await makeRegisteredTerminal(gym, port, { name: 'Entrada' }, { now: () => app.clock.now() })
  const [ana, eva] = [await makeMember('Ana', '60.00'), await makeMember('Eva')]
  await waitUntilInSync(terminal)
  // Without debt rules a debtor is admitted.
  expect(await atDoor(ana.pin, '2026-06-20')).toEqual(['2026-07-07', '2026-07-07'])
  await rules({ bars_after: 2 })
  expect(await atDoor(ana.pin, '2026-06-17')).toEqual(['2026-06-17', '2026-06-17'])
  expect(await atDoor(ana.pin, '2026-06-18')).toEqual(['no', 'no'])
  expect(await atDoor(eva.pin, '2026-06-18')).toEqual(['2026-07-07', '2026-07-07'])
  // Buying another plan does not admit the debtor.
  await makePayment(gym, { id_client: ana.id, start_date: '2026-06-18' })
  expect(await atDoor(ana.pin, '2026-06-18')).toEqual(['no', 'no'])
  await waitUntilInSync(terminal)
  expect(terminal.punch(ana.pin).opened).toBe(true)
  await waitUntilInSync(terminal)
  app.clock.set('2026-06-18T04:00:00Z')
  await waitUntilInSync(terminal)
  expect(formatTerminalUsersByPin(terminal)).toMatchObject({ [ana.pin]: '3  Ana', [eva.pin]: '0  Eva' })
  expect(terminal.punch(ana.pin).opened).toBe(false)
  await collect(ana.id, '59.99')
  await waitUntilInSync(terminal)
  expect(terminal.punch(ana.pin).opened).toBe(false)
  await collect(ana.id, '0.01')
  await waitUntilInSync(terminal)
  expect(terminal.punch(ana.pin).opened).toBe(true)
})

test('debtor: admitted after the debt is voided or the rule is switched off', async () => {
  noon('2026-06-15')
  await rules({ is_on: true, bars_after: 0 })
  const ana = await makeMember('Ana', '60.00')
  noon('2026-06-16')
  const second = await makePayment(gym, { id_client: ana.id, owed: '10.00' })
  expect(await atDoor(ana.pin, '2026-06-16')).toEqual(['no', 'no'])
  await collect(ana.id, '60.00')
  // The remaining debt was made today, so it does not block before tomorrow.
  expect((await atDoor(ana.pin, '2026-06-16'))[0]).toBe('2026-06-16')
  expect(await atDoor(ana.pin, '2026-06-17')).toEqual(['no', 'no'])
  await rules({ is_on: false })
  expect((await atDoor(ana.pin, '2026-06-17'))[0]).not.toBe('no')
  await rules({ is_on: true })
  expect(await atDoor(ana.pin, '2026-06-17')).toEqual(['no', 'no'])
  await gym.admin.call('payments.void', { params: { id: second.id }, body: { reason: 'x' } })
  expect((await atDoor(ana.pin, '2026-06-17'))[0]).not.toBe('no')
})

test('debtor who enters: reported according to the debts at the time of the pass', async () => {
  noon('2026-06-15')
  await rules({ is_on: true, bars_after: 0 })
  const { terminal } = await makeRegisteredTerminal(gym, port, { name: 'Entrada' }, { now: () => app.clock.now() })
  const ana = await makeMember('Ana', '60.00')
  await waitUntilInSync(terminal)
  noon('2026-06-17')
  terminal.forcePunch({ pin: ana.pin, time: '2026-06-17 11:00:00' })
  await waitUntilInSync(terminal)
  expect(await news()).toContain('tiene una deuda')
  app.clock.set('2026-06-17T18:00:00Z')
  await collect(ana.id, '60.00')
  // A pass that is uploaded late is checked against the debts at the time of the pass.
  terminal.forcePunch({ pin: ana.pin, time: '2026-06-17 13:00:00' })
  terminal.forcePunch({ pin: ana.pin, time: '2026-06-17 13:59:00' })
  app.clock.set('2026-06-17T18:30:00Z')
  terminal.forcePunch({ pin: ana.pin, time: '2026-06-17 14:20:00' })
  await waitUntilInSync(terminal)
  const passes = await gym.rows(
    sql`select without_right from attendances where gym_id = ${gym.gym.id} order by check_in`,
  )
  expect(passes).toEqual([true, true, true, false].map((without_right) => ({ without_right })))
})

test('debtor who is refused: shown at the front desk with the owed amount', async () => {
  noon('2026-06-15')
  await rules({ is_on: true, bars_after: 0 })
  const { terminal } = await makeRegisteredTerminal(gym, port, { name: 'Entrada' }, makeAccessDialectOptions())
  const ana = await makeMember('Ana', '60.00')
  noon('2026-06-16')
  await waitUntilInSync(terminal)
  terminal.punch(ana.pin)
  await waitUntilInSync(terminal)
  const expectStanding = async (reason: unknown, owes: boolean, entry: string) =>
    expect(await gym.admin.call('door.refused')).toMatchObject([{ reason, owes, entry, needs_membership: false }])
  await expectStanding(expect.stringMatching(/debe \$ 60\.00$/), true, 'no')
  await collect(ana.id, '10.00')
  await expectStanding(expect.stringMatching(/debe \$ 50\.00$/), true, 'no')
  await collect(ana.id, '50.00')
  await expectStanding(expect.not.stringContaining('debe'), false, 'soon')
  await waitUntilInSync(terminal)
  await expectStanding(expect.any(String), false, 'now')
})

test('debtor outside opening hours: both reasons are shown, and after paying only the hours', async () => {
  noon('2026-06-15')
  await rules({ is_on: true, bars_after: 0 })
  const { terminal } = await makeRegisteredTerminal(gym, port, { name: 'Entrada' }, makeAccessDialectOptions())
  const week = makeDailyHours({ from: '06:00', to: '09:00' })
  const ana = await makeMember('Ana', '60.00', { id_schedule: (await makeSchedule(gym, { week })).id })
  noon('2026-06-16')
  await waitUntilInSync(terminal)
  terminal.punch(ana.pin)
  await waitUntilInSync(terminal)
  const readReason = async () => (await gym.admin.call('door.refused'))[0]?.reason
  expect(await readReason()).toMatch(/^tiene una deuda · debe \$ 60\.00; .*además, fuera de su horario \(.*\)$/)
  await collect(ana.id, '60.00')
  await waitUntilInSync(terminal)
  expect(await readReason()).toMatch(/^fuera de su horario \(.*\); puede entrar desde mañana/)
})
