// A terminal of the access dialect (PUSH 3.x): it registers, is told of a person in two commands, and tells whom it refused.
import type { Terminal, TerminalOptions } from '@torniquete/terminal-simulator/terminal.ts'
import { expect, test } from 'vitest'
import { app, gym, port, startDoorApp } from '../testing/door-app.ts'
import { makeClient, makeDevice, makePayment, makePlan, makeUnreadDevice } from '../testing/factories.ts'
import { commandsOf, exchange, holdings, makeTerminal, requestText, settle, terminalAt } from '../testing/terminals.ts'

startDoorApp()

const speaking = (firmware: TerminalOptions['firmware'] = {}, faults: TerminalOptions['faults'] = {}) => ({
  now: () => app.clock.now(),
  firmware: { dialect: 'access', deviceName: 'F18', ...firmware } as const,
  faults,
})

const paid = async (name: string) => {
  const client = await makeClient(gym, { name })
  const { id: id_membership } = await makePlan(gym, { duration_days: 30 })
  await makePayment(gym, { id_client: client.id, id_membership, start_date: '2026-06-15' })
  return client
}
const news = async () => (await gym.admin.call('notifications.list')).items.map(({ message }) => message)
const status = async () => (await gym.admin.call('devices.status'))[0]
const pinOf = ({ id_zkteco }: { id_zkteco: number | null }) => String(id_zkteco)

/** Calls for three minutes. */
async function calling(terminal: Terminal): Promise<void> {
  for (let poll = 0; poll < 6; poll += 1) {
    await settle(terminal)
    app.clock.advance(30_000)
  }
  await settle(terminal)
}

/** Sent as a real one does: with a connection that begins, and what it accepts. */
const ask = async (method: string, target: string, body = '') =>
  exchange(port, requestText(method, `/iclock/${target}`, body, ['Connection: starting']))

test.each<[string, NonNullable<TerminalOptions['firmware']>]>([
  ['days as digits', {}],
  [
    'days in seconds, two doors, commands by push',
    { countsSeconds: true, lockCount: 2, pollsByPush: true, hasFaces: true },
  ],
])('%s: doors follow each person’s rights, day by day', async (_, firmware) => {
  const { terminal } = await makeTerminal(gym, port, {}, speaking(firmware))
  const ana = await paid('Ana Pérez')
  const luis = await makeClient(gym, { name: 'Luis' })
  await settle(terminal)
  const doors = firmware.lockCount === 2 ? 3 : 1
  expect(terminal.rights.doorsOf(pinOf(ana))).toBe(doors)
  expect(terminal.rights.doorsOf(pinOf(luis)) > 0).toBe(false)
  expect(holdings(terminal)).toMatchObject({ [pinOf(ana)]: '0  Ana Pérez', [pinOf(luis)]: '3  Luis' })
  expect(terminal.users.get(pinOf(ana))).toMatchObject({ since: '2026-06-15T00:00:00' })
  expect(terminal.users.get(pinOf(ana))?.until).toMatch(/^2026-07-14T/)
  expect(terminal.users.get(pinOf(luis))?.until).toMatch(/^2026-06-14T/)
  expect(terminal.punch(pinOf(ana)).opened).toBe(true)
  await settle(terminal)
  expect((await gym.admin.call('attendances.list')).items.map(({ client_name }) => client_name)).toEqual(['Ana Pérez'])
  expect(await settle(terminal)).toBe(0)
  expect(await status()).toMatchObject({ pending: 0, refused_count: 0, dialect: 'access', clock_offset: 0 })
})

test('access panel: a deleted person loses doors, fingers and row, an expired one the doors', async () => {
  const { terminal } = await makeTerminal(gym, port, {}, speaking())
  const [ana, luis] = [await paid('Ana'), await paid('Luis')]
  await settle(terminal)
  terminal.enrolTemplate({ pin: pinOf(ana), kind: 'finger', number: 0, owner: 'Ana' })
  await settle(terminal)
  await gym.admin.call('clients.delete', { params: { id_client: ana.id } })
  await gym.admin.call('clients.update', { params: { id_client: luis.id }, body: { is_active: false } })
  await settle(terminal)
  expect([terminal.users.has(pinOf(ana)), terminal.rights.doorsOf(pinOf(ana)) > 0]).toEqual([false, false])
  expect(terminal.templates.of(pinOf(ana), 'finger')).toEqual([])
  expect(holdings(terminal)[pinOf(luis)]).toBe('3  Luis')
})

