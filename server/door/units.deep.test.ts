// Two units with one serial number behind one address, which name no card with their calls: what can be told of them is told.
import type { Terminal, TerminalOptions } from '@torniquete/terminal-simulator/terminal.ts'
import { expect, test } from 'vitest'
import { sql } from '../platform/db/sql.ts'
import type { Services } from '../services.ts'
import { app, gym, port, startDoorApp } from '../testing/door-app.ts'
import { makeClient, makeDevice, makePayment, unique } from '../testing/factories.ts'
import { commandsOf, settle, terminalAt } from '../testing/terminals.ts'
import type { Terminal as Registered } from './terminals.ts'
import { Units } from './units.ts'

startDoorApp()

const card = (last: string) => `00:17:61:10:00:${last}`
async function makeUnits(others: Partial<TerminalOptions> = {}, firmware = {}) {
  const device = await makeDevice(gym)
  const unit = (last: string, more: Partial<TerminalOptions> = {}) =>
    terminalAt(port, device.sn, {
      now: () => app.clock.now(),
      mac: card(last),
      ip: `192.168.1.${Number.parseInt(last, 16)}`,
      ...more,
      faults: { macHeader: false, ...more.faults },
      firmware: { ...firmware, ...more.firmware },
    })
  return { first: unit('0a'), second: unit('0b', others), id: device.id, sn: device.sn, unit }
}
const conflict = async () => (await gym.admin.call('devices.status'))[0]?.origin_conflict
const news = async () =>
  (await gym.admin.call('notifications.list')).items.flatMap(({ message }) =>
    message.includes('su número de serie') ? message : [],
  )
/** Each calls every ten seconds, one in the midst of the other's pause. */
async function call(minutes: number, ...units: Terminal[]) {
  for (let turn = 0; turn < 6 * minutes; turn += 1)
    for (const unit of units) {
      app.clock.advance(10_000 / units.length)
      await unit.step()
    }
}

test('both call: a person is told, once, and what the other one counts is not believed', async () => {
  const { first, second, id } = await makeUnits()
  await makeClient(gym)
  await settle(first)
  expect(await conflict()).toBeNull()
  const told = commandsOf(first)
  await call(2, first, second)
  expect(await conflict()).toMatchObject({ mac: card('0b'), lacks: 'mark' })
  expect((await gym.admin.call('devices.list'))[0]?.alarm).toBe(true)
  // A server of the version before, which knows no such lack, answers all the same.
  const { rival } = await app.database.read({ gym: gym.gym.id, user: null }, (tx) =>
    tx.one<{ rival: string | null }>(
      sql`select concat(rival_at, rival_lacks, rival_mac) as rival from terminal_states where id_device = ${id}`,
    ),
  )
  expect(rival).toBe('')
  // It holds nobody; the terminal is not asked again whom it holds, nor told everything again.
  expect(told.filter((text) => text !== 'INFO')).toEqual([])
  await call(20, first, second)
  expect(await conflict()).toMatchObject({ mac: card('0b') })
  expect(await news()).toEqual([
    expect.stringContaining(`otro aparato llama con su número de serie, desde su misma red (tarjeta ${card('0b')}).`),
  ])
  const decide = (act: 'accept' | 'block') =>
    gym.admin.try('devices.origin', { params: { id_device: id }, body: { act, address: '127.0.0.1' } })
  // Nothing of its calls would be another's by that.
  expect((await decide('accept')).status).toBe(404)
  // One is switched off.
  await call(1, first)
  expect((await decide('block')).status).toBe(204)
  await call(30, first)
  expect(await conflict()).toBeNull()
  told.length = 0
  await call(20, first)
  expect(told).toEqual([])
})

test('the same, where they describe themselves only when they are asked', async () => {
  const { first, second } = await makeUnits()
  await settle(first)
  // Both began before the server did, and say no more than their polls.
  await settle(second)
  await call(25, first, second)
  expect(await conflict()).toMatchObject({ lacks: 'mark' })
})

test('one in the place of another is asked whom it holds before it is told more, and that is shown', async () => {
  const before = ['900', '901', '902'].map((pin) => ({ pin, name: 'De antes' }))
  const { first, second } = await makeUnits({ users: before })
  const ana = await makeClient(gym, { name: 'Ana' })
  await makePayment(gym, { id_client: ana.id, start_date: '2026-06-15' })
  await settle(first)
  const told = commandsOf(second)
  await call(5, second)
  expect(told.some((text) => text.startsWith('DATA QUERY USERINFO'))).toBe(true)
  expect(await conflict()).toMatchObject({ mac: card('0a'), lacks: 'mark' })
  expect((await gym.admin.call('devices.status'))[0]?.strangers).toBe(3)
  expect(second.punch(String(ana.id_zkteco)).opened).toBe(true)
  told.length = 0
  await call(10, second)
  expect(told).toEqual([])
})

