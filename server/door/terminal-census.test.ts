// Tests that a terminal's users are read before records are sent, so that no one enters as another person.
import { describe, expect, test } from 'vitest'
import {
  app,
  gym,
  makeMember,
  pollCommands,
  port,
  readTerminalStatus,
  startDoorApp,
  uploadLines,
} from '../testing/door-app.ts'
import { makeClient, makeDeviceBeforeCensus, makeUser } from '../testing/factories.ts'
import {
  formatTerminalUsersByPin,
  makeSimulatedTerminal,
  recordCommands,
  waitUntilInSync,
} from '../testing/simulated-terminals.ts'

startDoorApp()

const fingerOf = (pin: string, owner: string) => ({ pin, kind: 'finger' as const, number: 6, owner })
type Options = Parameters<typeof makeSimulatedTerminal>[2]

/** Registers a terminal that has not called yet. */
async function hang(options: Options) {
  const device = await makeDeviceBeforeCensus(gym)
  return { device, terminal: makeSimulatedTerminal(port, device.sn, options), of: { params: { id_device: device.id } } }
}
const peopleOf = async (of: { params: { id_device: number } }) =>
  (await gym.admin.call('devices.people', of)).map(({ pin, kind, name }) => `${pin} ${kind} ${name}`)

const before = { users: [{ pin: '2', name: 'Otro', verify: 0 }], templates: [fingerOf('2', 'a stranger')] }

test('census: no record is sent before the terminal listed its users, but passes are accepted', async () => {
  const { terminal, of } = await hang({ ...before, firmware: { queryAnswer: 'nothing' } })
  const client = await makeClient(gym, { name: 'Ana', id_zkteco: 4444 })
  const texts = recordCommands(terminal)
  for (let step = 0; step < 5; step++) await terminal.step()
  expect(texts.filter((text) => /UPDATE|DELETE/.test(text))).toEqual([])
  expect((await readTerminalStatus())?.census).toEqual({ counted: 1, listed: 0, refused: false })
  terminal.forcePunch({ pin: String(client.id_zkteco), time: '2026-06-15 11:59:00' })
  await terminal.step()
  expect((await gym.admin.call('attendances.list')).total).toBe(1)
  // An admin skips the census.
  await gym.admin.call('devices.census', { ...of, body: { act: 'skip', numbers: 'keep' } })
  await waitUntilInSync(terminal)
  expect(formatTerminalUsersByPin(terminal)[String(client.id_zkteco)]).toBe('3  Ana')
  expect((await readTerminalStatus())?.census).toBeNull()
})

test('census: an unknown user whom staff identify as a client keeps the fingerprint', async () => {
  const named = await hang({ ...before, firmware: { needsTemplates: true } })
  await makeMember({ name: 'Ana', id_zkteco: 2 }, '2026-06-01')
  await waitUntilInSync(named.terminal)
  expect(named.terminal.punch('2', { method: 'finger' })).toMatchObject({ opened: true, owner: 'a stranger' })

  const linked = await hang({ users: [{ pin: '77', name: 'Luis', verify: 0 }], templates: [fingerOf('77', 'Luis')] })
  await waitUntilInSync(linked.terminal)
  expect(await peopleOf(linked.of)).toEqual(['77 stranger Luis'])
  const luis = await makeClient(gym, { name: 'Luis Peña' })
  await gym.admin.call('devices.decide', { ...linked.of, body: { act: 'link', pin: '77', id_client: luis.id } })
  await waitUntilInSync(linked.terminal)
  expect(formatTerminalUsersByPin(linked.terminal)['77']).toBe('3  Luis Peña')
  expect(linked.terminal.templates.of('77', 'finger')).toHaveLength(1)
  expect(await peopleOf(linked.of)).toEqual([])
})

