// Tests plans that are limited to hours or doors: at terminals with and without support of limits, and in reports.
import type { Client } from '@torniquete/contract/members/clients.ts'
import type { Terminal } from '@torniquete/terminal-simulator/terminal.ts'
import { expect, test } from 'vitest'
import { sql } from '../platform/db/sql.ts'
import {
  app,
  gym,
  listNotificationMessages,
  makeAccessDialectOptions,
  port,
  startDoorApp,
} from '../testing/door-app.ts'
import {
  makeClient,
  makeDailyHours,
  makePayment,
  makePlan,
  makeSchedule,
  weekdayMorningHours,
} from '../testing/factories.ts'
import {
  exchangeBytes,
  formatTerminalUsersByPin,
  makeRegisteredTerminal,
  makeRequestBytes,
  recordCommands,
  toPin,
  waitUntilInSync,
} from '../testing/simulated-terminals.ts'

startDoorApp()

const statusOf = async (id: number) => (await gym.admin.call('devices.status')).find((each) => each.id === id)

const sell = (client: Client, plan: { id: number }, start_date = '2026-06-15') =>
  makePayment(gym, { id_client: client.id, id_membership: plan.id, start_date })

/** Sets the clock to a time in Santo Domingo, on Monday 15 June by default. */
const at = (time: string, day = '15') => app.clock.set(`2026-06-${day}T${time}:00-04:00`)

async function passesAt(terminal: Terminal, client: Client, time: string, day = '15') {
  at(time, day)
  const outcome = terminal.punch(toPin(client))
  await waitUntilInSync(terminal)
  return outcome.opened || outcome.reason
}

test('plan hours: time zones are sent before the records of members who need them', async () => {
  const { terminal } = await makeRegisteredTerminal(gym, port, { name: 'Puerta' }, makeAccessDialectOptions())
  const schedule = await makeSchedule(gym, { name: 'Turno mañana' })
  expect(schedule.shown).toBe('lun–vie 6:00–12:00')
  const [ana, luis] = [await makeClient(gym, { name: 'Ana' }), await makeClient(gym, { name: 'Luis' })]
  await waitUntilInSync(terminal)
  await sell(ana, await makePlan(gym, { id_schedule: schedule.id }))
  await sell(luis, await makePlan(gym))
  const texts = recordCommands(terminal)
  await waitUntilInSync(terminal)
  const place = (pattern: RegExp) => texts.findIndex((text) => pattern.test(text))
  expect(place(/timezone TimezoneId=2\t.*MonTime1=39322800\tMonTime2=0/)).toBeGreaterThan(-1)
  expect(place(/TimezoneId=2/)).toBeLessThan(place(/Name=Ana/))
  expect(terminal.rights.of(toPin(luis))).toEqual([{ zone: 1, doors: 1 }])
  expect(await passesAt(terminal, ana, '05:59')).toBe('outside hours')
  expect(await passesAt(terminal, ana, '06:00')).toBe(true)
  expect(await passesAt(terminal, luis, '05:00')).toBe(true)
  expect(await passesAt(terminal, ana, '12:01')).toBe('outside hours')
  expect((await listNotificationMessages())[0]).toBe(
    'Ana no pudo entrar (Puerta): fuera de su horario (lun–vie 6:00–12:00).',
  )
  expect(await gym.admin.call('door.refused')).toMatchObject([
    {
      name: 'Ana',
      entry: 'no',
      needs_membership: false,
      reason: 'fuera de su horario (lun–vie 6:00–12:00); puede entrar desde mañana a las 6:00',
    },
  ])
  // The plan is closed on Saturdays, such as 20 June.
  expect(await passesAt(terminal, ana, '08:00', '20')).toBe('outside hours')
  const [device] = await gym.admin.call('devices.list')
  expect(await statusOf(device?.id ?? 0)).toMatchObject({
    hours: 'kept',
    hours_pending: 0,
    pending: 0,
    passes_without_right: 0,
  })
  expect(device?.alarm).toBe(false)
})

