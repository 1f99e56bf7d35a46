// Tests that a serial number is no secret: other callers that send it are held and get no data.
import { beforeEach, describe, expect, test } from 'vitest'
import { app, gym, listNotificationMessages, port, readTerminalStatus, startDoorApp } from '../testing/door-app.ts'
import { makeClient, makeDevice, makePayment } from '../testing/factories.ts'
import {
  exchangeBytes,
  makeRegisteredTerminal,
  makeRequestBytes,
  waitUntilInSync,
} from '../testing/simulated-terminals.ts'

startDoorApp()

let sn: string
let id: number
const own = '127.0.0.1'
const theirs = '127.0.0.77'
beforeEach(async () => {
  const device = await makeDevice(gym)
  sn = device.sn
  id = device.id
  await poll(own)
})

const ask = (method: string, target: string, address: string, body = '', headers: string[] = []) =>
  exchangeBytes(port, makeRequestBytes(method, `/iclock/${target}`, body, headers), address)
const poll = async (address: string, headers: string[] = []) =>
  (await ask('GET', `getrequest?SN=${sn}`, address, '', headers)).text
const conflict = async () => (await readTerminalStatus())?.origin_conflict
const decide = (act: 'accept' | 'block', address: string) =>
  gym.admin.try('devices.origin', { params: { id_device: id }, body: { act, address } })

test('other origin: its calls get no data, change nothing, and are shown as a conflict', async () => {
  const client = await makeClient(gym, { name: 'Ana', card_number: '777' })
  const before = await gym.admin.call('devices.list')
  app.clock.advance(60_000)
  expect(await poll(theirs)).toBe('OK')
  expect((await ask('GET', `getrequest?SN=${sn}&INFO=Ver,0,0,0,10.0.0.9`, theirs)).text).toBe('OK')
  expect((await ask('GET', `cdata?SN=${sn}&options=all`, theirs)).text).toBe('OK')
  for (const [table, line] of [
    ['ATTLOG', `${client.id_zkteco}\t2026-06-15 11:00:00`],
    ['OPERLOG', `USER PIN=${client.id_zkteco}\tName=Ana\tPri=14\tCard=666\tVerify=0`],
    ['OPERLOG', 'OPLOG 13\t0\t2026-06-15 11:00:00\t0\t0\t0\t0'],
  ])
    expect((await ask('POST', `cdata?SN=${sn}&table=${table}&Stamp=1`, theirs, `${line}\n`)).status).toBe(503)
  expect((await ask('POST', `devicecmd?SN=${sn}`, theirs, 'ID=1&Return=0&CMD=DATA')).status).toBe(503)
  expect((await gym.admin.call('attendances.list')).total).toBe(0)
  expect(await gym.admin.call('devices.people', { params: { id_device: id } })).toEqual([])
  expect(await conflict()).toEqual({ address: theirs, mac: null, since: '2026-06-15T16:01:00.000Z', lacks: null })
  // The refused calls do not count as seen, so the terminal is shown as disconnected.
  expect(await gym.admin.call('devices.list')).toEqual(before.map((row) => ({ ...row, connected: false, alarm: true })))
  expect(await poll(own)).toMatch(/^C:/)
})

test('serial number conflict: shown for a day after the last call of the other origin', async () => {
  const news = async () =>
    (await listNotificationMessages()).filter((message) => message.includes('llama con su número'))
  const alarm = async () => (await gym.admin.call('devices.list'))[0]?.alarm
  const told = expect.stringMatching(`^Alarma de .+: otro aparato llama con su número de serie, desde ${theirs}\\.$`)
  const rival = expect.objectContaining({ address: theirs })
  for (let hour = 0; hour < 2; hour += 1) {
    app.clock.advance(3_600_000)
    await poll(own)
    await poll(theirs)
  }
  expect([await news(), await conflict(), await alarm()]).toEqual([[told], rival, true])
  app.clock.advance(86_300_000)
  await poll(own)
  expect(await conflict()).not.toBeNull()
  app.clock.advance(200_000)
  await poll(own)
  expect([await news(), await conflict(), await alarm()]).toEqual([[told], null, false])
})