describe('end of the census', () => {
  const users = Array.from({ length: 12 }, (_, at) => ({ pin: String(900 + at), name: `Socio ${at}`, verify: 0 }))
  const begun = async () => (await readTerminalStatus())?.census

  test('census: ends once as many users are listed as the terminal counts, in any number of parts', async () => {
    const { terminal } = await hang({ users, firmware: { queryBatch: 5 } })
    await waitUntilInSync(terminal)
    expect(await begun()).toBeNull()
    expect((await readTerminalStatus())?.strangers).toBe(12)
  })

  test('census: ends at once if the terminal stores no users', async () => {
    const { terminal } = await hang({})
    const texts = recordCommands(terminal)
    await terminal.step()
    expect(texts.some((text) => text.startsWith('DATA UPDATE'))).toBe(true)
    expect(texts).not.toContain('DATA QUERY USERINFO')
  })

  test('census: ends a minute after the last listed user if fewer users are listed than counted', async () => {
    const { terminal } = await hang({ users, firmware: { queryLimit: 7 } })
    for (let step = 0; step < 4; step++) await terminal.step()
    expect(await begun()).toEqual({ counted: 12, listed: 7, refused: false })
    app.clock.advance(59_000)
    await terminal.step()
    expect(await begun()).not.toBeNull()
    app.clock.advance(61_000)
    await waitUntilInSync(terminal)
    expect(await begun()).toBeNull()
  })

  test('census: does not end while the terminal refuses the list, but the terminal can be emptied', async () => {
    const { terminal, of } = await hang({ users, firmware: { queryAnswer: 'refused' } })
    for (let step = 0; step < 8; step++) {
      app.clock.advance(step < 4 ? 120_000 : 25_000)
      if (step === 4) terminal.enrol({ pin: '950', name: 'Otro' })
      await terminal.step()
    }
    expect(await begun()).toEqual({ counted: 13, listed: 1, refused: true })
    await gym.admin.call('devices.census', { ...of, body: { act: 'empty' } })
    await waitUntilInSync(terminal)
    expect(Object.keys(formatTerminalUsersByPin(terminal))).toEqual(['1'])
  })
})

const strangers = ['0102030405', '00057', 'K7', '812'].map((pin) => ({ pin, name: `De ${pin}`, card: '', verify: 0 }))

test('census: unknown users with any PIN can become clients or staff, or be deleted', async () => {
  const { terminal, of } = await hang({ users: [...strangers, { pin: '2', name: 'Dos', card: '555', verify: 0 }] })
  await waitUntilInSync(terminal)
  expect((await peopleOf(of)).sort()).toEqual([
    '00057 stranger De 00057',
    '0102030405 stranger De 0102030405',
    '2 stranger Dos',
    '812 stranger De 812',
    'K7 stranger De K7',
  ])
  expect((await makeClient(gym)).id_zkteco).toBe(3)
  const decide = (body: object) => gym.admin.call('devices.decide', { ...of, body: body as never })
  expect(await decide({ act: 'remove', pins: ['00057', 'K7', 'nadie'] })).toEqual({ done: 2, refused: [] })
  expect(await decide({ act: 'create', pins: ['2', '0102030405'] })).toEqual({
    done: 1,
    refused: [{ pin: '0102030405', reason: expect.stringContaining('0102030405') }],
  })
  const worker = await makeUser(gym, 'gym_worker', { name: 'Luis' })
  await decide({ act: 'staff', pin: '812', id_user: worker.id })
  await waitUntilInSync(terminal)
  expect(formatTerminalUsersByPin(terminal)).toMatchObject({
    '2': '3 555 Dos',
    '812': '0  Luis',
    '0102030405': '0  De 0102030405',
  })
  expect([terminal.users.has('00057'), terminal.users.has('K7')]).toEqual([false, false])
  expect(await peopleOf(of)).toEqual(['0102030405 stranger De 0102030405'])
})