test('plan hours: changed hours take one command for all members', async () => {
  const { terminal } = await makeRegisteredTerminal(gym, port, {}, makeAccessDialectOptions())
  const [mañana, noche] = [
    await makeSchedule(gym, { week: weekdayMorningHours }),
    await makeSchedule(gym, { week: makeDailyHours({ from: '18:00', to: '22:00' }) }),
  ]
  const [ana, luis] = [await makeClient(gym), await makeClient(gym)]
  const plan = await makePlan(gym, { id_schedule: mañana.id })
  await sell(ana, plan)
  await sell(luis, plan)
  await sell(ana, await makePlan(gym, { id_schedule: noche.id }))
  await waitUntilInSync(terminal)
  const opened = async (client: Client) => {
    const each = []
    for (const time of ['07:00', '13:00', '19:00']) each.push(await passesAt(terminal, client, time))
    return each
  }
  expect(await opened(ana)).toEqual([true, 'outside hours', true])
  expect(await opened(luis)).toEqual([true, 'outside hours', 'outside hours'])
  const texts = recordCommands(terminal)
  await gym.admin.call('memberships.update-schedule', {
    params: { id_schedule: mañana.id },
    body: { week: makeDailyHours({ from: '12:30', to: '14:00' }) },
  })
  await waitUntilInSync(terminal)
  expect(texts.map((text) => text.slice(0, 20))).toEqual(['DATA UPDATE timezone'])
  expect(await opened(luis)).toEqual(['outside hours', true, 'outside hours'])
})

test('plan hours: a schedule cannot be deleted while a plan, even a deleted one, uses it', async () => {
  const schedule = await makeSchedule(gym)
  const plan = await makePlan(gym, { id_schedule: schedule.id })
  await gym.admin.call('memberships.delete', { params: { id_membership: plan.id } })
  const reply = await gym.admin.try('memberships.delete-schedule', { params: { id_schedule: schedule.id } })
  expect([reply.status, reply.text.includes(`${plan.name} (eliminado)`)]).toEqual([409, true])
})

test.each([
  ['of the attendance dialect', () => ({ now: app.clock.now })],
  ['that refuses time zones', () => makeAccessDialectOptions({ hours: 'refused' })],
])('plan hours: a terminal %s opens at all hours, and entries outside hours are reported', async (_, options) => {
  const { device, terminal } = await makeRegisteredTerminal(gym, port, { name: 'Puerta' }, options())
  const schedule = await makeSchedule(gym)
  const ana = await makeClient(gym, { name: 'Ana' })
  await sell(ana, await makePlan(gym, { id_schedule: schedule.id }))
  await waitUntilInSync(terminal)
  await waitUntilInSync(terminal)
  expect(await statusOf(device.id)).toMatchObject({ hours: 'ignored', pending: 0, hours_pending: 0, kept_out: 0 })
  const at = {
    device: { id: device.id, name: 'Puerta' },
    doors: [],
    hours: 'lun–vie 6:00–12:00',
    week: weekdayMorningHours,
  }
  const access = await gym.admin.call('door.access', { params: { id_client: ana.id } })
  expect(access).toEqual({ limited: true, doors: [{ ...at, ignores_hours: true }] })
  expect(await passesAt(terminal, ana, '12:00')).toBe(true)
  expect(await statusOf(device.id)).toMatchObject({ passes_without_right: 0 })
  expect(await gym.admin.call('door.let-in')).toEqual([])
  expect(await passesAt(terminal, ana, '15:30')).toBe(true)
  expect((await listNotificationMessages())[0]).toBe(
    'Ana ha ingresado al gimnasio. Sin derecho: fuera de su horario (lun–vie 6:00–12:00) (Puerta).',
  )
  // The front desk shows the entry as long as it would show a refusal.
  const message = expect.stringContaining('Sin derecho: fuera de su horario (lun–vie 6:00–12:00)')
  expect(await gym.admin.call('door.let-in')).toMatchObject([{ id_client: ana.id, name: 'Ana', message }])
  expect(await statusOf(device.id)).toMatchObject({ passes_without_right: 1 })
  expect((await gym.admin.call('attendances.list')).items).toHaveLength(2)
  app.clock.advance(600_001)
  expect(await gym.admin.call('door.let-in')).toEqual([])
})

