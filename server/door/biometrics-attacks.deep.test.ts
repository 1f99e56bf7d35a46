// Attacks templates with forged fingers, concurrent requests and returning terminals: no one may enter as another
// person, and deleted templates must not return.
import type { Client } from '@torniquete/contract/members/clients.ts'
import { makeTemplateContent } from '@torniquete/terminal-simulator/templates.ts'
import type { Terminal } from '@torniquete/terminal-simulator/terminal.ts'
import { expect, test } from 'vitest'
import {
  accessDialectOptions,
  enrolClient,
  giveConsent,
  listKeptTemplates,
  makeClientParams,
  makeConsentingClient,
  makeNamedTerminal,
  punchWithTemplate,
  queryRows,
  startBiometricsApp,
  syncTerminals,
  templateSendingOptions,
} from '../testing/biometrics-app.ts'
import { app, gym, listNotificationMessages, port, uploadLines } from '../testing/door-app.ts'
import { makeClient, makeDeviceBeforeCensus } from '../testing/factories.ts'
import {
  acceptOrigin,
  makeHostNameTerminal,
  recordCommands,
  toPin,
  waitUntilInSync,
} from '../testing/simulated-terminals.ts'

startBiometricsApp()

const readKept = (client: Client) =>
  queryRows(`select type, digest from biometrics where gym_id = ${gym.gym.id} and id_client = ${client.id}`)
const ownersAt = (terminal: Terminal, client: Client) =>
  terminal.templates.of(toPin(client), 'finger').map(({ owner }) => owner)
const uploadFinger = (sn: string, pin: string, owner: string, number = 6) => {
  const content = makeTemplateContent(owner)
  return uploadLines(sn, 'OPERLOG', `FP PIN=${pin}\tFID=${number}\tSize=${content.length}\tValid=1\tTMP=${content}\n`)
}

test('templates: a finger forged under a member’s PIN raises an alarm and is overwritten', async () => {
  const ana = await makeConsentingClient('Ana')
  const { device, terminal: one } = await makeHostNameTerminal(gym, port, { name: 'Uno' }, templateSendingOptions)
  const other = await makeNamedTerminal('Dos')
  await syncTerminals(1, one, other)
  enrolClient(one, ana, 'Ana')
  await syncTerminals(1, one, other)
  const before = await readKept(ana)
  app.clock.advance(3_600_000)
  enrolClient(one, ana, 'Luis')
  await syncTerminals(3, one, other)
  expect(await readKept(ana)).toEqual(before)
  expect([ownersAt(one, ana), ownersAt(other, ana)]).toEqual([['Ana'], ['Ana']])
  expect((await listNotificationMessages())[0]).toBe(
    'Alarma de Uno: tiene otra huella u otro rostro de Ana que los guardados, y recibe los guardados. Para cambiarlos, regístralos desde su ficha.',
  )
  // An enrolment ordered at the front desk is allowed.
  await waitUntilInSync(one)
  one.standBefore('Ana, otra vez')
  await gym.admin.call('biometrics.enrol', { ...makeClientParams(ana), body: { id_device: device.id, kind: 'finger' } })
  await syncTerminals(3, one, other)
  expect([ownersAt(one, ana), ownersAt(other, ana)]).toEqual([['Ana, otra vez'], ['Ana, otra vez']])
  expect((await listNotificationMessages())[0]).toBe('Dueña hizo registrar una huella o un rostro de Ana en Uno.')
})

test('ordered enrolment: cancelled when the client’s PIN changes or consent is withdrawn', async () => {
  const ana = await makeConsentingClient('Ana')
  const { device, terminal } = await makeHostNameTerminal(gym, port, { name: 'Uno' })
  await waitUntilInSync(terminal)
  const number = toPin(ana)
  const ask = () =>
    gym.admin.try('biometrics.enrol', { ...makeClientParams(ana), body: { id_device: device.id, kind: 'finger' } })
  await ask()
  await gym.admin.call('clients.update', { ...makeClientParams(ana), body: { id_zkteco: 900 } })
  const berta = await makeClient(gym, { name: 'Berta', id_zkteco: Number(number) })
  terminal.standBefore('Ana')
  const commands = recordCommands(terminal)
  await syncTerminals(3, terminal)
  expect(ownersAt(terminal, berta)).toEqual([])
  await ask()
  await giveConsent(ana, false)
  await syncTerminals(3, terminal)
  expect(commands.filter((text) => text.startsWith('ENROLL'))).toEqual([])
  expect((await ask()).status).toBe(409)
})

test.each([
  ['consent is withdrawn', (client: Client) => giveConsent(client, false)],
  ['the client is deleted', (client: Client) => gym.admin.call('clients.delete', makeClientParams(client))],
  ['the gym disables storage', () => gym.admin.call('biometrics.configure', { body: { keeps: false } })],
] as const)('templates uploaded while %s: none stays stored', async (_, end) => {
  const ana = await makeConsentingClient('Ana')
  const { device, terminal } = await makeHostNameTerminal(gym, port, { name: 'Uno' })
  await waitUntilInSync(terminal)
  for (let round = 0; round < 3; round++) {
    await gym.admin.call('biometrics.configure', { body: { keeps: true } })
    if ((await gym.admin.try('biometrics.agree', { ...makeClientParams(ana), body: { agrees: true } })).status !== 200)
      break
    await waitUntilInSync(terminal)
    await Promise.all([
      ...[0, 1, 2, 3].map((number) => uploadFinger(device.sn, toPin(ana), 'Ana', number)),
      end(ana),
      ...[4, 5].map((number) => uploadFinger(device.sn, toPin(ana), 'Ana', number)),
    ])
    expect(await readKept(ana)).toEqual([])
  }
})

