// The door bars debtors from the day set by the gym, automatically, and admits them once they pay.
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { sql } from '../platform/db/sql.ts'
import { app, gym, port, startDoorApp } from '../testing/door-app.ts'
import { makeClient, makeGym, makePayment, makePlan, makeSchedule } from '../testing/factories.ts'
import { holdings, makeTerminal, settle } from '../testing/terminals.ts'
import { type UserRecord, wanted } from './wanted.ts'

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
/** The member's record at the terminal on a day: may open, and until when. */
const atDoor = (pin: string, today: string) =>
  app.database.read({ gym: gym.gym.id, user: null }, async (tx) => {
    const row = await tx.one<{ record: UserRecord; ahead: UserRecord }>(
      sql`select to_jsonb(record) as record, to_jsonb(ahead) as ahead from (${wanted(gym.gym.id, today, Number(pin))}) w`,
    )
    const of = ({ verify, valid_until }: UserRecord) => (verify === 0 ? valid_until : 'no')
    return [of(row.record), of(row.ahead)]
  })
const news = async () => (await gym.admin.call('notifications.list')).items[0]?.message ?? ''

test('the day comes by itself, a payment opens at once, and only what is still owed counts', async () => {
  noon('2026-06-15')
  await rules({ is_on: true })
  const { terminal } = await makeTerminal(gym, port, { name: 'Entrada' }, { now: () => app.clock.now() })
  const [ana, eva] = [await makeMember('Ana', '60.00'), await makeMember('Eva')]
  await settle(terminal)
  // Without debt rules it admits.
  expect(await atDoor(ana.pin, '2026-06-20')).toEqual(['2026-07-07', '2026-07-07'])
  await rules({ bars_after: 2 })
  expect(await atDoor(ana.pin, '2026-06-17')).toEqual(['2026-06-17', '2026-06-17'])
  expect(await atDoor(ana.pin, '2026-06-18')).toEqual(['no', 'no'])
  expect(await atDoor(eva.pin, '2026-06-18')).toEqual(['2026-07-07', '2026-07-07'])
  // Another plan does not open either.
  await makePayment(gym, { id_client: ana.id, start_date: '2026-06-18' })
  expect(await atDoor(ana.pin, '2026-06-18')).toEqual(['no', 'no'])
  await settle(terminal)
  expect(terminal.punch(ana.pin).opened).toBe(true)
  await settle(terminal)
  app.clock.set('2026-06-18T04:00:00Z')
  await settle(terminal)
  expect(holdings(terminal)).toMatchObject({ [ana.pin]: '3  Ana', [eva.pin]: '0  Eva' })
  expect(terminal.punch(ana.pin).opened).toBe(false)
  await collect(ana.id, '59.99')
  await settle(terminal)
  expect(terminal.punch(ana.pin).opened).toBe(false)
  await collect(ana.id, '0.01')
  await settle(terminal)
  expect(terminal.punch(ana.pin).opened).toBe(true)
})

test('a void and the gym’s word open as well, and the oldest of several counts', async () => {
  noon('2026-06-15')
  await rules({ is_on: true, bars_after: 0 })
  const ana = await makeMember('Ana', '60.00')
  noon('2026-06-16')
  const second = await makePayment(gym, { id_client: ana.id, owed: '10.00' })
  expect(await atDoor(ana.pin, '2026-06-16')).toEqual(['no', 'no'])
  await collect(ana.id, '60.00')
  // The second is of today.
  expect((await atDoor(ana.pin, '2026-06-16'))[0]).toBe('2026-06-16')
  expect(await atDoor(ana.pin, '2026-06-17')).toEqual(['no', 'no'])
  await rules({ is_on: false })
  expect((await atDoor(ana.pin, '2026-06-17'))[0]).not.toBe('no')
  await rules({ is_on: true })
  expect(await atDoor(ana.pin, '2026-06-17')).toEqual(['no', 'no'])
  await gym.admin.call('payments.void', { params: { id: second.id }, body: { reason: 'x' } })
  expect((await atDoor(ana.pin, '2026-06-17'))[0]).not.toBe('no')
})