test('plan doors: terminals outside the plan get no members, and block those they have', async () => {
  const first = await makeRegisteredTerminal(gym, port, { name: 'Puerta' }, { now: app.clock.now })
  const second = await makeRegisteredTerminal(gym, port, { name: 'Sala' }, { now: app.clock.now })
  const [ana, luis] = [await makeClient(gym, { name: 'Ana' }), await makeClient(gym, { name: 'Luis' })]
  const everywhere = await makePlan(gym)
  await sell(ana, everywhere)
  const settleBoth = async () => {
    for (const { terminal } of [first, second]) await waitUntilInSync(terminal)
  }
  // The plan is sold right after Luis was created, so no terminal has his record yet.
  const luisPlan = await makePlan(gym, { doors: [{ id_device: first.device.id, doors: null }] })
  await sell(luis, luisPlan)
  await settleBoth()
  expect(formatTerminalUsersByPin(first.terminal)).toMatchObject({ [toPin(ana)]: '0  Ana', [toPin(luis)]: '0  Luis' })
  expect(formatTerminalUsersByPin(second.terminal)).toMatchObject({ [toPin(ana)]: '0  Ana' })
  expect(second.terminal.users.has(toPin(luis))).toBe(false)
  await gym.admin.call('memberships.set-access', {
    params: { id_membership: everywhere.id },
    body: { id_schedule: null, doors: [{ id_device: first.device.id, doors: null }] },
  })
  await settleBoth()
  expect(formatTerminalUsersByPin(first.terminal)[toPin(ana)]).toBe('0  Ana')
  expect(formatTerminalUsersByPin(second.terminal)[toPin(ana)]).toBe('3  Ana')
  second.terminal.forcePunch({ pin: toPin(ana), time: second.terminal.shows() })
  await waitUntilInSync(second.terminal)
  expect((await listNotificationMessages())[0]).toBe(
    'Ana ha ingresado al gimnasio. Sin derecho: su plan no abre esta puerta (Sala).',
  )
  // If the only door of a plan is deleted, the plan opens no door, instead of all doors.
  await gym.rows(sql`delete from devices where gym_id = ${gym.gym.id} and id = ${first.device.id}`)
  expect((await gym.admin.call('memberships.access', { params: { id_membership: everywhere.id } })).doors).toEqual([])
  await waitUntilInSync(second.terminal)
  expect(formatTerminalUsersByPin(second.terminal)[toPin(ana)]).toBe('3  Ana')
  expect(await gym.admin.call('door.access', { params: { id_client: ana.id } })).toEqual({ limited: true, doors: [] })
})

test('plan doors: a panel opens the plan’s doors, which are shown by name', async () => {
  const { device, terminal } = await makeRegisteredTerminal(
    gym,
    port,
    { name: 'Panel' },
    makeAccessDialectOptions({ lockCount: 4 }),
  )
  const ana = await makeClient(gym, { name: 'Ana' })
  await waitUntilInSync(terminal)
  expect(await statusOf(device.id)).toMatchObject({ doors: 4, door_names: [] })
  await gym.admin.call('devices.update', {
    params: { id_device: device.id },
    body: { door_names: ['Recepción', '', 'Piscina'] },
  })
  await sell(ana, await makePlan(gym, { doors: [{ id_device: device.id, doors: [2, 3] }] }))
  await waitUntilInSync(terminal)
  expect(terminal.rights.of(toPin(ana))).toEqual([{ zone: 1, doors: 6 }])
  expect(await gym.admin.call('door.access', { params: { id_client: ana.id } })).toMatchObject({
    doors: [{ doors: ['Puerta 2', 'Piscina'], hours: null, ignores_hours: false }],
  })
  expect(terminal.punch(toPin(ana), { door: 3 }).opened).toBe(true)
  app.clock.advance(120_000)
  expect(terminal.punch(toPin(ana), { door: 1 }).opened).toBe(false)
  await waitUntilInSync(terminal)
  expect((await listNotificationMessages())[0]).toBe(
    'Ana no pudo entrar (Panel · Recepción): su plan no abre esta puerta.',
  )
  expect((await gym.admin.call('door.refused'))[0]).toMatchObject({
    entry: 'no',
    device: { name: 'Panel · Recepción' },
  })
})

