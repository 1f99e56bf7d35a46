// Forged fingers and faces, and concurrent requests: nobody opens as somebody else, and no command repeats for ever.
import type { Client } from '@torniquete/contract/members/clients.ts'
import { makeContent } from '@torniquete/terminal-simulator/templates.ts'
import type { Terminal, TerminalOptions } from '@torniquete/terminal-simulator/terminal.ts'
import { beforeEach, expect, test } from 'vitest'
import { asOwner } from '../testing/digest.ts'
import { app, gym, port, startDoorApp } from '../testing/door-app.ts'
import { makeClient, makePayment } from '../testing/factories.ts'
import { commandsOf, exchange, makeProvenTerminal, makeTerminal, requestText, settle } from '../testing/terminals.ts'

startDoorApp()
beforeEach(() => gym.admin.call('biometrics.configure', { body: { keeps: true } }))

const pinOf = (client: { id_zkteco: number | null }) => String(client.id_zkteco)
const ofClient = ({ id }: { id: number }) => ({ params: { id_client: id } })
const agree = (client: Client, agrees = true) =>
  gym.admin.call('biometrics.agree', { ...ofClient(client), body: { agrees } })
const make = async (name: string, options: Partial<TerminalOptions> = {}) =>
  makeProvenTerminal(gym, port, { name }, options)
const rows = async (text: string) => asOwner(app, async (owner) => (await owner.query(text)).rows)
const keptOf = (client: Client) =>
  rows(`select type, digest from biometrics where gym_id = ${gym.gym.id} and id_client = ${client.id}`)
const newsOf = async () =>
  (await gym.admin.call('notifications.list', { query: { page: 0, size_page: 50 } })).items.map(
    ({ message }) => message,
  )
const enrol = (terminal: Terminal, client: Client, owner: string) =>
  terminal.enrolTemplate({ pin: pinOf(client), kind: 'finger', number: 6, owner })
const ownersAt = (terminal: Terminal, client: Client) =>
  terminal.templates.of(pinOf(client), 'finger').map(({ owner }) => owner)
const uploadFinger = (sn: string, pin: string, owner: string, number = 6) => {
  const content = makeContent(owner)
  const line = `FP PIN=${pin}\tFID=${number}\tSize=${content.length}\tValid=1\tTMP=${content}\n`
  return exchange(port, requestText('POST', `/iclock/cdata?SN=${sn}&table=OPERLOG&Stamp=9999`, line))
}

async function makeMember(name: string): Promise<Client> {
  const client = await makeClient(gym, { name })
  await makePayment(gym, { id_client: client.id, start_date: '2026-06-15' })
  await agree(client)
  return client
}

test('templates: a different finger under a member’s PIN is an alarm and is overwritten', async () => {
  const ana = await makeMember('Ana')
  const { device, terminal: one } = await make('Uno', { faults: { sendsTemplates: true } })
  const { terminal: other } = await make('Dos')
  await settle(one)
  await settle(other)
  enrol(one, ana, 'Ana')
  await settle(one)
  await settle(other)
  const before = await keptOf(ana)
  app.clock.advance(3_600_000)
  enrol(one, ana, 'Luis')
  for (let round = 0; round < 3; round++) for (const each of [one, other]) await settle(each)
  expect(await keptOf(ana)).toEqual(before)
  expect([ownersAt(one, ana), ownersAt(other, ana)]).toEqual([['Ana'], ['Ana']])
  expect((await newsOf())[0]).toBe(
    'Alarma de Uno: tiene otra huella u otro rostro de Ana que los guardados, y recibe los guardados. Para cambiarlos, regístralos desde su ficha.',
  )
  // The desk may.
  await settle(one)
  one.standBefore('Ana, otra vez')
  await gym.admin.call('biometrics.enrol', { ...ofClient(ana), body: { id_device: device.id, kind: 'finger' } })
  for (let round = 0; round < 3; round++) for (const each of [one, other]) await settle(each)
  expect([ownersAt(one, ana), ownersAt(other, ana)]).toEqual([['Ana, otra vez'], ['Ana, otra vez']])
  expect((await newsOf())[0]).toBe('Dueña hizo registrar una huella o un rostro de Ana en Uno.')
})