test('biometric consent: must be given again after the gym stopped and resumed storing templates', async () => {
  const ana = await makeConsentingClient('Ana')
  await gym.admin.call('biometrics.configure', { body: { keeps: false } })
  await gym.admin.call('biometrics.configure', { body: { keeps: true } })
  expect(await gym.admin.call('biometrics.read', makeClientParams(ana))).toMatchObject({ keeps: true, agreed_at: null })
})

test('access dialect: withdrawing consent deletes the photo from the terminal', async () => {
  const ana = await makeConsentingClient('Ana')
  const terminal = await makeNamedTerminal('Uno', accessDialectOptions)
  await waitUntilInSync(terminal)
  await gym.admin.call('biometrics.photo', { ...makeClientParams(ana), body: { image: '/9j/QW5hO3Bob3Rv' } })
  await syncTerminals(2, terminal)
  expect(terminal.photos.has(toPin(ana))).toBe(true)
  await giveConsent(ana, false)
  await syncTerminals(2, terminal)
  expect(terminal.photos.has(toPin(ana))).toBe(false)
})

test('templates: a template that the terminal refuses is sent only once', async () => {
  const ana = await makeConsentingClient('Ana')
  const one = await makeNamedTerminal('Uno')
  const { device, terminal: other } = await makeHostNameTerminal(gym, port, { name: 'Dos' })
  await syncTerminals(1, one, other)
  enrolClient(one, ana, 'Ana')
  await syncTerminals(2, one)
  other.firmware.fingerVersion = 0
  const commands = recordCommands(other)
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

test('templates: after a merge is undone, neither client enters with the other client’s finger', async () => {
  const [ana, double] = [await makeConsentingClient('Ana'), await makeConsentingClient('Ana P.')]
  const terminal = await makeNamedTerminal('Uno')
  const other = await makeNamedTerminal('Dos')
  const round = () => syncTerminals(3, terminal, other)
  await round()
  enrolClient(terminal, ana, 'Ana')
  enrolClient(terminal, double, 'Ana P.')
  await round()
  const params = { id_client: ana.id, id_other: double.id }
  const { digest } = await gym.admin.call('clients.compare', { params })
  app.clock.advance(4_000_000)
  await gym.admin.call('clients.merge', { params, body: { take: ['id_zkteco'], confirm: digest } })
  await round()
  terminal.enrolTemplate({ pin: toPin(double), kind: 'finger', number: 5, owner: 'Ana P.' })
  app.clock.advance(4_000_000)
  await round()
  // The merge is undone, since the records belong to two different people.
  const { last } = await gym.admin.call('clients.last-merge', makeClientParams(ana))
  await gym.admin.call('clients.undo-merge', { params: { id_merge: last?.id ?? 0 } })
  await round()
  for (const each of [terminal, other]) {
    expect(each.users.has(toPin(ana)) && each.users.has(toPin(double))).toBe(true)
    expect(ownersAt(each, ana).filter((owner) => owner !== 'Ana')).toEqual([])
    expect(ownersAt(each, double)).toEqual([])
  }
  expect(await gym.admin.call('biometrics.read', makeClientParams(double))).toMatchObject({ agreed_at: null, kept: [] })
})

test.each([
  ['attendance', 'a finger', {}],
  ['access', 'a finger', accessDialectOptions],
  ['attendance', 'the consent', {}],
] as const)(
  'terminal (%s) re-registered after %s was deleted: does not return the deleted templates',
  async (_, what, dialect) => {
    const [ana, luis] = [await makeConsentingClient('Ana'), await makeConsentingClient('Luis')]
    const { device, terminal: away } = await makeHostNameTerminal(
      gym,
      port,
      { name: 'Dos' },
      { ...templateSendingOptions, ...dialect },
    )
    const there = await makeNamedTerminal('Uno', templateSendingOptions)
    await waitUntilInSync(away)
    enrolClient(away, ana, 'índice')
    enrolClient(away, ana, 'anular', 'finger', 1)
    enrolClient(away, luis, 'Luis')
    await syncTerminals(1, away, there)
    expect(await listKeptTemplates(ana)).toEqual(['finger 1', 'finger 6'])
    await gym.admin.call('devices.delete', { params: { id_device: device.id } })
    if (what === 'a finger')
      await gym.admin.call('biometrics.drop', { ...makeClientParams(ana), query: { kind: 'finger', finger: 1 } })
    else {
      await giveConsent(ana, false)
      app.clock.advance(60_000)
      await giveConsent(ana)
    }
    app.clock.advance(3_600_000)
    const again = await makeDeviceBeforeCensus(gym, { name: 'Dos otra vez', sn: device.sn })
    await waitUntilInSync(away)
    await acceptOrigin(gym, again)
    await syncTerminals(3, away, there)
    const stays = what === 'a finger'
    expect(await listKeptTemplates(ana)).toEqual(stays ? ['finger 6'] : [])
    for (const terminal of [away, there])
      expect([
        punchWithTemplate(terminal, ana, 'anular'),
        punchWithTemplate(terminal, ana, 'índice'),
        punchWithTemplate(terminal, luis, 'Luis'),
      ]).toEqual([false, stays, true])
  },
)
