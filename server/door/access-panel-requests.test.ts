// Tests terminals of the access dialect (PUSH 3.x): registration, users sent in two commands, refusals.
import type { Terminal, TerminalOptions } from '@torniquete/terminal-simulator/terminal.ts'
import { expect, test } from 'vitest'
import {
  app,
  gym,
  listNotificationMessages,
  makeAccessDialectOptions,
  makeMember,
  port,
  readTerminalStatus,
  startDoorApp,
} from '../testing/door-app.ts'
import { makeClient, makeDevice, makeDeviceBeforeCensus, makePayment } from '../testing/factories.ts'
import {
  formatTerminalUsersByPin,
  makeRegisteredTerminal,
  makeSimulatedTerminal,
  toPin,
  waitUntilInSync,
} from '../testing/simulated-terminals.ts'

startDoorApp()

const paid = (name: string) => makeMember({ name })

/** Lets the terminal poll for three minutes. */
async function calling(terminal: Terminal): Promise<void> {
  for (let poll = 0; poll < 6; poll += 1) {
    await waitUntilInSync(terminal)
    app.clock.advance(30_000)
  }
  await waitUntilInSync(terminal)
}

test.each<[string, NonNullable<TerminalOptions['firmware']>]>([
  ['dates as digits', {}],
  [
    'packed dates, two doors, commands by push',
    { countsSeconds: true, lockCount: 2, pollsByPush: true, hasFaces: true },
  ],
])('access panel (%s): each door opens according to the person’s right and its dates', async (_, firmware) => {
  const { terminal } = await makeRegisteredTerminal(gym, port, {}, makeAccessDialectOptions(firmware))
  const ana = await paid('Ana Pérez')
  const luis = await makeClient(gym, { name: 'Luis' })
  await waitUntilInSync(terminal)
  const doors = firmware.lockCount === 2 ? 3 : 1
  expect(terminal.rights.doorsOf(toPin(ana))).toBe(doors)
  expect(terminal.rights.doorsOf(toPin(luis)) > 0).toBe(false)
  expect(formatTerminalUsersByPin(terminal)).toMatchObject({ [toPin(ana)]: '0  Ana Pérez', [toPin(luis)]: '3  Luis' })
  expect(terminal.users.get(toPin(ana))).toMatchObject({ since: '2026-06-15T00:00:00' })
  expect(terminal.users.get(toPin(ana))?.until).toMatch(/^2026-07-14T/)
  expect(terminal.users.get(toPin(luis))?.until).toMatch(/^2026-06-14T/)
  expect(terminal.punch(toPin(ana)).opened).toBe(true)
  await waitUntilInSync(terminal)
  expect((await gym.admin.call('attendances.list')).items.map(({ client_name }) => client_name)).toEqual(['Ana Pérez'])
  expect(await waitUntilInSync(terminal)).toBe(0)
  expect(await readTerminalStatus()).toMatchObject({ pending: 0, refused_count: 0, dialect: 'access', clock_offset: 0 })
})

test('access panel: a deleted person is removed, and an inactive one only loses the doors', async () => {
  const { terminal } = await makeRegisteredTerminal(gym, port, {}, makeAccessDialectOptions())
  const [ana, luis] = [await paid('Ana'), await paid('Luis')]
  await waitUntilInSync(terminal)
  terminal.enrolTemplate({ pin: toPin(ana), kind: 'finger', number: 0, owner: 'Ana' })
  await waitUntilInSync(terminal)
  await gym.admin.call('clients.delete', { params: { id_client: ana.id } })
  await gym.admin.call('clients.update', { params: { id_client: luis.id }, body: { is_active: false } })
  await waitUntilInSync(terminal)
  expect([terminal.users.has(toPin(ana)), terminal.rights.doorsOf(toPin(ana)) > 0]).toEqual([false, false])
  expect(terminal.templates.of(toPin(ana), 'finger')).toEqual([])
  expect(formatTerminalUsersByPin(terminal)[toPin(luis)]).toBe('3  Luis')
})

test('access panel: a person whose record the panel accepted only in part counts as missing', async () => {
  const { terminal } = await makeRegisteredTerminal(gym, port, {}, makeAccessDialectOptions({ capacity: 2 }))
  await waitUntilInSync(terminal)
  const [ana, luis] = [await paid('Ana'), await paid('Luis')]
  // The panel has room for one more user; for the other person it accepts the door right only.
  await waitUntilInSync(terminal)
  const outside = [ana, luis].find((each) => !terminal.users.has(toPin(each)))
  expect(terminal.rights.doorsOf(toPin(outside ?? ana)) > 0).toBe(true)
  expect(await readTerminalStatus()).toMatchObject({
    refused_count: 1,
    kept_out: 1,
    refused: [{ name: outside?.name, reason: 'El dispositivo está lleno' }],
  })
})