test('a terminal that was filled without having been read is not asked whose fingers it has', async () => {
  const ana = await makeMember('Ana')
  const { device, terminal } = await makeTerminal(gym, port, {}, {})
  terminal.users.set(pinOf(ana), { ...(terminal.users.get(pinOf(ana)) ?? blank(pinOf(ana))), name: 'Pepe' })
  terminal.templates.add({ pin: pinOf(ana), kind: 'finger', number: 6, owner: 'Pepe' })
  for (let round = 0; round < 3; round++) await settle(terminal)
  await uploadFinger(device.sn, pinOf(ana), 'Pepe')
  expect(await keptOf(ana)).toEqual([])
})
const blank = (pin: string) => ({
  pin,
  name: '',
  pri: 0,
  password: '',
  card: '',
  group: 1,
  timeZones: '',
  verify: 0,
  enabled: true,
  since: '0',
  until: '0',
  expires: 0,
})

test('an enrolment that was asked for ends with the number, the client and the agreement', async () => {
  const ana = await makeMember('Ana')
  const { device, terminal } = await make('Uno')
  await settle(terminal)
  const number = pinOf(ana)
  const ask = () =>
    gym.admin.call('biometrics.enrol', { ...ofClient(ana), body: { id_device: device.id, kind: 'finger' } })
  await ask()
  await gym.admin.call('clients.update', { ...ofClient(ana), body: { id_zkteco: 900 } })
  const berta = await makeClient(gym, { name: 'Berta', id_zkteco: Number(number) })
  terminal.standBefore('Ana')
  const commands = commandsOf(terminal)
  for (let round = 0; round < 3; round++) await settle(terminal)
  expect(ownersAt(terminal, berta)).toEqual([])
  await ask()
  await agree(ana, false)
  for (let round = 0; round < 3; round++) await settle(terminal)
  expect(commands.filter((text) => text.startsWith('ENROLL'))).toEqual([])
  expect(
    (await gym.admin.try('biometrics.enrol', { ...ofClient(ana), body: { id_device: device.id, kind: 'finger' } }))
      .status,
  ).toBe(409)
})

test.each([
  ['the agreement is taken back', (client: Client) => agree(client, false)],
  ['the client is deleted', (client: Client) => gym.admin.call('clients.delete', ofClient(client))],
  ['the gym keeps none any more', () => gym.admin.call('biometrics.configure', { body: { keeps: false } })],
] as const)('uploads while %s leave nothing behind', async (_, end) => {
  const ana = await makeMember('Ana')
  const { device, terminal } = await make('Uno')
  await settle(terminal)
  for (let round = 0; round < 3; round++) {
    await gym.admin.call('biometrics.configure', { body: { keeps: true } })
    if ((await gym.admin.try('biometrics.agree', { ...ofClient(ana), body: { agrees: true } })).status !== 200) break
    await settle(terminal)
    await Promise.all([
      ...[0, 1, 2, 3].map((number) => uploadFinger(device.sn, pinOf(ana), 'Ana', number)),
      end(ana),
      ...[4, 5].map((number) => uploadFinger(device.sn, pinOf(ana), 'Ana', number)),
    ])
    expect(await keptOf(ana)).toEqual([])
  }
})

test('a gym that stops keeping them asks everybody anew when it begins again', async () => {
  const ana = await makeMember('Ana')
  await gym.admin.call('biometrics.configure', { body: { keeps: false } })
  await gym.admin.call('biometrics.configure', { body: { keeps: true } })
  expect(await gym.admin.call('biometrics.read', ofClient(ana))).toMatchObject({ keeps: true, agreed_at: null })
})

test('templates: a withdrawn consent removes the person whatever the terminal reports before', async () => {
  const ana = await makeMember('Ana')
  const { terminal } = await make('Uno')
  await settle(terminal)
  enrol(terminal, ana, 'Ana')
  await settle(terminal)
  await settle(terminal)
  await agree(ana, false)
  expect((await gym.admin.call('biometrics.read', ofClient(ana))).devices).toMatchObject([{ leaving: true }])
  terminal.enrol({ pin: pinOf(ana), card: '99' })
  for (let round = 0; round < 2; round++) await settle(terminal)
  expect(ownersAt(terminal, ana)).toEqual([])
  expect(terminal.users.has(pinOf(ana))).toBe(true)
})

test('a photo leaves a terminal of the access dialect with the person', async () => {
  const ana = await makeMember('Ana')
  const { terminal } = await make('Uno', { firmware: { dialect: 'access' } })
  await settle(terminal)
  await gym.admin.call('biometrics.photo', { ...ofClient(ana), body: { image: '/9j/QW5hO3Bob3Rv' } })
  for (let round = 0; round < 2; round++) await settle(terminal)
  expect(terminal.photos.has(pinOf(ana))).toBe(true)
  await agree(ana, false)
  for (let round = 0; round < 2; round++) await settle(terminal)
  expect(terminal.photos.has(pinOf(ana))).toBe(false)
})

