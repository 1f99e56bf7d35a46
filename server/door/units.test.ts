// Two units with one serial number behind one address, which name no card with their calls: what can be told of them is told.
import type { Terminal, TerminalOptions } from '@torniquete/terminal-simulator/terminal.ts'
import { expect, test } from 'vitest'
import { app, gym, port, startDoorApp } from '../testing/door-app.ts'
import { makeClient, makeDevice, makePayment } from '../testing/factories.ts'
import { commandsOf, settle, terminalAt } from '../testing/terminals.ts'

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
  return { first: unit('0a'), second: unit('0b', others), id: device.id, unit }
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
  const { first, second } = await makeUnits({ users: [{ pin: '900', name: 'De antes' }] })
  const ana = await makeClient(gym, { name: 'Ana' })
  await makePayment(gym, { id_client: ana.id, start_date: '2026-06-15' })
  await settle(first)
  const told = commandsOf(second)
  await call(5, second)
  expect(told.some((text) => text.startsWith('DATA QUERY USERINFO'))).toBe(true)
  expect(await conflict()).toMatchObject({ mac: card('0a'), lacks: 'mark' })
  expect((await gym.admin.call('devices.status'))[0]?.strangers).toBe(1)
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
