// Tests plan hours that a terminal does not acknowledge, refuses or loses, and passes made before the hours changed.
import type { Client } from '@torniquete/contract/members/clients.ts'
import type { Terminal } from '@torniquete/terminal-simulator/terminal.ts'
import { expect, test } from 'vitest'
import { sql } from '../platform/db/sql.ts'
import { app, gym, makeAccessDialectOptions, port, startDoorApp } from '../testing/door-app.ts'
import { makeClient, makeDailyHours, makePayment, makePlan, makeSchedule } from '../testing/factories.ts'
import { makeRegisteredTerminal, recordCommands, toPin, waitUntilInSync } from '../testing/simulated-terminals.ts'
import { announceDoorChange, restartReconciliation } from './queries.ts'

startDoorApp()

const evenings = makeDailyHours({ from: '18:00', to: '22:00' })
const statusOf = async (id: number) => (await gym.admin.call('devices.status')).find((each) => each.id === id)
const rightsOf = (terminal: Terminal, client: Client) => terminal.rights.of(toPin(client))

/** Makes a client who paid for a plan with this schedule, or without one if null. */
async function buyer(schedule: { id: number } | null): Promise<Client> {
  const client = await makeClient(gym)
  const plan = await makePlan(gym, { id_schedule: schedule?.id ?? null })
  await makePayment(gym, { id_client: client.id, id_membership: plan.id, start_date: '2026-06-15' })
  return client
}

/** Lets the terminal poll every half minute. */
async function callFor(terminal: Terminal, minutes: number): Promise<void> {
  for (let call = 0; call < minutes * 2; call += 1) {
    await waitUntilInSync(terminal)
    app.clock.advance(30_000)
  }
}

test.each(['silent', 'busy'] as const)(
  'plan hours: a terminal that is %s about time zones opens at all hours after eight minutes',
  async (hours) => {
    const { device, terminal } = await makeRegisteredTerminal(gym, port, {}, makeAccessDialectOptions({ hours }))
    const ana = await buyer(await makeSchedule(gym))
    const luis = await buyer(null)
    await callFor(terminal, 2)
    expect(rightsOf(terminal, luis)).toEqual([{ zone: 1, doors: 1 }])
    expect(rightsOf(terminal, ana)).toEqual([])
    expect(await statusOf(device.id)).toMatchObject({ hours: 'kept', kept_out: 1 })
    expect((await gym.admin.call('devices.list'))[0]?.alarm).toBe(true)
    await callFor(terminal, 6)
    expect(rightsOf(terminal, ana)).toEqual([{ zone: 1, doors: 1 }])
    expect(await statusOf(device.id)).toMatchObject({ hours: 'ignored', kept_out: 0, hours_pending: 0, pending: 0 })
  },
)

test('plan hours: a member whose time zone is refused may enter at all hours', async () => {
  const { device, terminal } = await makeRegisteredTerminal(gym, port, {}, makeAccessDialectOptions({ maxZones: 2 }))
  const [morning, evening] = [await makeSchedule(gym), await makeSchedule(gym, { week: evenings })]
  const [ana, luis] = [await buyer(morning), await buyer(evening)]
  await waitUntilInSync(terminal)
  await waitUntilInSync(terminal)
  expect(rightsOf(terminal, ana)).toEqual([{ zone: 2, doors: 1 }])
  expect(rightsOf(terminal, luis)).toEqual([{ zone: 1, doors: 1 }])
  expect(await statusOf(device.id)).toMatchObject({ hours: 'ignored', hours_pending: 0, pending: 0 })
  const ignored = async ({ id }: Client) =>
    (await gym.admin.call('door.access', { params: { id_client: id } })).doors.map((each) => each.ignores_hours)
  expect([await ignored(ana), await ignored(luis)]).toEqual([[false], [true]])
})

test('plan hours: a reused zone number admits members only at its new hours', async () => {
  const { terminal } = await makeRegisteredTerminal(gym, port, {}, makeAccessDialectOptions())
  const morning = await makeSchedule(gym)
  const plan = await makePlan(gym, { id_schedule: morning.id })
  await waitUntilInSync(terminal)
  const access = { params: { id_membership: plan.id }, body: { id_schedule: null, doors: null } }
  await gym.admin.call('memberships.set-access', access)
  await gym.admin.call('memberships.delete-schedule', { params: { id_schedule: morning.id } })
  const ana = await buyer(await makeSchedule(gym, { week: evenings }))
  // While the terminal is busy and lacks the new hours, it must not admit Ana at the old hours.
  terminal.firmware.hours = 'busy'
  await waitUntilInSync(terminal)
  expect(rightsOf(terminal, ana)).toEqual([])
  terminal.firmware.hours = 'kept'
  await callFor(terminal, 2)
  expect(rightsOf(terminal, ana)).toEqual([{ zone: 2, doors: 1 }])
})

test('restored archive: plan hours are sent again before the members', async () => {
  const { terminal } = await makeRegisteredTerminal(gym, port, {}, makeAccessDialectOptions())
  const ana = await buyer(await makeSchedule(gym))
  await waitUntilInSync(terminal)
  terminal.rights.zones.clear()
  await app.database.write({ gym: gym.gym.id, user: null }, async (tx) => {
    await restartReconciliation(tx, gym.gym.id, app.clock.now())
    // A server that restarts after a restore has empty caches, so the test invalidates them.
    await announceDoorChange(tx, gym.gym.id)
  })
  const texts = recordCommands(terminal)
  await callFor(terminal, 2)
  const place = (pattern: RegExp) => texts.findIndex((text) => pattern.test(text))
  expect(place(/ TimezoneId=2/)).toBeGreaterThan(-1)
  expect(place(/ TimezoneId=2/)).toBeLessThan(place(new RegExp(`user .*Pin=${toPin(ana)}\\b`)))
  expect(terminal.rights.zones.has(2)).toBe(true)
})