test('a person of whom one half was not taken is not held', async () => {
  const { terminal } = await makeTerminal(gym, port, {}, speaking({ capacity: 2 }))
  await settle(terminal)
  const [ana, luis] = [await paid('Ana'), await paid('Luis')]
  // The owner and one of them fit: of the other the terminal takes the doors, and not the person.
  await settle(terminal)
  const outside = [ana, luis].find((each) => !terminal.users.has(pinOf(each)))
  expect(terminal.rights.doorsOf(pinOf(outside ?? ana)) > 0).toBe(true)
  expect(await status()).toMatchObject({
    refused_count: 1,
    kept_out: 1,
    refused: [{ name: outside?.name, reason: 'El dispositivo está lleno' }],
  })
})

test('a panel that takes one command at a time reaches the right state', async () => {
  const { terminal } = await makeTerminal(gym, port, {}, speaking({ commandsPerPoll: 1 }, { reportsPuts: true }))
  const ana = await paid('Ana')
  const calls = async (times: number) => {
    for (let call = 0; call < times; call += 1) {
      await terminal.step()
      app.clock.advance(31_000)
    }
  }
  await calls(20)
  expect(holdings(terminal)).toMatchObject({ [pinOf(ana)]: '0  Ana' })
  expect(await status()).toMatchObject({ pending: 0 })
  await gym.admin.call('clients.delete', { params: { id_client: ana.id } })
  await calls(12)
  expect([terminal.users.has(pinOf(ana)), terminal.rights.doorsOf(pinOf(ana)) > 0]).toEqual([false, false])
  expect(await status()).toMatchObject({ pending: 0 })
})

test('the halves may be told apart, in any order, and one alone is none', async () => {
  const { device, terminal } = await makeTerminal(gym, port, {}, speaking())
  await settle(terminal)
  const ana = await paid('Ana')
  const answer = (await ask('GET', `getrequest?SN=${device.sn}`)).text
  const [, id] = /^C:(\w+)A:DATA UPDATE user .*Name=Ana/m.exec(answer) ?? []
  const door = async () => (await gym.admin.call('clients.read', { params: { id_client: ana.id } })).door[0]
  const say = (half: string, code = 0) =>
    ask('POST', `devicecmd?SN=${device.sn}`, `ID=${id}${half}&Return=${code}&CMD=DATA UPDATE\r\n`)
  await say('B')
  await say('B')
  expect(await door()).toMatchObject({ current: false })
  await say('A')
  expect(await door()).toMatchObject({ state: 'allowed', current: true })
  // Later reports change nothing.
  await say('A', -18)
  expect(await door()).toMatchObject({ state: 'allowed', current: true })
})

test('access panel: refusals raise a notification with the gym’s reason, once a minute', async () => {
  const { terminal } = await makeTerminal(gym, port, { name: 'Puerta' }, speaking())
  const [luis, ana] = [await makeClient(gym, { name: 'Luis' }), await paid('Ana')]
  await settle(terminal)
  const before = await news()
  const told = async () => (await news()).filter((message) => !before.includes(message)).sort()
  for (let time = 0; time < 3; time += 1) {
    expect(terminal.punch(pinOf(luis)).opened).toBe(false)
    await settle(terminal)
    app.clock.advance(5000)
  }
  expect(terminal.punch('9999').opened).toBe(false)
  // A door was taken from her at the terminal's menu.
  terminal.rights.remove(pinOf(ana))
  terminal.punch(pinOf(ana))
  await settle(terminal)
  expect(await told()).toEqual([
    'Alguien no pudo entrar (Puerta): huella desconocida.',
    'Ana no pudo entrar (Puerta): tiene derecho, y el dispositivo dice: sin permiso en esta puerta.',
    'Luis no pudo entrar (Puerta): sin membresía.',
  ])
  app.clock.advance(61_000)
  terminal.punch(pinOf(luis))
  terminal.resendAll()
  await settle(terminal)
  expect(await told()).toHaveLength(4)
  // Nobody is recorded as entered.
  expect((await gym.admin.call('attendances.list')).total).toBe(0)
})