test('debts at the door: an entry despite a debt is reported, none from before the rule', async () => {
  noon('2026-06-15')
  await rules({ is_on: true, bars_after: 0 })
  const { terminal } = await makeTerminal(gym, port, { name: 'Entrada' }, { now: () => app.clock.now() })
  const ana = await makeMember('Ana', '60.00')
  await settle(terminal)
  noon('2026-06-17')
  terminal.forcePunch({ pin: ana.pin, time: '2026-06-17 11:00:00' })
  await settle(terminal)
  expect(await news()).toContain('tiene una deuda')
  app.clock.set('2026-06-17T18:00:00Z')
  await collect(ana.id, '60.00')
  // A late report is judged by the debts of its time.
  terminal.forcePunch({ pin: ana.pin, time: '2026-06-17 13:00:00' })
  terminal.forcePunch({ pin: ana.pin, time: '2026-06-17 13:59:00' })
  app.clock.set('2026-06-17T18:30:00Z')
  terminal.forcePunch({ pin: ana.pin, time: '2026-06-17 14:20:00' })
  await settle(terminal)
  const told = async () =>
    (
      await app.database.read({ gym: gym.gym.id, user: null }, (tx) =>
        tx.many<{ without_right: boolean }>(
          sql`select without_right from attendances where gym_id = ${gym.gym.id} and id_client = ${ana.id} order by check_in`,
        ),
      )
    ).map(({ without_right }) => without_right)
  expect(await told()).toEqual([true, true, true, false])
  const eva = await makeMember('Eva', '60.00')
  noon('2026-06-19')
  await rules({ bars_after: null })
  await rules({ bars_after: 1 })
  terminal.forcePunch({ pin: eva.pin, time: '2026-06-19 10:00:00' })
  await settle(terminal)
  expect(await news()).not.toContain('deuda')
})

test('another gym’s word keeps nobody out', async () => {
  noon('2026-06-15')
  const other = await makeGym(gym.test)
  await other.admin.call('debts.set-rules', { body: { is_on: true, bars_after: 0 } })
  await rules({ is_on: true })
  const ana = await makeMember('Ana', '60.00')
  expect(await atDoor(ana.pin, '2026-06-30')).toEqual(['2026-07-07', '2026-07-07'])
})

test('debts at the door: only a stricter rule starts anew', async () => {
  noon('2026-06-10')
  await rules({ is_on: true, bars_after: 0 })
  const { terminal } = await makeTerminal(gym, port, { name: 'Entrada' }, { now: () => app.clock.now() })
  const [ana, eva] = [await makeMember('Ana', '60.00'), await makeMember('Eva', '60.00')]
  await settle(terminal)
  const passedBefore = async (pin: string, body: object) => {
    terminal.forcePunch({ pin, time: '2026-06-15 11:59:00' })
    app.clock.set('2026-06-15T16:01:00Z')
    await rules(body)
    await settle(terminal)
    return (await gym.admin.call('notifications.list')).items.filter(({ message }) => message.includes('deuda')).length
  }
  noon('2026-06-15')
  expect(await passedBefore(ana.pin, { bars_after: 1 })).toBe(1)
  // Fewer days are a new rule.
  expect(await passedBefore(eva.pin, { bars_after: 0 })).toBe(1)
})

test('debts at the door: a refused debtor is shown with the amount', async () => {
  noon('2026-06-15')
  await rules({ is_on: true, bars_after: 0 })
  const firmware = { dialect: 'access', deviceName: 'F18' } as const
  const { terminal } = await makeTerminal(gym, port, { name: 'Entrada' }, { now: () => app.clock.now(), firmware })
  const ana = await makeMember('Ana', '60.00')
  noon('2026-06-16')
  await settle(terminal)
  const standing = async () =>
    (await gym.admin.call('door.refused')).map(({ reason, owes, needs_membership, entry }) => [
      reason.replace(/^.* · /, ''),
      owes,
      needs_membership,
      entry,
    ])
  terminal.punch(ana.pin)
  await settle(terminal)
  expect(await standing()).toEqual([['debe $ 60.00', true, false, 'no']])
  await collect(ana.id, '10.00')
  expect(await standing()).toEqual([['debe $ 50.00', true, false, 'no']])
  await collect(ana.id, '50.00')
  expect(await standing()).toMatchObject([[expect.not.stringContaining('debe'), false, false, 'soon']])
  await settle(terminal)
  expect(await standing()).toMatchObject([[expect.any(String), false, false, 'now']])
})