test('plan doors: the only entrance of a plan cannot be deleted or become an exit', async () => {
  const { device } = await makeRegisteredTerminal(gym, port)
  const other = await makeRegisteredTerminal(gym, port)
  const doors = [{ id_device: device.id, doors: null }]
  const plan = await makePlan(gym, { doors })
  await makePayment(gym, { id_client: (await makeClient(gym)).id, id_membership: plan.id, start_date: '2026-06-15' })
  const params = { id_device: device.id }
  const refused = async () => [
    (await gym.admin.try('devices.delete', { params })).answer,
    (await gym.admin.try('devices.delete', { params, query: { empty: true } })).answer,
    (await gym.admin.try('devices.update', { params, body: { direction: 'exit' } })).answer,
  ]
  const said = (name: string) => ({
    detail: `Es la única entrada de estos planes: ${name}. Quien los pagó se quedaría fuera. Cámbialos antes en Membresías.`,
  })
  expect(await refused()).toEqual(Array(3).fill(said(plan.name)))
  await gym.admin.call('memberships.delete', { params: { id_membership: plan.id } })
  expect(await refused()).toEqual(Array(3).fill(said(`${plan.name} (eliminado)`)))
  await gym.admin.call('memberships.restore', { params: { id_membership: plan.id } })
  await gym.admin.call('memberships.set-access', {
    params: { id_membership: plan.id },
    body: { id_schedule: null, doors: [...doors, { id_device: other.device.id, doors: null }] },
  })
  expect((await gym.admin.try('devices.delete', { params })).status).toBe(204)
})

test('plan doors: doors that do not exist or are repeated are refused', async () => {
  const { device, terminal } = await makeRegisteredTerminal(
    gym,
    port,
    { name: 'Panel' },
    makeAccessDialectOptions({ lockCount: 2 }),
  )
  const plan = await makePlan(gym, {})
  const set = async (doors: { id_device: number; doors: number[] | null }[]) => {
    const reply = await gym.admin.try('memberships.set-access', {
      params: { id_membership: plan.id },
      body: { id_schedule: null, doors },
    })
    return [reply.status, reply.text]
  }
  await waitUntilInSync(terminal)
  const { id: id_device } = device
  expect(await set([{ id_device, doors: [3] }])).toEqual([
    409,
    expect.stringContaining('Panel no tiene esa puerta: tiene 2.'),
  ])
  expect(await set([{ id_device, doors: [1, 1] }])).toEqual([422, expect.stringContaining('Hay una puerta repetida')])
  const twice = [1, 2].map((door) => ({ id_device, doors: [door] }))
  expect(await set(twice)).toEqual([422, expect.stringContaining('Hay un dispositivo repetido')])
  expect((await set([{ id_device, doors: [1, 2] }]))[0]).toBe(200)
  // After the panel was replaced by a smaller one, a plan with its former doors can still be saved.
  await gym.rows(sql`update terminal_states set doors = 1 where gym_id = ${gym.gym.id} and id_device = ${id_device}`)
  expect((await set([{ id_device, doors: [1, 2] }]))[0]).toBe(200)
  expect((await set([{ id_device, doors: [3] }]))[0]).toBe(409)
})

/** Sets the clock to a time on Monday, 15 June, in Santo Domingo. */
const at = (time: string) => app.clock.set(`2026-06-15T${time}:00-04:00`)

test('plan hours: passes made before the hours changed are not reported', async () => {
  at('05:00')
  const { device, terminal } = await makeRegisteredTerminal(
    gym,
    port,
    { name: 'Puerta' },
    { now: () => app.clock.now() },
  )
  const schedule = await makeSchedule(gym)
  const plan = await makePlan(gym, { id_schedule: schedule.id })
  const ana = await makeClient(gym, { name: 'Ana' })
  await makePayment(gym, { id_client: ana.id, id_membership: plan.id, start_date: '2026-06-15' })
  await waitUntilInSync(terminal)
  /** Uploads a past pass and returns the number of notified entries without a right. */
  const correctPassTime = async (time: string) => {
    terminal.forcePunch({ pin: String(ana.id_zkteco), time: `2026-06-15 ${time}:00` })
    await waitUntilInSync(terminal)
    const news = (await gym.admin.call('notifications.list')).items
    return news.filter(({ message }) => message.includes('Sin derecho: ')).length
  }
  at('13:30')
  expect(await correctPassTime('13:00')).toBe(1)
  at('15:00')
  const params = { id_schedule: schedule.id }
  const evenings = Array.from({ length: 7 }, () => [{ from: '18:00', to: '22:00' }])
  await gym.admin.call('memberships.update-schedule', { params, body: { week: evenings } })
  expect(await correctPassTime('11:00')).toBe(1)
  at('15:30')
  expect(await correctPassTime('15:20')).toBe(2)
  // Saving another name or the same hours does not count as a change of hours.
  at('16:00')
  await gym.admin.call('memberships.update-schedule', { params, body: { name: 'Noche', week: evenings } })
  expect(await correctPassTime('15:40')).toBe(3)
  at('17:00')
  const doors = [{ id_device: device.id, doors: null }]
  await gym.admin.call('memberships.update', { params: { id_membership: plan.id }, body: { doors } })
  at('17:30')
  expect(await correctPassTime('16:30')).toBe(3)
  expect(await correctPassTime('17:10')).toBe(4)
})