test('access panel: a refusal creates one notification a minute, with the gym’s reason', async () => {
  const { terminal } = await makeRegisteredTerminal(gym, port, { name: 'Puerta' }, makeAccessDialectOptions())
  const [luis, ana] = [await makeClient(gym, { name: 'Luis' }), await paid('Ana')]
  await waitUntilInSync(terminal)
  const before = await listNotificationMessages()
  const told = async () => (await listNotificationMessages()).filter((message) => !before.includes(message)).sort()
  for (let time = 0; time < 3; time += 1) {
    expect(terminal.punch(toPin(luis)).opened).toBe(false)
    await waitUntilInSync(terminal)
    app.clock.advance(5000)
  }
  expect(terminal.punch('9999').opened).toBe(false)
  // Ana's right to the door was removed at the terminal's menu.
  terminal.rights.remove(toPin(ana))
  terminal.punch(toPin(ana))
  await waitUntilInSync(terminal)
  expect(await told()).toEqual([
    'Alguien no pudo entrar (Puerta): huella desconocida.',
    'Ana no pudo entrar (Puerta): tiene derecho, y el dispositivo dice: sin permiso en esta puerta.',
    'Luis no pudo entrar (Puerta): sin membresía.',
  ])
  app.clock.advance(61_000)
  terminal.punch(toPin(luis))
  terminal.resendAll()
  await waitUntilInSync(terminal)
  expect(await told()).toHaveLength(4)
  // A refusal records no attendance.
  expect((await gym.admin.call('attendances.list')).total).toBe(0)
})

test('access panel: a refused member is shown at the front desk until they enter', async () => {
  const { device, terminal } = await makeRegisteredTerminal(gym, port, { name: 'Puerta' }, makeAccessDialectOptions())
  const [ana, luis] = [await makeClient(gym, { name: 'Ana' }), await makeClient(gym, { name: 'Luis' })]
  await waitUntilInSync(terminal)
  const standing = async () =>
    (await gym.admin.call('door.refused')).map(({ name, reason, entry }) => [name, reason, entry])
  for (const each of [luis, ana]) {
    terminal.punch(toPin(each))
    await waitUntilInSync(terminal)
    app.clock.advance(2000)
  }
  expect(await standing()).toEqual([
    ['Ana', 'sin membresía', 'no'],
    ['Luis', 'sin membresía', 'no'],
  ])
  const [first] = await gym.admin.call('door.refused')
  expect(first).toMatchObject({ id_client: ana.id, device: { id: device.id }, needs_membership: true })
  await makePayment(gym, { id_client: ana.id, start_date: '2026-06-15' })
  expect((await standing())[0]).toEqual(['Ana', 'sin membresía', 'soon'])
  expect((await gym.admin.call('door.refused'))[0]).toMatchObject({ needs_membership: false })
  await waitUntilInSync(terminal)
  expect((await standing())[0]).toEqual(['Ana', 'sin membresía', 'now'])
  terminal.punch(toPin(ana))
  await waitUntilInSync(terminal)
  expect(await standing()).toEqual([['Luis', 'sin membresía', 'no']])
  // Luis has paid his membership, but is blocked manually.
  await makePayment(gym, { id_client: luis.id, start_date: '2026-06-15' })
  await gym.admin.call('door.edit-user-verify', { query: { pin: Number(toPin(luis)), new_verify: 3 } })
  await waitUntilInSync(terminal)
  expect(await standing()).toEqual([['Luis', 'sin membresía', 'no']])
  app.clock.advance(600_000)
  expect(await standing()).toEqual([])
})