test('plan doors and hours: decide whether background verification opens', async () => {
  const { device, terminal } = await makeRegisteredTerminal(
    gym,
    port,
    {},
    makeAccessDialectOptions({ lockCount: 2, hours: 'refused' }),
  )
  const schedule = await makeSchedule(gym)
  const ana = await makeClient(gym)
  await sell(ana, await makePlan(gym, { id_schedule: schedule.id, doors: [{ id_device: device.id, doors: [2] }] }))
  await waitUntilInSync(terminal)
  const ask = async (door: number, time: string) => {
    at(time)
    const line = `time=2026-06-15 ${time}:00\tpin=${toPin(ana)}\tcardno=0\teventaddr=${door}\tevent=0\tinoutstatus=0\tverifytype=15\tindex=1`
    const { text } = await exchangeBytes(
      port,
      makeRequestBytes('POST', `/iclock/cdata?SN=${device.sn}&AuthType=device`, line),
    )
    return text.split('\r\n')[0]
  }
  expect([await ask(2, '10:00'), await ask(1, '10:00'), await ask(2, '13:00')]).toEqual([
    'AUTH=SUCCESS',
    'AUTH=FAILED',
    'AUTH=FAILED',
  ])
})

test('plan hours: an exit opens at any hour', async () => {
  const { device, terminal } = await makeRegisteredTerminal(
    gym,
    port,
    { direction: 'exit' },
    makeAccessDialectOptions(),
  )
  const entrance = await makeRegisteredTerminal(gym, port, {}, makeAccessDialectOptions())
  const schedule = await makeSchedule(gym)
  const ana = await makeClient(gym)
  await sell(
    ana,
    await makePlan(gym, { id_schedule: schedule.id, doors: [{ id_device: entrance.device.id, doors: null }] }),
  )
  await waitUntilInSync(terminal)
  expect(await passesAt(terminal, ana, '12:30')).toBe(true)
  expect(await statusOf(device.id)).toMatchObject({ hours: 'none', passes_without_right: 0 })
})

test('plan hours: an unlimited plan extends the dates of a limited one, but not the reverse', async () => {
  const { terminal } = await makeRegisteredTerminal(gym, port, {}, makeAccessDialectOptions())
  const schedule = await makeSchedule(gym)
  const [morning, full] = [await makePlan(gym, { id_schedule: schedule.id }), await makePlan(gym)]
  const [ana, luis] = [await makeClient(gym), await makeClient(gym)]
  await sell(ana, morning, '2026-06-01')
  await sell(ana, full, '2026-07-01')
  await sell(luis, full, '2026-06-01')
  await sell(luis, morning, '2026-07-01')
  await waitUntilInSync(terminal)
  expect(terminal.users.get(toPin(ana))?.until).toMatch(/^2026-07-30/)
  expect(terminal.users.get(toPin(luis))?.until).toMatch(/^2026-06-30/)
  app.clock.set('2026-07-01T16:00:00Z')
  await waitUntilInSync(terminal)
  expect(terminal.rights.of(toPin(luis))).toMatchObject([{ zone: 2 }])
  const opened = [ana, luis].map((client) => terminal.punch(toPin(client), { at: '2026-07-01 13:00:00' }).opened)
  expect(opened).toEqual([true, false])
})
