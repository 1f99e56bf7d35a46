// Tests that fingers and faces of clients with consent are stored, sent to every terminal with the same algorithm, and
// deleted when consent is withdrawn.
import type { Client } from '@torniquete/contract/members/clients.ts'
import { makeTemplateContent } from '@torniquete/terminal-simulator/templates.ts'
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
import { app, gym, makeMember, port } from '../testing/door-app.ts'
import { makeClient, makeUniqueText } from '../testing/factories.ts'
import {
  acceptOrigin,
  makeHostNameTerminal,
  makeSimulatedTerminal,
  recordCommands,
  toPin,
  waitUntilInSync,
} from '../testing/simulated-terminals.ts'

startBiometricsApp()

const read = (client: Client) => gym.admin.call('biometrics.read', makeClientParams(client))
/** Returns actions and users of the client's history. */
const told = async ({ id }: Client) =>
  (await gym.admin.call('history.list', { query: { entity: 'clients', id } })).items.flatMap(({ changes, user }) =>
    changes.map(({ field, after }) => `${field}: ${after}, by ${user?.name}`),
  )
const refused = async (...[name, input, status]: [...Parameters<typeof gym.admin.try>, number]) =>
  expect((await gym.admin.try(name, input)).status).toBe(status)
test.each([
  ['attendance to access', {}, accessDialectOptions],
  ['access to attendance', accessDialectOptions, {}],
] as const)('templates: an enrolment opens another terminal until consent is withdrawn (%s)', async (_, from, to) => {
  const ana = await makeConsentingClient('Ana')
  const [one, other] = [await makeNamedTerminal('Uno', from), await makeNamedTerminal('Dos', to)]
  await syncTerminals(1, one, other)
  enrolClient(one, ana, 'Ana')
  enrolClient(one, ana, 'Ana', 'face')
  // In the first round the enrolments are reported; in the second one the server queries the templates.
  await syncTerminals(2, one)
  expect(await listKeptTemplates(ana)).toEqual(['finger 6', 'face'])
  await waitUntilInSync(other)
  expect([punchWithTemplate(other, ana, 'Ana'), punchWithTemplate(other, ana, 'Ana', 'face')]).toEqual([true, true])
  expect(punchWithTemplate(other, ana, 'Luis')).toBe(false)
  expect((await read(ana)).devices).toMatchObject([
    { name: 'Dos', knows: true, held: 2, waiting: 0 },
    { name: 'Uno', knows: true, held: 2, waiting: 0 },
  ])
  // Templates that the terminal already has are not sent again.
  const commands = recordCommands(other)
  await waitUntilInSync(other)
  expect(commands.filter((text) => text.includes('UPDATE'))).toEqual([])

  await giveConsent(ana, false)
  expect(await listKeptTemplates(ana)).toEqual([])
  await syncTerminals(2, one, other)
  for (const terminal of [one, other]) {
    expect(terminal.templates.of(toPin(ana), 'finger')).toEqual([])
    // The user is on the terminal without templates, and may still enter by card.
    expect(terminal.users.has(toPin(ana))).toBe(true)
  }
  expect(await queryRows(`select type from biometrics where gym_id = ${gym.gym.id}`)).toEqual([])
})

test('templates: nothing is stored without consent, or with storage disabled', async () => {
  const ana = await makeConsentingClient('Ana')
  const luis = await makeClient(gym, { name: 'Luis' })
  const one = await makeNamedTerminal('Uno', templateSendingOptions)
  await waitUntilInSync(one)
  enrolClient(one, luis, 'Luis')
  await waitUntilInSync(one)
  expect(await listKeptTemplates(luis)).toEqual([])
  await gym.admin.call('biometrics.configure', { body: { keeps: false } })
  enrolClient(one, ana, 'Ana')
  await waitUntilInSync(one)
  expect(await listKeptTemplates(ana)).toEqual([])
  await refused('biometrics.agree', { ...makeClientParams(luis), body: { agrees: true } }, 409)
})

test('templates: encrypted in the database, and unreadable with another key', async () => {
  const ana = await makeConsentingClient('Ana')
  const one = await makeNamedTerminal('Uno', templateSendingOptions)
  await waitUntilInSync(one)
  enrolClient(one, ana, 'Ana')
  await waitUntilInSync(one)
  const [row] = await queryRows(`select data from biometrics where gym_id = ${gym.gym.id}`)
  const plain = Buffer.from(makeTemplateContent('Ana'), 'base64')
  expect(row.data.includes(plain.subarray(0, 24))).toBe(false)
  await queryRows(`update biometrics set key_name = 'another' where gym_id = ${gym.gym.id}`)
  const other = await makeNamedTerminal('Dos')
  await syncTerminals(2, other)
  expect(other.templates.size).toBe(0)
  expect(await gym.admin.call('biometrics.settings')).toMatchObject({ keeps: true, agreed: 1, kept: 1, unreadable: 1 })
})