describe('forged acknowledgements', () => {
  const given = (text: string) => [...text.matchAll(/^C:(\w+):DATA UPDATE /gm)].map(([, id = '']) => id)
  const acknowledge = (ids: readonly string[], address: string) =>
    ask('POST', `devicecmd?SN=${sn}`, address, ids.map((each) => `ID=${each}&Return=0&CMD=DATA`).join('\n'))
  const pending = async () => (await readTerminalStatus())?.pending

  test('origins: an acknowledgement from another address does not count', async () => {
    await makeClient(gym)
    app.clock.advance(31_000)
    const ids = given(await poll(own))
    expect(ids.length).toBeGreaterThan(0)
    const waiting = await pending()
    expect((await acknowledge(ids, theirs)).status).toBe(503)
    expect(await pending()).toBe(waiting)
    // The record is sent again to the terminal's own address, whose acknowledgement counts.
    app.clock.advance(31_000)
    const again = given(await poll(own))
    expect(again).toHaveLength(ids.length)
    expect((await acknowledge(again, own)).status).toBe(200)
    expect(await pending()).toBe((waiting ?? 0) - ids.length)
  })

  test('origins: forged acknowledgements of future commands do not stop these commands', async () => {
    const { device, terminal } = await makeRegisteredTerminal(gym, port)
    const client = await makeClient(gym)
    const used: number[] = []
    terminal.events.on('command', ({ id: command }) => used.push(Number.parseInt(command, 36)))
    await waitUntilInSync(terminal)
    const last = Math.max(...used)
    await makePayment(gym, { id_client: client.id, start_date: '2026-06-15' })
    const forged = Array.from({ length: 400 }, (_, at) => (last + 1 + at).toString(36))
    const body = forged.map((each) => `ID=${each}&Return=0&CMD=DATA`).join('\n')
    expect(
      (await exchangeBytes(port, makeRequestBytes('POST', `/iclock/devicecmd?SN=${device.sn}`, body), own)).status,
    ).toBe(200)
    used.length = 0
    await waitUntilInSync(terminal)
    // A command that the terminal got later has one of the forged ids.
    expect(used.some((command) => forged.includes(command.toString(36)))).toBe(true)
    expect(terminal.punch(String(client.id_zkteco)).opened).toBe(true)
  })
})

describe('other origin takes over', () => {
  test('other origin: takes over after 135 s of silence, not before', async () => {
    app.clock.advance(134_000)
    expect(await poll(theirs)).toBe('OK')
    expect(await poll(own)).toMatch(/^C:|^OK/)
    app.clock.advance(134_000)
    expect(await conflict()).not.toBeNull()
    app.clock.advance(1_000)
    expect(await poll(theirs)).toMatch(/^C:|^OK/)
    expect(await conflict()).toBeNull()
    expect(await poll(own)).toBe('OK')
  })

  test('other origin: takes over if an admin accepts it, and never if an admin rejected it', async () => {
    app.clock.advance(30_000)
    await poll(own)
    expect(await poll(theirs)).toBe('OK')
    expect((await decide('block', theirs)).status).toBe(204)
    expect(await conflict()).toBeNull()
    app.clock.advance(200_000)
    await makeClient(gym)
    expect(await poll(theirs)).toBe('OK')
    // A rejected caller is not served after a silence either, and the conflict is shown again.
    expect(await conflict()).toMatchObject({ address: theirs })
    expect(await poll(own)).toMatch(/^C:/)
    const third = '127.0.0.78'
    app.clock.advance(61_000)
    await poll(own)
    expect(await poll(third)).toBe('OK')
    expect((await decide('accept', theirs)).status).toBe(404)
    expect((await decide('accept', third)).status).toBe(204)
    app.clock.advance(20_000)
    // An accepted caller counts as another terminal, so its users are read first.
    expect(await poll(third)).toContain('DATA QUERY USERINFO')
    expect(await poll(own)).toBe('OK')
  })
})

test('origins: MAC addresses distinguish two terminals behind one address', async () => {
  const mac = (last: string) => [`MAC: 00:17:61:10:79:${last}`]
  expect(await poll(own, mac('9f'))).toMatch(/^C:|^OK/)
  await makeClient(gym)
  app.clock.advance(6_000)
  expect(await poll(own, mac('a0'))).toBe('OK')
  expect(await conflict()).toMatchObject({ address: own, mac: '00:17:61:10:79:a0' })
  expect(await poll(own, mac('9f'))).toMatch(/^C:/)
})
