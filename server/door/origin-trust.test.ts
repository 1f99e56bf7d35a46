// Tests that names, cards, fingers and faces are sent only to an origin that is proven or was accepted by an admin.
import type { Device } from '@torniquete/contract/door/devices.ts'
import { makeTemplateContent } from '@torniquete/terminal-simulator/templates.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  app,
  gym,
  listNotificationMessages,
  makeMember,
  port,
  readTerminalStatus,
  startDoorApp,
} from '../testing/door-app.ts'
import { makeClient, makeDeviceBeforeCensus } from '../testing/factories.ts'
import {
  acceptOrigin,
  exchangeBytes,
  makeRequestBytes,
  makeSimulatedTerminal,
  waitUntilInSync,
} from '../testing/simulated-terminals.ts'

startDoorApp()

let sn: string
let device: Device
const own = '127.0.0.1'
const theirs = '127.0.0.77'
const mac = (last: string) => [`MAC: 00:17:61:10:79:${last}`]

const call = (method: string, target: string, address: string, body = '', headers: string[] = []) =>
  exchangeBytes(port, makeRequestBytes(method, `/iclock/${target}`, body, headers), address)
/** Polls and acknowledges until no command is left; returns the texts of all commands. */
async function commands(address: string, headers: string[] = []): Promise<string> {
  let all = ''
  for (let round = 0; round < 12; round++) {
    const { text } = await call('GET', `getrequest?SN=${sn}`, address, '', headers)
    const ids = [...text.matchAll(/^C:(\w+):(.*)$/gm)]
    if (ids.length === 0) break
    all += text
    const results = ids.map(
      ([, id, command = '']) => `ID=${id}&Return=0&CMD=${command.startsWith('INFO') ? 'INFO\nUserCount=0' : 'DATA'}`,
    )
    await call('POST', `devicecmd?SN=${sn}`, address, results.join('\n'), headers)
  }
  return all
}
const alarm = async () => (await gym.admin.call('devices.list'))[0]?.alarm
const keep = () => gym.admin.try('biometrics.configure', { body: { keeps: true } })
const template = (pin: string, finger: number) => {
  const content = makeTemplateContent(`finger ${finger} of ${pin}`)
  return `FP PIN=${pin}\tFID=${finger}\tSize=${content.length}\tValid=1\tTMP=${content}\n`
}
const block = (body: { current?: true } = {}) =>
  gym.admin.call('devices.origin', {
    params: { id_device: device.id },
    body: { act: 'block', address: theirs, ...body },
  })

beforeEach(async () => {
  device = await makeDeviceBeforeCensus(gym)
  sn = device.sn
})

describe('unproven terminal that took over after a silence', () => {
  beforeEach(async () => {
    await commands(own)
    app.clock.advance(140_000)
  })

  test('unproven terminal: gets no names or cards until an admin accepts it', async () => {
    const ana = await makeMember({ name: 'Ana Secreta', card_number: '5550077' })
    expect(await commands(theirs)).not.toMatch(/Ana|5550077|USERINFO PIN/)
    expect(await readTerminalStatus()).toMatchObject({ origin_unproven: { address: theirs, mac: null } })
    app.clock.advance(6000)
    expect(await alarm()).toBe(true)
    expect(await listNotificationMessages()).toEqual([expect.stringContaining(`ahora llama desde ${theirs}`)])
    await makeClient(gym, { name: 'Eva', id_zkteco: 4444 })
    await call('POST', `cdata?SN=${sn}&table=ATTLOG&Stamp=1`, theirs, '4444\t2026-06-15 12:03:00\t0\t15\n')
    expect((await gym.admin.call('attendances.list')).total).toBe(1)
    const body = { act: 'accept', address: theirs } as const
    expect((await gym.admin.try('devices.origin', { params: { id_device: device.id }, body })).status).toBe(204)
    app.clock.advance(11_000)
    expect(await commands(theirs)).toMatch(`PIN=${ana.id_zkteco}\tName=Ana Secreta`)
    expect(await readTerminalStatus()).toMatchObject({ origin_unproven: null })
  })

  test('unproven terminal: gets commands to block inactive members, which contain only the PIN', async () => {
    app.clock.advance(-140_000)
    const ana = await makeMember({ name: 'Ana Secreta', card_number: '5550077' })
    expect(await commands(own)).toContain('Ana Secreta')
    app.clock.advance(140_000)
    await call('GET', `getrequest?SN=${sn}`, theirs)
    await gym.admin.call('clients.update', { params: { id_client: ana.id }, body: { is_active: false } })
    const told = await commands(theirs)
    expect(told).toContain(`PIN=${ana.id_zkteco}\t`)
    expect(told).not.toMatch(/Ana|5550077/)
  })

  test('unproven terminal: after its rejection, the next caller gets no names either', async () => {
    await call('GET', `getrequest?SN=${sn}`, theirs)
    await makeMember({ name: 'Ana Secreta', card_number: '5550077' })
    await block()
    expect(await commands(theirs)).toBe('')
    expect(await commands(own)).not.toContain('Ana')
    expect(await readTerminalStatus()).toMatchObject({ origin_unproven: { address: own } })
  })
})

