// Tests that a generated PIN is given up to a user who has it on a terminal, and that no user is removed for a PIN.
import { describe, expect, test } from 'vitest'
import { gym, makeMember, port, startDoorApp, uploadLines } from '../testing/door-app.ts'
import { makeClient, makeDeviceBeforeCensus, makeUser } from '../testing/factories.ts'
import {
  formatTerminalUsersByPin,
  makeSimulatedTerminal,
  recordCommands,
  waitUntilInSync,
} from '../testing/simulated-terminals.ts'

startDoorApp()

const fingerOf = (pin: string, owner: string) => ({ pin, kind: 'finger' as const, number: 6, owner })
const numberOf = async (id: number) => (await gym.admin.call('clients.read', { params: { id_client: id } })).id_zkteco
const peopleOf = (id_device: number) => gym.admin.call('devices.people', { params: { id_device } })

const dialects = [
  ['attendance', { dialect: 'attendance' as const, needsTemplates: true }],
  ['access', { dialect: 'access' as const }],
] as const

describe.each(dialects)('generated PINs, terminal of the %s dialect', (_, firmware) => {
  test('generated PINs: change when a terminal connected after an import has users with them', async () => {
    const clients = [await makeMember({ name: 'Ana Mota' }), await makeMember({ name: 'Luz Gil' })]
    const pins = clients.map(({ id_zkteco }) => String(id_zkteco))
    const device = await makeDeviceBeforeCensus(gym)
    const terminal = makeSimulatedTerminal(port, device.sn, {
      users: pins.map((pin) => ({ pin, name: `Socio Viejo ${pin}`, verify: 0 })),
      templates: pins.map((pin) => fingerOf(pin, `Socio Viejo ${pin}`)),
      firmware,
    })
    const texts = recordCommands(terminal)
    await waitUntilInSync(terminal)
    expect(texts.filter((text) => text.includes('DELETE'))).toEqual([])
    expect((await peopleOf(device.id)).map(({ pin, kind, leaving }) => [pin, kind, leaving])).toEqual(
      pins.map((pin) => [pin, 'stranger', false]),
    )
    for (const { id, id_zkteco, name } of clients) {
      const now = await numberOf(id)
      expect(now).not.toBe(id_zkteco)
      expect(formatTerminalUsersByPin(terminal, '2026-06-15')[String(now)]).toContain(name)
    }
  })
})

test('generated PINs: stay when a new terminal stores another person with one, until staff decide', {
  tags: ['deep'],
}, async () => {
  const ana = await makeClient(gym, { name: 'Ana Mota' })
  const pin = String(ana.id_zkteco)
  const first = makeSimulatedTerminal(port, (await makeDeviceBeforeCensus(gym)).sn)
  await waitUntilInSync(first)
  const device = await makeDeviceBeforeCensus(gym)
  const second = makeSimulatedTerminal(port, device.sn, { users: [{ pin, name: 'Otro', verify: 0 }] })
  const texts = recordCommands(second)
  await waitUntilInSync(second)
  expect(texts.filter((text) => text.includes('DELETE') || text.includes('Ana'))).toEqual([])
  expect(await numberOf(ana.id)).toBe(ana.id_zkteco)
  expect(await peopleOf(device.id)).toMatchObject([{ pin, name: 'Otro', leaving: false, number_of: 'Ana Mota' }])
  // Staff decide that the unknown user is the client, under another name.
  const decision = { act: 'link', pin, id_client: ana.id } as const
  await gym.admin.call('devices.decide', { params: { id_device: device.id }, body: decision })
  await waitUntilInSync(second)
  expect(formatTerminalUsersByPin(second)).toEqual({ ...formatTerminalUsersByPin(second), [pin]: '3  Ana Mota' })
  expect(await peopleOf(device.id)).toEqual([])
})