test('access panel: a refused member is shown at the desk until they enter', async () => {
  const { device, terminal } = await makeTerminal(gym, port, { name: 'Puerta' }, speaking())
  const [ana, luis] = [await makeClient(gym, { name: 'Ana' }), await makeClient(gym, { name: 'Luis' })]
  await settle(terminal)
  const standing = async () =>
    (await gym.admin.call('door.refused')).map(({ name, reason, entry }) => [name, reason, entry])
  for (const each of [luis, ana]) {
    terminal.punch(pinOf(each))
    await settle(terminal)
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
  await settle(terminal)
  expect((await standing())[0]).toEqual(['Ana', 'sin membresía', 'now'])
  terminal.punch(pinOf(ana))
  await settle(terminal)
  expect(await standing()).toEqual([['Luis', 'sin membresía', 'no']])
  // Paid for, and still kept out by a person.
  await makePayment(gym, { id_client: luis.id, start_date: '2026-06-15' })
  await gym.admin.call('door.edit-user-verify', { query: { pin: Number(pinOf(luis)), new_verify: 3 } })
  await settle(terminal)
  expect(await standing()).toEqual([['Luis', 'sin membresía', 'no']])
  app.clock.advance(600_000)
  expect(await standing()).toEqual([])
})

test.each(['entrance', 'both', 'exit'] as const)('second reader: counts as an exit at an %s', async (direction) => {
  const { terminal } = await makeTerminal(gym, port, { name: 'Panel', direction }, speaking({ lockCount: 2 }))
  const [ana, luis] = [await paid('Ana'), await makeClient(gym, { name: 'Luis' })]
  await settle(terminal)
  for (const status of [0, 1]) {
    app.clock.advance(120_000)
    expect(terminal.punch(pinOf(ana), { status }).opened).toBe(true)
    await settle(terminal)
  }
  const visits = async () => (await gym.admin.call('attendances.list')).total
  // A report of 0 may still be an exit: many terminals say it at every reader.
  expect(await visits()).toBe(direction === 'exit' ? 0 : 1)
  terminal.punch(pinOf(luis), { status: 1 })
  await settle(terminal)
  expect(await news()).toContain('Luis no pudo salir (Panel · Puerta 1): sin membresía.')
  expect(await gym.admin.call('door.refused')).toMatchObject([{ name: 'Luis', leaving: true, entry: 'no' }])
  // She comes in by another door, and still stands at this one.
  await gym.admin.call('attendances.create', { body: { id_client: luis.id } })
  expect(await gym.admin.call('door.refused')).toHaveLength(1)
  await makePayment(gym, { id_client: luis.id, start_date: '2026-06-15' })
  await settle(terminal)
  expect(await gym.admin.call('door.refused')).toMatchObject([{ leaving: true, entry: 'now' }])
  terminal.punch(pinOf(luis), { status: 1 })
  await settle(terminal)
  expect(await gym.admin.call('door.refused')).toEqual([])
})

test('access panel: old refusals raise no notification', async () => {
  const { terminal } = await makeTerminal(gym, port, {}, speaking())
  const luis = await makeClient(gym, { name: 'Luis' })
  await settle(terminal)
  terminal.goOffline()
  terminal.punch(pinOf(luis))
  app.clock.advance(3_600_000)
  terminal.goOnline()
  await settle(terminal)
  expect((await news()).filter((message) => message.includes('Luis'))).toEqual([])
  expect(await gym.admin.call('door.refused')).toEqual([])
})

test('an alarm at its door is news, once, also by a clock that begins in the year 2000', async () => {
  const { terminal } = await makeTerminal(gym, port, { name: 'Puerta' }, speaking())
  await settle(terminal)
  const event = (code: number, time: string) =>
    terminal.forcePunch(
      `time=${time}\tpin=0\tcardno=0\teventaddr=1\tevent=${code}\tinoutstatus=2\tverifytype=200\tindex=1`,
    )
  for (const code of [102, 102, 200, 100]) event(code, '2026-06-15 11:59:00')
  await settle(terminal)
  const told = async () => (await news()).filter((message) => message.startsWith('Alarma')).sort()
  const both = ['Alarma de Puerta: alguien abrió o arrancó el dispositivo.', 'Alarma de Puerta: la puerta fue forzada.']
  expect(await told()).toEqual(both)
  app.clock.advance(3_600_000)
  event(102, '2000-01-01 00:03:00')
  await settle(terminal)
  expect(await told()).toEqual([...both, 'Alarma de Puerta: la puerta fue forzada.'])
  const [latest] = (await gym.admin.call('notifications.list')).items
  expect(latest?.created_at).toBe(app.clock.now().toISOString())
})

test('the door opens by its relay, and the terminal says so', async () => {
  const { device, terminal } = await makeTerminal(gym, port, { name: 'Puerta principal' }, speaking())
  await settle(terminal)
  const texts = commandsOf(terminal)
  terminal.start()
  const opened = gym.admin.call('door.open')
  expect(await opened).toMatchObject({ device: { id: device.id } })
  await terminal.stop()
  expect(texts).toContain('CONTROL DEVICE 01010105')
  expect(terminal.doorOpenings).toHaveLength(1)
})

test('access panel: existing users are read first, and a reset panel is filled again', async () => {
  const { sn, id } = await makeUnreadDevice(gym)
  const terminal = terminalAt(port, sn, { ...speaking(), users: [{ pin: '7', name: 'De antes' }] })
  const ana = await paid('Ana')
  await settle(terminal)
  expect(await gym.admin.call('devices.people', { params: { id_device: id } })).toMatchObject([
    { kind: 'stranger', pin: '7', name: 'De antes' },
  ])
  expect(holdings(terminal)[pinOf(ana)]).toBe('0  Ana')
  terminal.factoryReset()
  await calling(terminal)
  expect(holdings(terminal)).toMatchObject({ [pinOf(ana)]: '0  Ana' })
})

test('its clock is known by what it shows, and set', async () => {
  const { terminal } = await makeTerminal(gym, port, {}, { ...speaking(), clockOffsetMs: 3_600_000 })
  await settle(terminal)
  app.clock.advance(3_600_000)
  for (let poll = 0; poll < 10; poll += 1) {
    app.clock.advance(30_000)
    await terminal.step()
  }
  expect((await status())?.clock_offset).toBe(0)
  terminal.turnClock('2026-06-15 20:00:00')
  for (let poll = 0; poll < 3; poll += 1) {
    app.clock.advance(30_000)
    await terminal.step()
  }
  expect(terminal.shows().slice(0, 15)).not.toBe('2026-06-15 20:0')
})

test('a terminal that changes its mode is asked anew whom it holds, and told in its words', async () => {
  const device = await makeDevice(gym)
  const ana = await paid('Ana')
  const before = terminalAt(port, device.sn, { now: () => app.clock.now() })
  await settle(before)
  expect(holdings(before)[pinOf(ana)]).toBe('0  Ana')
  app.clock.advance(600_000)
  const after = terminalAt(port, device.sn, speaking())
  await calling(after)
  expect(holdings(after)[pinOf(ana)]).toBe('0  Ana')
  expect((await status())?.dialect).toBe('access')
  app.clock.advance(600_000)
  const again = terminalAt(port, device.sn, { now: () => app.clock.now() })
  await calling(again)
  expect(holdings(again)[pinOf(ana)]).toBe('0  Ana')
  expect((await status())?.dialect).toBe('attendance')
})

test.each([[{}], [{ pollsByPush: true }]])(
  'a panel removed and added again (%o) is asked once for its description',
  async (firmware) => {
    const { sn, id: id_device } = await makeDevice(gym, { name: 'Torno' })
    const terminal = terminalAt(port, sn, speaking({ lockCount: 2, ...firmware }))
    await settle(terminal)
    await gym.admin.call('devices.delete', { params: { id_device } })
    const commands = commandsOf(terminal)
    await terminal.step()
    await makeUnreadDevice(gym, { name: 'Torno', sn })
    await calling(terminal)
    expect(await status()).toMatchObject({ dialect: 'access', model: 'F18', doors: 2 })
    expect(commands.filter((text) => text.startsWith('GET OPTIONS ~DeviceName'))).toHaveLength(1)
  },
)
