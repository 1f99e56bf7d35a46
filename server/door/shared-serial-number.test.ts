// Tests two terminals with one serial number behind one address, whose calls do not contain a MAC address.
import type { TerminalOptions } from '@torniquete/terminal-simulator/terminal.ts'
import { expect, test } from 'vitest'
import { app, gym, makeMember, port, readTerminalStatus, startDoorApp } from '../testing/door-app.ts'
import { makeDevice } from '../testing/factories.ts'
import {
  exchangeBytes,
  makeRequestBytes,
  makeSimulatedTerminal,
  recordCommands,
  waitUntilInSync,
} from '../testing/simulated-terminals.ts'

startDoorApp()

const conflict = async () => (await readTerminalStatus())?.origin_conflict
const listWarnings = async () =>
  (await gym.admin.call('notifications.list')).items.flatMap(({ message }) =>
    message.includes('su número de serie') ? message : [],
  )

async function makePoller() {
  const { id, sn } = await makeDevice(gym)
  const poll = async (address: string, seconds = 10) => {
    app.clock.advance(seconds * 1000)
    await exchangeBytes(
      port,
      makeRequestBytes('GET', `/iclock/getrequest?SN=${sn}&INFO=Ver+8,0,0,0,${address},10,7,15,11,111`),
    )
  }
  return { id, poll }
}

test('shared serial number: two terminals with alternating addresses cause one warning', async () => {
  const { id, poll } = await makePoller()
  for (let turn = 0; turn < 30; turn += 1)
    for (const address of ['192.168.1.10', '192.168.1.11']) await poll(address, 5)
  expect(await conflict()).toMatchObject({
    address: expect.stringMatching(/^192\.168\.1\.1[01]$/),
    mac: null,
    lacks: 'mark',
  })
  expect((await gym.admin.call('devices.list'))[0]?.alarm).toBe(true)
  expect(await listWarnings()).toEqual([
    expect.stringContaining('otro aparato llama con su número de serie, desde 192.168.1.'),
  ])
  const decide = async (act: 'accept' | 'block') =>
    gym.admin.try('devices.origin', {
      params: { id_device: id },
      body: { act, address: (await conflict())?.address ?? '' },
    })
  expect((await decide('accept')).status).toBe(404)
  expect((await decide('block')).status).toBe(204)
  for (let turn = 0; turn < 30; turn += 1) await poll('192.168.1.10')
  expect(await conflict()).toBeNull()
  expect((await gym.admin.call('devices.list'))[0]?.alarm).toBe(false)
})

test('shared serial number: no warning if one terminal changes between cable and Wi-Fi', async () => {
  const { poll } = await makePoller()
  for (const address of ['192.168.1.10', '192.168.1.11', '192.168.1.10', '192.168.1.11'])
    for (let turn = 0; turn < 6; turn += 1) await poll(address)
  expect([await conflict(), await listWarnings()]).toEqual([null, []])
})

test('shared serial number: users of a terminal with a new MAC are read before it gets commands', async () => {
  const { sn } = await makeDevice(gym)
  const makeUnit = (last: string, more: Partial<TerminalOptions> = {}) =>
    makeSimulatedTerminal(port, sn, {
      now: () => app.clock.now(),
      mac: `00:17:61:10:00:${last}`,
      faults: { macHeader: false },
      ...more,
    })
  const ana = await makeMember({ name: 'Ana' })
  const first = makeUnit('0a')
  const second = makeUnit('0b', { users: ['900', '901'].map((pin) => ({ pin, name: 'De antes' })) })
  await waitUntilInSync(first)
  expect(first.users.size).toBe(second.users.size)
  const commands = recordCommands(second)
  await waitUntilInSync(second)
  const [queried, sent] = ['DATA QUERY USERINFO', 'DATA UPDATE USERINFO'].map((start) =>
    commands.findIndex((text) => text.startsWith(start)),
  )
  expect(queried).toBeGreaterThanOrEqual(0)
  expect(queried).toBeLessThan(sent ?? 0)
  expect((await readTerminalStatus())?.strangers).toBe(2)
  expect(second.punch(String(ana.id_zkteco)).opened).toBe(true)
})