test.each(['blocked by hand', 'out of hours'])(
  'a debtor who is also %s sees both reasons, and after paying only the other',
  async (how) => {
    noon('2026-06-15')
    await rules({ is_on: true, bars_after: 0 })
    const firmware = { dialect: 'access', deviceName: 'F18' } as const
    const { terminal } = await makeTerminal(gym, port, { name: 'Entrada' }, { now: () => app.clock.now(), firmware })
    const daily = Array.from({ length: 7 }, () => [{ from: '06:00', to: '09:00' }])
    const limited = how === 'out of hours' ? { id_schedule: (await makeSchedule(gym, { week: daily })).id } : {}
    const ana = await makeMember('Ana', '60.00', limited)
    noon('2026-06-16')
    if (how === 'blocked by hand')
      await gym.admin.call('door.edit-user-verify', { query: { pin: Number(ana.pin), new_verify: 3 } })
    await settle(terminal)
    terminal.punch(ana.pin)
    await settle(terminal)
    const standing = async () => (await gym.admin.call('door.refused')).map(({ reason, owes }) => [reason, owes])
    const [other, further] =
      how === 'out of hours'
        ? [
            expect.stringMatching(/^fuera de su horario \(.*\); puede entrar desde mañana/),
            /además, fuera de su horario \(.*\)$/,
          ]
        : ['no se le permite entrar', /además, no se le permite entrar$/]
    expect(await standing()).toEqual([[expect.stringMatching(/^tiene una deuda · debe \$ 60\.00; /), true]])
    expect(await standing()).toEqual([[expect.stringMatching(further), true]])
    await collect(ana.id, '60.00')
    await settle(terminal)
    expect(await standing()).toEqual([[other, false]])
  },
)

test('debts at the door: a merged debt accuses no earlier pass', async () => {
  noon('2026-06-15')
  await rules({ is_on: true, bars_after: 0 })
  const { terminal } = await makeTerminal(gym, port, { name: 'Entrada' }, { now: () => app.clock.now() })
  const [ana, twin, eva] = [
    await makeMember('Ana'),
    await makeMember('Ana B', '60.00'),
    await makeMember('Eva', '60.00'),
  ]
  await settle(terminal)
  app.clock.set('2026-06-17T14:00:00Z')
  const { id } = await collect(eva.id, '60.00')
  app.clock.set('2026-06-17T16:00:00Z')
  const params = { id_client: ana.id, id_other: twin.id }
  const { digest } = await gym.admin.call('clients.compare', { params })
  await gym.admin.call('clients.merge', { params, body: { take: [], confirm: digest } })
  await gym.admin.call('collections.void', {
    params: { id },
    body: { reason: 'x' },
    headers: { 'idempotency-key': randomUUID() },
  })
  // Both passed at 11, and the terminal says it late.
  for (const { pin } of [ana, eva]) terminal.forcePunch({ pin, time: '2026-06-17 11:00:00' })
  await settle(terminal)
  const accused = async () =>
    (await gym.admin.call('notifications.list')).items.filter(({ message }) => message.includes('deuda')).length
  expect(await accused()).toBe(0)
  // Both owe now; the database uses its own clock.
  app.clock.reset()
  app.clock.advance(60_000)
  const hoursAgo = (hours: number) => new Date(app.clock.now().getTime() - hours * 3_600_000).toISOString()
  for (const { id } of [ana, eva]) await makePayment(gym, { id_client: id, start_date: hoursAgo(28).slice(0, 10) })
  await settle(terminal)
  // Local times of the terminals.
  for (const { pin } of [ana, eva]) terminal.forcePunch({ pin, time: hoursAgo(4).slice(0, 19).replace('T', ' ') })
  await settle(terminal)
  expect(await accused()).toBe(2)
})
