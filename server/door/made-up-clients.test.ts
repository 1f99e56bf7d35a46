// A client's number that the server made up yields to whoever holds it on a terminal; nobody is removed for the sake of a number.
import { describe, expect, test } from 'vitest'
import { gym, port, startDoorApp } from '../testing/door-app.ts'
import { makeClient, makePayment, makeUnreadDevice } from '../testing/factories.ts'
import { commandsOf, exchange, holdings, requestText, settle, terminalAt } from '../testing/terminals.ts'

startDoorApp()

const fingerOf = (pin: string, owner: string) => ({ pin, kind: 'finger' as const, number: 6, owner })
const numberOf = async (id: number) => (await gym.admin.call('clients.read', { params: { id_client: id } })).id_zkteco
const peopleOf = (id_device: number) => gym.admin.call('devices.people', { params: { id_device } })

const dialects = [
  ['attendance', { dialect: 'attendance' as const, needsTemplates: true }],
  ['access', { dialect: 'access' as const }],
] as const

describe.each(dialects)('a terminal of the %s dialect', (_, firmware) => {
  test('generated PINs: yield to users of a terminal that is connected after an import', async () => {
    const clients = [await makeClient(gym, { name: 'Ana Mota' }), await makeClient(gym, { name: 'Luz Gil' })]
    for (const { id } of clients) await makePayment(gym, { id_client: id, start_date: '2026-06-01' })
    const pins = clients.map(({ id_zkteco }) => String(id_zkteco))
    const device = await makeUnreadDevice(gym)
    const terminal = terminalAt(port, device.sn, {
      users: pins.map((pin) => ({ pin, name: `Socio Viejo ${pin}`, verify: 0 })),
      templates: pins.map((pin) => fingerOf(pin, `Socio Viejo ${pin}`)),
      firmware,
    })
    const texts = commandsOf(terminal)
    await settle(terminal)
    expect(texts.filter((text) => text.includes('DELETE'))).toEqual([])
    expect((await peopleOf(device.id)).map(({ pin, kind, leaving }) => [pin, kind, leaving])).toEqual(
      pins.map((pin) => [pin, 'stranger', false]),
    )
    for (const { id, id_zkteco, name } of clients) {
      const now = await numberOf(id)
      expect(now).not.toBe(id_zkteco)
      expect(holdings(terminal, '2026-06-15')[String(now)]).toContain(name)
    }
  })
})

test('generated PINs: one held by another terminal stays until a person decides', {
  tags: ['deep'],
}, async () => {
  const ana = await makeClient(gym, { name: 'Ana Mota' })
  const pin = String(ana.id_zkteco)
  const first = terminalAt(port, (await makeUnreadDevice(gym)).sn)
  await settle(first)
  const device = await makeUnreadDevice(gym)
  const second = terminalAt(port, device.sn, { users: [{ pin, name: 'Otro', verify: 0 }] })
  const texts = commandsOf(second)
  await settle(second)
  expect(texts.filter((text) => text.includes('DELETE') || text.includes('Ana'))).toEqual([])
  expect(await numberOf(ana.id)).toBe(ana.id_zkteco)
  expect(await peopleOf(device.id)).toMatchObject([{ pin, name: 'Otro', leaving: false, number_of: 'Ana Mota' }])
  // The same person under another name.
  const decision = { act: 'link', pin, id_client: ana.id } as const
  await gym.admin.call('devices.decide', { params: { id_device: device.id }, body: decision })
  await settle(second)
  expect(holdings(second)).toEqual({ ...holdings(second), [pin]: '3  Ana Mota' })
  expect(await peopleOf(device.id)).toEqual([])
})

test('a client whom the terminal names alike keeps the made-up number', async () => {
  const luz = await makeClient(gym, { name: 'Luz Peña' })
  const device = await makeUnreadDevice(gym)
  const terminal = terminalAt(port, device.sn, { users: [{ pin: String(luz.id_zkteco), name: 'LUZ PENA', verify: 0 }] })
  await settle(terminal)
  expect(await numberOf(luz.id)).toBe(luz.id_zkteco)
  expect(await peopleOf(device.id)).toEqual([])
})

describe('passes under a made-up number', () => {
  const upload = (sn: string, table: string, text: string) =>
    exchange(port, requestText('POST', `/iclock/cdata?SN=${sn}&table=${table}&Stamp=1`, text))
  const days = ['2026-06-05', '2026-06-08', '2026-06-10', '2026-06-12', '2026-06-15']
  const lines = (pin: string) => days.map((day) => `${pin}\t${day} 07:00:00\t0\t15`).join('\n')
  const user = (pin: string, name: string) =>
    `USER PIN=${pin}\tName=${name}\tPri=0\tPasswd=\tCard=\tGrp=1\tTZ=0000000100000000\tVerify=0\tViceCard=`
  const attended = async (client_id: number) =>
    (await gym.admin.call('attendances.list', { query: { client_id } })).total

  test.each([
    ['after the terminal named somebody else', ['USER', 'ATTLOG']],
    ['before the terminal names somebody else', ['ATTLOG', 'USER']],
    ['of a terminal that names nobody', ['ATTLOG']],
  ])('stay unassigned %s', async (_, order) => {
    const ana = await makeClient(gym, { name: 'Ana Mota' })
    const pin = String(ana.id_zkteco)
    await makePayment(gym, { id_client: ana.id, start_date: '2026-06-01' })
    const { sn } = await makeUnreadDevice(gym)
    for (const table of order)
      await (table === 'USER' ? upload(sn, 'OPERLOG', user(pin, 'Otra Persona')) : upload(sn, 'ATTLOG', lines(pin)))
    expect(await attended(ana.id)).toBe(0)
    const { items } = await gym.admin.call('notifications.list')
    expect(items.filter(({ message }) => message.includes('Ana'))).toEqual([])
  })

  test('are hers once the terminal names her, past included', async () => {
    const ana = await makeClient(gym, { name: 'Ana Mota' })
    const pin = String(ana.id_zkteco)
    const { sn } = await makeUnreadDevice(gym)
    await upload(sn, 'ATTLOG', lines(pin))
    expect(await attended(ana.id)).toBe(0)
    await upload(sn, 'OPERLOG', user(pin, 'ANA MOTA'))
    expect(await attended(ana.id)).toBe(5)
    await upload(sn, 'ATTLOG', `${pin}\t2026-06-15 09:00:00\t0\t15`)
    expect(await attended(ana.id)).toBe(6)
  })

  test('are hers where a person typed the number, past included', async () => {
    const ana = await makeClient(gym, { name: 'Ana Mota', id_zkteco: 4444 })
    const { sn } = await makeUnreadDevice(gym)
    await upload(sn, 'ATTLOG', lines('4444'))
    expect(await attended(ana.id)).toBe(5)
  })

  test('are hers from when the terminal holds her record, and not before', async () => {
    const ana = await makeClient(gym, { name: 'Ana Mota' })
    const pin = String(ana.id_zkteco)
    await makePayment(gym, { id_client: ana.id, start_date: '2026-06-01' })
    const device = await makeUnreadDevice(gym)
    const terminal = terminalAt(port, device.sn)
    await settle(terminal)
    await upload(device.sn, 'ATTLOG', `${pin}\t2026-06-12 07:00:00\t0\t15`)
    expect(await attended(ana.id)).toBe(0)
    await upload(device.sn, 'ATTLOG', `${pin}\t2026-06-15 12:00:10\t0\t15`)
    expect(await attended(ana.id)).toBe(1)
  })
})