test('templates: a replacement terminal gets all templates, those of members with a right first', async () => {
  const { device, terminal: former } = await makeHostNameTerminal(gym, port, { name: 'Uno' }, templateSendingOptions)
  const members = [
    await makeConsentingClient('Ana'),
    await makeConsentingClient('Berta'),
    await makeConsentingClient('Carla'),
  ]
  const gone = await makeClient(gym, { name: 'Dora' })
  await giveConsent(gone)
  await waitUntilInSync(former)
  for (const client of [gone, ...members]) enrolClient(former, client, client.name)
  await waitUntilInSync(former)

  const sn = makeUniqueText('N')
  await gym.admin.call('devices.update', { params: { id_device: device.id }, body: { sn } })
  const next = makeSimulatedTerminal(port, sn)
  const commands = recordCommands(next)
  await waitUntilInSync(next)
  await acceptOrigin(gym, device)
  await syncTerminals(2, next)
  for (const client of members) expect(punchWithTemplate(next, client, client.name)).toBe(true)
  expect(next.templates.size).toBe(4)
  const order = commands.flatMap((text) => /^DATA UPDATE FINGERTMP PIN=(\d+)/.exec(text)?.[1] ?? [])
  expect(order.at(-1)).toBe(toPin(gone))
  expect(await gym.admin.call('biometrics.device', { params: { id_device: device.id } })).toMatchObject({
    known: true,
    people: { held: 4 + 1, wanted: 4 + 1 },
    templates: { held: 4, wanted: 4, refused: 0 },
    missing_count: 0,
  })
})

test('templates: a terminal with another algorithm gets none and lists people to enrol again', async () => {
  const { device, terminal: former } = await makeHostNameTerminal(gym, port, {}, templateSendingOptions)
  const [ana, berta] = [await makeConsentingClient('Ana'), await makeConsentingClient('Berta')]
  for (const fields of [{ name: 'Carla' }, { name: 'Dora', card_number: '77' }]) await makeMember(fields)
  // Eva has a card too, but usually enters by finger.
  const eva = await makeMember({ name: 'Eva', card_number: '78' })
  await giveConsent(eva)
  await waitUntilInSync(former)
  enrolClient(former, ana, 'Ana')
  enrolClient(former, eva, 'Eva')
  await waitUntilInSync(former)
  expect(await listKeptTemplates(berta)).toEqual([])

  const sn = makeUniqueText('N')
  await gym.admin.call('devices.update', { params: { id_device: device.id }, body: { sn } })
  const next = makeSimulatedTerminal(port, sn, { firmware: { fingerVersion: 12 } })
  await syncTerminals(2, next)
  expect(next.templates.size).toBe(0)
  const state = await gym.admin.call('biometrics.device', { params: { id_device: device.id } })
  expect(state).toMatchObject({ templates: { held: 0, wanted: 0 }, missing_count: 4 })
  expect(state.missing.map(({ name, reason }) => [name, reason])).toEqual([
    ['Ana', 'Lo que se guarda no sirve en este dispositivo'],
    ['Berta', 'No se guarda ninguna huella ni rostro'],
    ['Carla', 'No ha dado su consentimiento'],
    ['Eva', 'Lo que se guarda no sirve en este dispositivo'],
  ])
})

test('templates: deleting one finger deletes it everywhere and keeps the other fingers', async () => {
  const ana = await makeConsentingClient('Ana')
  const [one, other] = [
    await makeNamedTerminal('Uno', templateSendingOptions),
    await makeNamedTerminal('Dos', accessDialectOptions),
  ]
  await syncTerminals(1, one, other)
  enrolClient(one, ana, 'índice')
  enrolClient(one, ana, 'anular', 'finger', 1)
  await syncTerminals(1, one, other)
  expect([punchWithTemplate(one, ana, 'anular'), punchWithTemplate(other, ana, 'anular')]).toEqual([true, true])
  await gym.admin.call('biometrics.drop', { ...makeClientParams(ana), query: { kind: 'finger', finger: 1 } })
  expect(await listKeptTemplates(ana)).toEqual(['finger 6'])
  expect(await told(ana)).toContain('dropped_biometrics: Huella · anular izquierdo, by Dueña')
  await syncTerminals(2, one, other)
  for (const terminal of [one, other])
    expect([punchWithTemplate(terminal, ana, 'anular'), punchWithTemplate(terminal, ana, 'índice')]).toEqual([
      false,
      true,
    ])
  await refused('biometrics.drop', { ...makeClientParams(ana), query: { kind: 'finger', finger: 1 } }, 404)
  expect((await read(ana)).agreed_at).not.toBeNull()
})