describe('passes with a generated PIN', () => {
  const days = ['2026-06-05', '2026-06-08', '2026-06-10', '2026-06-12', '2026-06-15']
  const lines = (pin: string) => days.map((day) => `${pin}\t${day} 07:00:00\t0\t15`).join('\n')
  const user = (pin: string, name: string) =>
    `USER PIN=${pin}\tName=${name}\tPri=0\tPasswd=\tCard=\tGrp=1\tTZ=0000000100000000\tVerify=0\tViceCard=`
  const attended = async (client_id: number) =>
    (await gym.admin.call('attendances.list', { query: { client_id } })).total

  test.each([
    ['after the terminal reported another name', ['USER', 'ATTLOG']],
    ['before the terminal reports another name', ['ATTLOG', 'USER']],
    ['if the terminal reports no name', ['ATTLOG']],
  ])('passes with a generated PIN: stay unassigned %s', async (_, order) => {
    const ana = await makeMember({ name: 'Ana Mota' }, '2026-06-01')
    const pin = String(ana.id_zkteco)
    const { sn } = await makeDeviceBeforeCensus(gym)
    for (const table of order)
      await (table === 'USER'
        ? uploadLines(sn, 'OPERLOG', user(pin, 'Otra Persona'))
        : uploadLines(sn, 'ATTLOG', lines(pin)))
    expect(await attended(ana.id)).toBe(0)
    const { items } = await gym.admin.call('notifications.list')
    expect(items.filter(({ message }) => message.includes('Ana'))).toEqual([])
  })

  test('passes with a generated PIN: assigned once the terminal reports the client’s name', async () => {
    const ana = await makeClient(gym, { name: 'Ana Mota' })
    const pin = String(ana.id_zkteco)
    const { sn } = await makeDeviceBeforeCensus(gym)
    await uploadLines(sn, 'ATTLOG', lines(pin))
    expect(await attended(ana.id)).toBe(0)
    await uploadLines(sn, 'OPERLOG', user(pin, 'ANA MOTA'))
    expect(await attended(ana.id)).toBe(5)
    await uploadLines(sn, 'ATTLOG', `${pin}\t2026-06-15 09:00:00\t0\t15`)
    expect(await attended(ana.id)).toBe(6)
  })

  test('passes with a PIN that staff typed: assigned, even those from before the client existed', async () => {
    const ana = await makeClient(gym, { name: 'Ana Mota', id_zkteco: 4444 })
    const { sn } = await makeDeviceBeforeCensus(gym)
    await uploadLines(sn, 'ATTLOG', lines('4444'))
    expect(await attended(ana.id)).toBe(5)
  })

  test('passes with a generated PIN: assigned once the terminal stores the client’s record', async () => {
    const ana = await makeMember({ name: 'Ana Mota' }, '2026-06-01')
    const pin = String(ana.id_zkteco)
    const device = await makeDeviceBeforeCensus(gym)
    const terminal = makeSimulatedTerminal(port, device.sn)
    await waitUntilInSync(terminal)
    await uploadLines(device.sn, 'ATTLOG', `${pin}\t2026-06-12 07:00:00\t0\t15`)
    expect(await attended(ana.id)).toBe(0)
    await uploadLines(device.sn, 'ATTLOG', `${pin}\t2026-06-15 12:00:10\t0\t15`)
    expect(await attended(ana.id)).toBe(1)
  })
})

const owner = async () =>
  (await gym.admin.call('users.list')).find(({ role }) => role.name === 'gym_super_admin')?.id_zkteco
/** Registers a terminal that has not called yet. */
const hang = async (options: Parameters<typeof makeSimulatedTerminal>[2]) =>
  makeSimulatedTerminal(port, (await makeDeviceBeforeCensus(gym)).sn, options)

test('generated PINs: a staff member’s PIN changes if a user of a terminal has it', async () => {
  const first = (await owner()) ?? 0
  await makeUser(gym, 'gym_worker', { id_zkteco: first + 1 })
  const terminal = await hang({
    users: [
      { pin: String(first), name: 'Juan', verify: 0 },
      { pin: String(first + 2), name: 'Luz', verify: 0 },
    ],
    templates: [fingerOf(String(first), 'Juan')],
    firmware: { needsTemplates: true },
  })
  const texts = recordCommands(terminal)
  await waitUntilInSync(terminal)
  expect(texts.filter((text) => text.startsWith('DATA DELETE'))).toEqual([])
  expect(terminal.punch(String(first), { method: 'finger' })).toMatchObject({ opened: true, owner: 'Juan' })
  expect(await owner()).toBe(first + 3)
  expect(formatTerminalUsersByPin(terminal)[String(first + 3)]).toBeDefined()
  expect(formatTerminalUsersByPin(terminal)[String(first + 1)]).toBeDefined()
  // The owner and staff are already stored on the first terminal, so their PINs stay.
  const second = await hang({ users: [{ pin: String(first + 3), name: 'Otro', verify: 0 }] })
  await waitUntilInSync(second)
  expect(await owner()).toBe(first + 3)
})