test('a second photo takes the place of what a terminal made of the first', async () => {
  const ana = await makeMember('Ana')
  const { terminal } = await make('Uno')
  await settle(terminal)
  const send = async (image: string) => {
    await gym.admin.call('biometrics.photo', { ...ofClient(ana), body: { image } })
    app.clock.advance(1000)
    for (let round = 0; round < 2; round++) await settle(terminal)
    return terminal.templates.of(pinOf(ana), 'face').map(({ owner }) => owner)
  }
  const first = await send('/9j/QW5hO3Bob3Rv')
  app.clock.advance(60_000)
  expect(await send('/9j/QmVhO3Bob3Rv')).not.toEqual(first)
  // Templates taken at the desk make no notification.
  expect(await newsOf()).toEqual([])
})

test('templates: refused or unanswered ones are not sent for ever', async () => {
  const ana = await makeMember('Ana')
  const { terminal: one } = await make('Uno')
  const { device, terminal: other } = await make('Dos')
  await settle(one)
  await settle(other)
  enrol(one, ana, 'Ana')
  await settle(one)
  await settle(one)
  other.firmware.fingerVersion = 0
  const commands = commandsOf(other)
  for (let round = 0; round < 20; round++) {
    app.clock.advance(121_000)
    await other.step()
  }
  expect(commands.filter((text) => text.startsWith('DATA UPDATE FINGERTMP'))).toHaveLength(1)
  expect(await gym.admin.call('biometrics.device', { params: { id_device: device.id } })).toMatchObject({
    templates: { held: 0, wanted: 1, refused: 1 },
    missing: [{ name: 'Ana', reason: 'El dispositivo no aceptó lo que se guarda' }],
  })
})

test('templates: two terminals that reformat them come to rest, and stored ones stay', async () => {
  const ana = await makeMember('Ana')
  const { terminal: one } = await make('Uno', { faults: { sendsTemplates: true } })
  const others = [
    (await make('Dos', { firmware: { ownBytes: true } })).terminal,
    (await make('Tres', { firmware: { ownBytes: true, dialect: 'access' } })).terminal,
  ]
  for (const each of [one, ...others]) await settle(each)
  enrol(one, ana, 'Ana')
  await settle(one)
  const before = await keptOf(ana)
  const commands = others.map(commandsOf)
  for (let round = 0; round < 12; round++) {
    app.clock.advance(121_000)
    for (const each of [one, ...others]) await each.step()
  }
  for (const texts of commands)
    expect(texts.filter((text) => /^DATA UPDATE (FINGERTMP|templatev10)/.test(text)).length).toBeLessThanOrEqual(3)
  expect(await keptOf(ana)).toEqual(before)
})

test('templates: an undone merge lets neither client open with the other’s finger', async () => {
  const [ana, double] = [await makeMember('Ana'), await makeMember('Ana P.')]
  const { terminal } = await make('Uno')
  const { terminal: other } = await make('Dos')
  const round = async () => {
    for (let time = 0; time < 3; time++) for (const each of [terminal, other]) await settle(each)
  }
  await round()
  enrol(terminal, ana, 'Ana')
  enrol(terminal, double, 'Ana P.')
  await round()
  const params = { id_client: ana.id, id_other: double.id }
  const { digest } = await gym.admin.call('clients.compare', { params })
  app.clock.advance(4_000_000)
  await gym.admin.call('clients.merge', { params, body: { take: ['id_zkteco'], confirm: digest } })
  await round()
  terminal.enrolTemplate({ pin: pinOf(double), kind: 'finger', number: 5, owner: 'Ana P.' })
  app.clock.advance(4_000_000)
  await round()
  // The merge was wrong: two different people.
  const { last } = await gym.admin.call('clients.last-merge', ofClient(ana))
  await gym.admin.call('clients.undo-merge', { params: { id_merge: last?.id ?? 0 } })
  await round()
  for (const each of [terminal, other]) {
    expect(each.users.has(pinOf(ana)) && each.users.has(pinOf(double))).toBe(true)
    expect(ownersAt(each, ana).filter((owner) => owner !== 'Ana')).toEqual([])
    expect(ownersAt(each, double)).toEqual([])
  }
  expect(await gym.admin.call('biometrics.read', ofClient(double))).toMatchObject({ agreed_at: null, kept: [] })
})