test('templates: enrolments made before consent are requested once, and deleted with the client', async () => {
  const one = await makeNamedTerminal('Uno')
  const ana = await makeMember({ name: 'Ana' })
  await waitUntilInSync(one)
  enrolClient(one, ana, 'Ana')
  await waitUntilInSync(one)
  expect(await listKeptTemplates(ana)).toEqual([])
  await giveConsent(ana)
  const commands = recordCommands(one)
  await waitUntilInSync(one)
  expect(await listKeptTemplates(ana)).toEqual(['finger 6'])
  await waitUntilInSync(one)
  expect(commands.filter((text) => text.startsWith('DATA QUERY FINGERTMP'))).toHaveLength(1)
  // There is no notification, since the front desk had ordered the enrolment.
  expect((await gym.admin.call('notifications.list', { query: { page: 0, size_page: 20 } })).items).toEqual([])
  await gym.admin.call('clients.delete', makeClientParams(ana))
  expect(await queryRows(`select type from biometrics where gym_id = ${gym.gym.id}`)).toEqual([])
})

test('templates: an enrolment that the front desk did not order notifies', async () => {
  const ana = await makeConsentingClient('Ana')
  const one = await makeNamedTerminal('Uno', templateSendingOptions)
  await syncTerminals(2, one)
  app.clock.set('2026-06-15T17:00:00Z')
  enrolClient(one, ana, 'Luis')
  await waitUntilInSync(one)
  const { items } = await gym.admin.call('notifications.list', { query: { page: 0, size_page: 20 } })
  expect(items.map(({ message }) => message)).toEqual([
    'Se guardó una huella o un rostro de Ana de Uno: le abre en todos los dispositivos.',
  ])
})

test('templates: a photo from the front desk is sent to terminals that compute faces from photos', async () => {
  const ana = await makeConsentingClient('Ana')
  const [one, other, old] = [
    await makeNamedTerminal('Uno'),
    await makeNamedTerminal('Dos', accessDialectOptions),
    await makeNamedTerminal('Tres', { firmware: { takesPhotos: false } }),
  ]
  for (const terminal of [one, other, old]) await waitUntilInSync(terminal)
  const image = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.from('Ana;photo')]).toString('base64')
  const owner = Buffer.from(image, 'base64').toString().replace(/;.*$/s, '')
  expect(await gym.admin.call('biometrics.photo', { ...makeClientParams(ana), body: { image } })).toMatchObject({
    kept: [{ kind: 'photo', device: null }],
  })
  for (const terminal of [one, other]) {
    await syncTerminals(2, terminal)
    expect(punchWithTemplate(terminal, ana, owner, 'face')).toBe(true)
  }
  // Both terminals upload the computed face, and the third terminal uses the same algorithm.
  expect(await listKeptTemplates(ana)).toEqual(['photo', 'face'])
  await waitUntilInSync(old)
  expect(punchWithTemplate(old, ana, owner, 'face')).toBe(true)
  await refused('biometrics.photo', { ...makeClientParams(ana), body: { image: 'bm9uZQ==' } }, 422)
  await refused('biometrics.photo', { ...makeClientParams(await makeClient(gym)), body: { image } }, 409)
})

const ask = (client: Client, id_device: number, kind: 'finger' | 'face' = 'finger') =>
  gym.admin.call('biometrics.enrol', { ...makeClientParams(client), body: { id_device, kind } })
const state = async (client: Client) => (await read(client)).enrolment?.state

test.each([
  ['attendance', {}],
  ['access', accessDialectOptions],
] as const)('enrolment from the front desk (%s): stores the finger and reports the result', async (_, options) => {
  const { device, terminal } = await makeHostNameTerminal(gym, port, {}, options)
  const ana = await makeConsentingClient('Ana')
  await refused('biometrics.enrol', { ...makeClientParams(ana), body: { id_device: device.id, kind: 'finger' } }, 503)
  await waitUntilInSync(terminal)
  terminal.standBefore('Ana')
  expect(await ask(ana, device.id)).toMatchObject({ state: 'asked', kind: 'finger', finger: 6 })
  await waitUntilInSync(terminal)
  expect(await state(ana)).toBe('done')
  expect(await listKeptTemplates(ana)).toEqual(['finger 6'])
  expect(punchWithTemplate(terminal, ana, 'Ana')).toBe(true)
  await ask(ana, device.id, 'face')
  await waitUntilInSync(terminal)
  expect(await listKeptTemplates(ana)).toEqual(['finger 6', 'face'])
})

test('enrolment from the front desk: states why it failed (no person, busy, unable, offline)', async () => {
  const { device, terminal } = await makeHostNameTerminal(gym, port)
  const [ana, berta] = [await makeConsentingClient('Ana'), await makeConsentingClient('Berta')]
  await waitUntilInSync(terminal)
  await ask(ana, device.id)
  await refused('biometrics.enrol', { ...makeClientParams(berta), body: { id_device: device.id, kind: 'finger' } }, 409)
  await waitUntilInSync(terminal)
  expect(await state(ana)).toBe('cancelled')
  terminal.firmware.fingerVersion = 0
  await ask(ana, device.id)
  await waitUntilInSync(terminal)
  expect(await state(ana)).toBe('unsupported')
  await ask(berta, device.id)
  app.clock.set('2026-06-15T16:01:20Z')
  expect(await state(berta)).toBe('silent')
  const commands = recordCommands(terminal)
  await waitUntilInSync(terminal)
  expect(commands.filter((text) => text.startsWith('ENROLL'))).toEqual([])
})