test('unproven terminal: its uploaded fingers are not stored', async () => {
  await keep()
  const ana = await makeMember({ name: 'Ana Mota', card_number: '5550077' })
  const ofAna = { params: { id_client: ana.id } }
  await gym.admin.call('biometrics.agree', { ...ofAna, body: { agrees: true } })
  for (let round = 0; round < 3; round++) await commands(own)
  const upload = (address: string, finger: number) =>
    call('POST', `cdata?SN=${sn}&table=OPERLOG&Stamp=9999`, address, template(String(ana.id_zkteco), finger))
  const kept = async () => (await gym.admin.call('biometrics.read', ofAna)).kept.map(({ finger }) => finger)
  await upload(own, 5)
  expect(await kept()).toEqual([5])
  app.clock.advance(140_000)
  await call('GET', `getrequest?SN=${sn}`, theirs)
  await upload(theirs, 3)
  expect(await kept()).toEqual([5])
})

test('known MAC address: the terminal stays trusted at another address', async () => {
  await commands(own, mac('9f'))
  app.clock.advance(140_000)
  await makeMember({ name: 'Ana Mota', card_number: '5550077' })
  expect(await commands(theirs, mac('9f'))).toContain('Ana Mota')
  expect(await readTerminalStatus()).toMatchObject({ origin_unproven: null })
  expect(await listNotificationMessages()).toEqual([
    `Aviso de ${device.name}: ahora llama desde ${theirs}, con la misma tarjeta de red.`,
  ])
  expect(await alarm()).toBe(false)
})

describe('first caller after a registration', () => {
  test('first caller: gets names and cards, but photos of faces only once an admin accepts it', async () => {
    await keep()
    const ana = await makeMember({ name: 'Ana Mota', card_number: '5550077' })
    const ofAna = { params: { id_client: ana.id } }
    await gym.admin.call('biometrics.agree', { ...ofAna, body: { agrees: true } })
    const image = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]).toString('base64')
    await gym.admin.call('biometrics.photo', { ...ofAna, body: { image } })
    const terminal = makeSimulatedTerminal(port, sn, { firmware: { dialect: 'access' } })
    await waitUntilInSync(terminal)
    await waitUntilInSync(terminal)
    expect([...terminal.users.values()].map(({ name }) => name)).toContain('Ana Mota')
    expect(terminal.templates.size).toBe(0)
    expect(await readTerminalStatus()).toMatchObject({ origin_unproven: null, origin_first: { address: own } })
    expect([await alarm(), await listNotificationMessages()]).toEqual([false, []])
    await acceptOrigin(gym, device)
    await waitUntilInSync(terminal)
    expect(terminal.templates.size).toBe(1)
    expect(await readTerminalStatus()).toMatchObject({ origin_first: null })
  })

  test('biometrics.configure: is refused with the names of first callers that no admin accepted', async () => {
    expect((await keep()).status).toBe(200)
    await gym.admin.call('biometrics.configure', { body: { keeps: false } })
    await commands(own)
    const refused = await keep()
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining(device.name)])
    const body = { keeps: true, unproven_devices: true }
    expect((await gym.admin.try('biometrics.configure', { body })).status).toBe(200)
    await acceptOrigin(gym, device)
    expect((await keep()).status).toBe(200)
  })

  test('first caller: after its rejection, the next caller gets no names', async () => {
    await commands(theirs)
    await makeMember({ name: 'Ana Mota', card_number: '5550077' })
    await block({ current: true })
    expect(await commands(theirs)).toBe('')
    expect(await commands(own)).not.toContain('Ana')
  })
})
