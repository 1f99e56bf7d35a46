// Tests that the way in which a terminal blocks people can be changed while it stores users.
import { terminalFamilyOptions } from '@torniquete/terminal-simulator/terminal-families.ts'
import { expect, test } from 'vitest'
import { app, gym, makeMember, port, readTerminalStatus, startDoorApp } from '../testing/door-app.ts'
import { makeClient, makeDevice, makeDeviceBeforeCensus, makePayment } from '../testing/factories.ts'
import { makeSimulatedTerminal, recordCommands, waitUntilInSync } from '../testing/simulated-terminals.ts'

startDoorApp()

test('devices.update: a new way of blocking is sent for every user and must be proven again', async () => {
  const device = await makeDeviceBeforeCensus(gym)
  const of = { params: { id_device: device.id } }
  const terminal = makeSimulatedTerminal(port, device.sn, {})
  const out = await makeClient(gym, { name: 'Ana' })
  const member = await makeMember({ name: 'Luis' }, '2026-06-01')
  await waitUntilInSync(terminal)
  const groups = () => [out, member].map(({ id_zkteco }) => terminal.users.get(String(id_zkteco))?.group)
  expect(groups()).toEqual([1, 1])
  await gym.admin.call('devices.prove', { ...of, body: { opened: false } })
  expect((await readTerminalStatus())?.block_proven_at).not.toBeNull()

  await gym.admin.call('devices.update', { ...of, body: { block: 'group', block_group: 3 } })
  expect(await readTerminalStatus()).toMatchObject({ block_proven_at: null, pending: 1 })
  await waitUntilInSync(terminal)
  expect(groups()).toEqual([3, 1])
  await gym.admin.call('devices.update', { ...of, body: { name: 'Otra puerta' } })
  expect((await readTerminalStatus())?.pending).toBe(0)
})

test.each(['f22', 'aiface'] as const)(
  'blocking: works without configuration on %s terminals, which block by group only',
  async (family) => {
    const device = await makeDeviceBeforeCensus(gym)
    const [ana, luis] = [await makeClient(gym, { name: 'Ana' }), await makeClient(gym, { name: 'Luis' })]
    await makePayment(gym, { id_client: luis.id, start_date: '2026-06-01' })
    const { firmware, faults } = terminalFamilyOptions[family]
    const own = { ...firmware, needsTemplates: false, stamps: 'echoed' as const }
    const terminal = makeSimulatedTerminal(port, device.sn, { firmware: own, ...(faults && { faults }) })
    for (let step = 0; step < 6; step++) await terminal.step()
    expect(terminal.punch(String(ana.id_zkteco))).toMatchObject({ opened: false, reason: 'group' })
    expect(terminal.punch(String(luis.id_zkteco)).opened).toBe(true)
    expect(await readTerminalStatus()).toMatchObject({ block: 'group', expires_itself: 'no' })
  },
)

test.each(['mb360', 'old-zem'] as const)(
  'blocking: works without configuration on %s terminals, whose verify field has another name',
  async (family) => {
    const device = await makeDeviceBeforeCensus(gym)
    const [ana, luis] = [await makeClient(gym, { name: 'Ana' }), await makeClient(gym, { name: 'Luis' })]
    await makePayment(gym, { id_client: luis.id, start_date: '2026-06-01' })
    const { firmware, faults, ...spoken } = terminalFamilyOptions[family]
    const own = { ...firmware, needsTemplates: false, commandMs: 0 }
    const terminal = makeSimulatedTerminal(port, device.sn, { ...spoken, firmware: own, faults })
    for (let step = 0; step < 3; step++) await terminal.step()
    await gym.admin.call('devices.census', { params: { id_device: device.id }, body: { act: 'skip', numbers: 'keep' } })
    await waitUntilInSync(terminal)
    expect(terminal.users.has(String(ana.id_zkteco))).toBe(true)
    expect(terminal.punch(String(ana.id_zkteco)).opened).toBe(false)
    expect(terminal.punch(String(luis.id_zkteco)).opened).toBe(true)
    expect((await readTerminalStatus())?.pending).toBe(0)
  },
)