test('another address in its own network is asked about, and means nothing', async () => {
  const { first, unit } = await makeUnits()
  await settle(first)
  const moved = unit('0a', { ip: '192.168.1.99', users: first.users.values() })
  const told = commandsOf(moved)
  await call(10, moved)
  expect(told.filter((text) => text === 'INFO').length).toBeLessThanOrEqual(5)
  expect(told.filter((text) => !/^(INFO|SET OPTION .*)$/.test(text))).toEqual([])
  expect([await conflict(), await news()]).toEqual([null, []])
})

/** Its second card, by another network; it holds whom it held. */
async function makeTwoCards() {
  const { first, unit, id } = await makeUnits()
  const ana = await makeClient(gym, { name: 'Ana' })
  await makePayment(gym, { id_client: ana.id, start_date: '2026-06-15' })
  await settle(first)
  const by = (last: string, firmware: TerminalOptions['firmware'] = {}) => {
    const terminal = unit(last, { users: [...first.users.values()], firmware })
    return { terminal, told: commandsOf(terminal) }
  }
  return { by, id, ana }
}

test('a terminal that goes from cable to Wi-Fi and back is one', async () => {
  const { by } = await makeTwoCards()
  for (const last of ['0b', '0a', '0b', '0a']) {
    await call(2, by(last).terminal)
    expect([await conflict(), await news()]).toEqual([null, []])
  }
  expect((await gym.admin.call('devices.list'))[0]?.alarm).toBe(false)
})

test('one that stays in the other network is asked once whom it holds, told nothing anew, and believed', async () => {
  const { by, ana } = await makeTwoCards()
  const told: string[] = []
  for (const last of ['0b', '0a', '0b']) {
    const { terminal, told: here } = by(last)
    await call(20, terminal)
    told.push(...here)
    expect(terminal.punch(String(ana.id_zkteco)).opened).toBe(true)
  }
  expect(told.filter((text) => text.startsWith('DATA QUERY USERINFO'))).toHaveLength(1)
  expect(told.filter((text) => text.startsWith('DATA U'))).toEqual([])
  expect([await conflict(), await news()]).toEqual([null, []])
  expect(await gym.admin.call('devices.status')).toMatchObject([{ census: null, strangers: 0 }])
  // What it says of itself, too, once it has a newer firmware there.
  await call(1, by('0b', { deviceName: 'SpeedFace-V5L' }).terminal)
  expect(await gym.admin.call('devices.status')).toMatchObject([{ model: 'SpeedFace-V5L' }])
})

test('another one that counts as many is asked whom it holds before it is told more', async () => {
  const before = ['900', '901'].map((pin) => ({ pin, name: 'De antes' }))
  const { second, first } = await makeUnits({ users: before })
  const ana = await makeClient(gym, { name: 'Ana' })
  await makePayment(gym, { id_client: ana.id, start_date: '2026-06-15' })
  await settle(first)
  expect(first.users.size).toBe(second.users.size)
  const told = commandsOf(second)
  await call(6, second)
  expect(told.findIndex((text) => text.startsWith('DATA QUERY USERINFO'))).toBeLessThan(
    told.findIndex((text) => text.startsWith('DATA UPDATE USERINFO')),
  )
  expect((await gym.admin.call('devices.status'))[0]?.strangers).toBe(2)
  expect(second.punch(String(ana.id_zkteco)).opened).toBe(true)
})

/** A server's, which hears what others commit. */
const servers = () =>
  Array.from(
    { length: 2 },
    () => new Units({ database: app.database, live: { stamp: () => unique('') } } as unknown as Services, () => {}), // nothing else of them is used
  )

test('one that is by its other network each minute or so is one', async () => {
  const { first, id, sn } = await makeUnits()
  await settle(first)
  const terminal = { gym: gym.gym.id, id, sn } as Registered // it is asked for no more
  const [units] = servers()
  for (const last of ['0a', '0b', '0a', '0b', '0a']) {
    app.clock.advance(48_000)
    await units?.described(terminal, new Map([['MAC', card(last)]]), app.clock.now())
  }
  expect([await conflict(), await news()]).toEqual([null, []])
})

test('of two servers that hear one unit each neither takes its own for the only one', async () => {
  const { first, id, sn } = await makeUnits()
  await settle(first)
  const terminal = { gym: gym.gym.id, id, sn } as Registered // it is asked for no more
  const cardOf = async () =>
    (
      await app.database.read({ gym: gym.gym.id, user: null }, (tx) =>
        tx.one<{ mac: string }>(sql`select unit_mac as mac from terminal_states where id_device = ${id}`),
      )
    ).mac
  const pairOf = servers()
  const cards = new Set([await cardOf()])
  for (let turn = 0; turn < 360; turn += 1) {
    app.clock.advance(10_000)
    for (const [at, units] of pairOf.entries()) {
      const last = at === 0 ? '0a' : '0b'
      await units.polled(terminal, `192.168.1.1${at}`, app.clock.now())
      await units.described(terminal, new Map([['MAC', card(last)]]), app.clock.now())
    }
    cards.add(await cardOf())
  }
  expect([...cards]).toEqual([card('0a')])
  expect(await conflict()).toMatchObject({ mac: card('0b'), lacks: 'mark' })
})