test.each(['both', 'exit'] as const)(
  'access panel with two readers: an exit report is an exit at a terminal of direction %s',
  async (direction) => {
    const { terminal } = await makeRegisteredTerminal(
      gym,
      port,
      { name: 'Panel', direction },
      makeAccessDialectOptions({ lockCount: 2 }),
    )
    const [ana, luis] = [await paid('Ana'), await makeClient(gym, { name: 'Luis' })]
    await waitUntilInSync(terminal)
    for (const status of [0, 1]) {
      app.clock.advance(120_000)
      expect(terminal.punch(toPin(ana), { status }).opened).toBe(true)
      await waitUntilInSync(terminal)
    }
    const visits = async () => (await gym.admin.call('attendances.list')).total
    // Status 0 may still be an exit, since many terminals send 0 at every reader.
    expect(await visits()).toBe(direction === 'exit' ? 0 : 1)
    terminal.punch(toPin(luis), { status: 1 })
    await waitUntilInSync(terminal)
    expect(await listNotificationMessages()).toContain('Luis no pudo salir (Panel · Puerta 1): sin membresía.')
    expect(await gym.admin.call('door.refused')).toMatchObject([{ name: 'Luis', leaving: true, entry: 'no' }])
    // Luis enters by another door, and his refused exit is still shown.
    await gym.admin.call('attendances.create', { body: { id_client: luis.id } })
    expect(await gym.admin.call('door.refused')).toHaveLength(1)
    await makePayment(gym, { id_client: luis.id, start_date: '2026-06-15' })
    await waitUntilInSync(terminal)
    expect(await gym.admin.call('door.refused')).toMatchObject([{ leaving: true, entry: 'now' }])
    terminal.punch(toPin(luis), { status: 1 })
    await waitUntilInSync(terminal)
    expect(await gym.admin.call('door.refused')).toEqual([])
  },
)

test('access panel: a door alarm notifies once, even if the panel’s clock shows the year 2000', async () => {
  const { terminal } = await makeRegisteredTerminal(gym, port, { name: 'Puerta' }, makeAccessDialectOptions())
  await waitUntilInSync(terminal)
  const event = (code: number, time: string) =>
    terminal.forcePunch(
      `time=${time}\tpin=0\tcardno=0\teventaddr=1\tevent=${code}\tinoutstatus=2\tverifytype=200\tindex=1`,
    )
  for (const code of [102, 102, 200, 100]) event(code, '2026-06-15 11:59:00')
  await waitUntilInSync(terminal)
  const told = async () => (await listNotificationMessages()).filter((message) => message.startsWith('Alarma')).sort()
  const both = ['Alarma de Puerta: alguien abrió o arrancó el dispositivo.', 'Alarma de Puerta: la puerta fue forzada.']
  expect(await told()).toEqual(both)
  app.clock.advance(3_600_000)
  event(102, '2000-01-01 00:03:00')
  await waitUntilInSync(terminal)
  expect(await told()).toEqual([...both, 'Alarma de Puerta: la puerta fue forzada.'])
  const [latest] = (await gym.admin.call('notifications.list')).items
  expect(latest?.created_at).toBe(app.clock.now().toISOString())
})

test('access panel: users are read before records are sent, and a reset panel gets them again', async () => {
  const { sn, id } = await makeDeviceBeforeCensus(gym)
  const terminal = makeSimulatedTerminal(port, sn, {
    ...makeAccessDialectOptions(),
    users: [{ pin: '7', name: 'De antes' }],
  })
  const ana = await paid('Ana')
  await waitUntilInSync(terminal)
  expect(await gym.admin.call('devices.people', { params: { id_device: id } })).toMatchObject([
    { kind: 'stranger', pin: '7', name: 'De antes' },
  ])
  expect(formatTerminalUsersByPin(terminal)[toPin(ana)]).toBe('0  Ana')
  terminal.factoryReset()
  await calling(terminal)
  expect(formatTerminalUsersByPin(terminal)).toMatchObject({ [toPin(ana)]: '0  Ana' })
})

test('access panel: the clock offset is read from its state reports, and corrected', async () => {
  const { terminal } = await makeRegisteredTerminal(
    gym,
    port,
    {},
    { ...makeAccessDialectOptions(), clockOffsetMs: 3_600_000 },
  )
  await waitUntilInSync(terminal)
  app.clock.advance(3_600_000)
  await calling(terminal)
  expect((await readTerminalStatus())?.clock_offset).toBe(0)
  terminal.turnClock('2026-06-15 20:00:00')
  await calling(terminal)
  expect(terminal.shows().slice(0, 15)).not.toBe('2026-06-15 20:0')
})

test('terminal that changes its dialect: its users are read again, then sent in the new dialect', async () => {
  const device = await makeDevice(gym)
  const ana = await paid('Ana')
  const speaks = async (options: TerminalOptions | object) => {
    app.clock.advance(600_000)
    const terminal = makeSimulatedTerminal(port, device.sn, options)
    await calling(terminal)
    expect(formatTerminalUsersByPin(terminal)[toPin(ana)]).toBe('0  Ana')
    return (await readTerminalStatus())?.dialect
  }
  expect(await speaks({ now: () => app.clock.now() })).toBe('attendance')
  expect(await speaks(makeAccessDialectOptions())).toBe('access')
  expect(await speaks({ now: () => app.clock.now() })).toBe('attendance')
})