test('blocking: records are sent again once an old board reports its model', async () => {
  const { sn } = await makeDevice(gym)
  const ana = await makeClient(gym, { name: 'Ana' })
  const terminal = makeSimulatedTerminal(port, sn, {
    firmware: { deviceName: '', platform: '', verifyKey: 'VerifyMode' },
  })
  await waitUntilInSync(terminal)
  expect(terminal.users.get(String(ana.id_zkteco))?.verify).not.toBe(131)
  expect(terminal.punch(String(ana.id_zkteco)).opened).toBe(true)
  const told = recordCommands(terminal)
  const puts = () => told.filter((text) => text.includes(`PIN=${ana.id_zkteco}\t`))
  terminal.firmware.platform = 'ZEM560'
  for (const name of ['', '', 'K14', 'K14']) {
    terminal.firmware.deviceName = name
    terminal.powerCut()
    await waitUntilInSync(terminal)
  }
  expect(puts()).toHaveLength(1)
  expect(puts()[0]).toContain('\tVerifyMode=131\t')
  expect(terminal.punch(String(ana.id_zkteco)).opened).toBe(false)
})

test('blocking: a terminal that refuses the verify method blocks once groups are set', async () => {
  const { id, sn } = await makeDeviceBeforeCensus(gym)
  const firmware = { obeys: { groups: [1] }, methods: [0] }
  const terminal = makeSimulatedTerminal(port, sn, { firmware })
  const ana = await makeMember({ name: 'Ana' }, '2026-06-01')
  await waitUntilInSync(terminal)
  await gym.admin.call('clients.update', { params: { id_client: ana.id }, body: { is_active: false } })
  const again = async () => {
    for (let time = 0; time < 3; time++) {
      app.clock.advance(121_000)
      await waitUntilInSync(terminal)
    }
    return await readTerminalStatus()
  }
  expect(await again()).toMatchObject({ can_still_enter: 1, refused: [{ name: 'Ana' }] })
  await gym.admin.call('devices.update', { params: { id_device: id }, body: { block: 'group', block_group: 2 } })
  expect(await again()).toMatchObject({ can_still_enter: 0, refused: [], pending: 0 })
  expect(terminal.punch(String(ana.id_zkteco))).toMatchObject({ opened: false, reason: 'group' })
})

test('blocking: still works for a person whose name the terminal cannot display', async () => {
  const { id, sn } = await makeDeviceBeforeCensus(gym)
  await gym.admin.call('devices.update', { params: { id_device: id }, body: { block: 'group', block_group: 2 } })
  const terminal = makeSimulatedTerminal(port, sn, { firmware: { obeys: { groups: [1] }, asciiNames: true } })
  const [jose, ana] = [await makeClient(gym, { name: 'José' }), await makeClient(gym, { name: 'Ana' })]
  const held = ({ id_zkteco }: { id_zkteco: number | null }) => terminal.users.get(String(id_zkteco))
  await waitUntilInSync(terminal)
  expect(held(jose)).toMatchObject({ name: 'Jose', group: 2, verify: 3 })
  expect(held(ana)).toMatchObject({ group: 2, verify: 3 })
  terminal.firmware.methods = [0]
  const change = (name: string) => gym.admin.call('clients.update', { params: { id_client: ana.id }, body: { name } })
  const told = recordCommands(terminal)
  await change('Ana Luisa')
  await waitUntilInSync(terminal)
  expect(held(ana)).toMatchObject({ name: 'Ana Luisa', group: 2, verify: 0 })
  expect(told.map((text) => /Verify=\d/.exec(text)?.[0])).toEqual(['Verify=3', 'Verify=3', 'Verify=0'])
  expect(await readTerminalStatus()).toMatchObject({ pending: 0, refused: [] })
})