test('census: an unknown user who cannot be deleted keeps the owner of that PIN off the terminal', async () => {
  const ana = await makeMember({ name: 'Ana' }, '2026-06-01')
  // Another terminal already stores Ana under her PIN.
  await waitUntilInSync((await hang({})).terminal)
  const { device, terminal, of } = await hang({
    users: [{ pin: String(ana.id_zkteco), name: 'Otro', verify: 0 }],
    firmware: { removalCode: -1002 },
  })
  await waitUntilInSync(terminal)
  const told = async () => {
    app.clock.advance(6000)
    const [, listed] = await gym.admin.call('devices.list')
    const [, state] = await gym.admin.call('devices.status')
    const { door } = await gym.admin.call('clients.read', { params: { id_client: ana.id } })
    return [listed?.alarm, state?.kept_out, door.find(({ id_device }) => id_device === device.id)?.reason]
  }
  expect(await told()).toEqual([true, 1, 'Aún no lo ha confirmado'])
  await gym.admin.call('devices.decide', { ...of, body: { act: 'remove', pins: [String(ana.id_zkteco)] } })
  for (let step = 0; step < 4; step++) await terminal.step()
  expect(await told()).toEqual([true, 1, 'El dispositivo no admite este cambio'])
  terminal.firmware.removalCode = 0
  app.clock.advance(121_000)
  await waitUntilInSync(terminal)
  expect(await told()).toEqual([false, 0, null])
  expect(await peopleOf(of)).toEqual([])
})

test('census: an unknown PIN that opened the door is a user until the terminal denies it', async () => {
  const { device, terminal, of } = await hang({})
  await waitUntilInSync(terminal)
  terminal.users.set('2', { ...terminal.users.get('1'), pin: '2', name: 'Otro' } as never) // User 2 was enrolled without a report.
  await uploadLines(device.sn, 'ATTLOG', '2\t2026-06-15 11:59:00\t0\t1')
  expect(await peopleOf(of)).toEqual(['2 stranger '])
  expect((await makeClient(gym)).id_zkteco).toBe(3)
  app.clock.advance(61_000)
  await waitUntilInSync(terminal)
  expect(await peopleOf(of)).toEqual(['2 stranger Otro'])
  // PIN 3000 opens the door although the terminal stores no such user.
  app.clock.advance(601_000)
  await uploadLines(device.sn, 'ATTLOG', '3000\t2026-06-15 12:10:00\t0\t1')
  expect(await peopleOf(of)).toEqual(['3000 stranger ', '2 stranger Otro'])
  app.clock.advance(61_000)
  await waitUntilInSync(terminal)
  expect(await peopleOf(of)).toEqual(['2 stranger Otro'])
})

test('forged user count of 0: not answered with the list of members', async () => {
  const { device, terminal } = await hang({})
  await makeClient(gym, { name: 'Ana', card_number: '77' })
  await waitUntilInSync(terminal)
  // A forged poll claims that the terminal stores no users.
  const empty = `${device.sn}&INFO=Ver,0,0,0,10.0.0.9`
  const said = [await pollCommands(empty), await pollCommands(empty), await pollCommands(empty)].join('\n')
  expect(said).toContain('DATA QUERY USERINFO')
  expect(said).not.toContain('DATA UPDATE')
})

test('census: a stranger enrolled at the terminal under a member’s PIN does not enter', async () => {
  const { device, terminal } = await hang({ firmware: { needsTemplates: true } })
  await waitUntilInSync(terminal)
  await makeMember({ name: 'Ana' }, '2026-06-01')
  // The record is sent in the answer to this poll, and that answer is lost.
  await pollCommands(device.sn)
  terminal.enrol({ pin: '2', name: 'Pepe', verify: 0 })
  terminal.templates.add(fingerOf('2', 'Pepe'))
  await waitUntilInSync(terminal)
  app.clock.advance(31_000)
  await waitUntilInSync(terminal)
  expect(formatTerminalUsersByPin(terminal)['2']).toBe('0  Ana')
  expect(terminal.punch('2', { method: 'finger' }).opened).toBe(false)
})
