// Tests that a command without an acknowledgement is sent again later, since it may not have been executed.
import { expect, test, vi } from 'vitest'
import { app, gym, pollCommands, port, readTerminalStatus, sendHandshake, startDoorApp } from '../testing/door-app.ts'
import { makeClient, makePayment } from '../testing/factories.ts'
import {
  exchangeBytes,
  makeRegisteredTerminal,
  makeRequestBytes,
  makeResultLossSwitch,
  toPin,
  waitUntilInSync,
} from '../testing/simulated-terminals.ts'

startDoorApp()

const seconds = (count: number) => app.clock.advance(count * 1000)

/** Polls, and returns the seconds at which an unacknowledged command was sent. */
async function deliveries(sn: string, rhythm: number, until: number): Promise<number[]> {
  const times: number[] = []
  for (let second = 0; second <= until; second += rhythm) {
    if ((await pollCommands(sn)) !== 'OK') times.push(second)
    seconds(rhythm)
  }
  return times
}

test.each([
  [2, 5, [0, 10, 20, 30, 150]],
  [null, 15, [0, 30, 60, 90, 210]],
])(
  'retries: with a delay of %s s and a poll every %i s, a command is sent at seconds %j',
  async (delay, rhythm, expected) => {
    const { device } = await makeRegisteredTerminal(gym, port, { delay })
    expect(await deliveries(device.sn, rhythm, 210)).toEqual(expected)
  },
)

test("retries: a command is sent again soon after 'busy', and two minutes after a refusal", async () => {
  const { device } = await makeRegisteredTerminal(gym, port)
  const answer = async (code: number) => {
    const [, id] = /^C:(\w+):/.exec(await pollCommands(device.sn)) ?? []
    expect(id).toBeDefined()
    await exchangeBytes(
      port,
      makeRequestBytes('POST', `/iclock/devicecmd?SN=${device.sn}`, `ID=${id}&Return=${code}&CMD=DATA`),
    )
  }
  for (let time = 0; time < 3; time++) {
    await answer(-1005)
    seconds(10)
  }
  await answer(-1002)
  expect(await deliveries(device.sn, 30, 120)).toEqual([120])
})

test('retries: a new handshake makes commands due at once and restarts the series of retries', async () => {
  const { device } = await makeRegisteredTerminal(gym, port)
  for (let time = 0; time < 2; time++) {
    expect(await deliveries(device.sn, 10, 50)).toEqual([0, 10, 20, 30])
    await sendHandshake(device.sn)
  }
})

test('retries: other changes do not postpone a pending retry', async () => {
  const { device } = await makeRegisteredTerminal(gym, port)
  await pollCommands(device.sn)
  for (const [second, isSent] of [
    [5, false],
    [10, true],
  ] as const) {
    seconds(5)
    await gym.admin.call('gym-info.update', { body: { services: String(second) } })
    expect((await pollCommands(device.sn)) !== 'OK').toBe(isSent)
  }
})

test('terminal in sync: its polls cause no database query', async () => {
  const { device, terminal } = await makeRegisteredTerminal(gym, port)
  await waitUntilInSync(terminal)
  const write = vi.spyOn(app.database, 'write')
  const read = vi.spyOn(app.database, 'read')
  for (let time = 0; time < 5; time++) expect(await pollCommands(device.sn)).toBe('OK')
  expect([write.mock.calls.length, read.mock.calls.length]).toEqual([0, 0])
  vi.restoreAllMocks()
})

test('retries: a client whose right is revoked after a lost acknowledgement gets blocked', async () => {
  const { terminal } = await makeRegisteredTerminal(gym, port)
  const client = await makeClient(gym)
  await waitUntilInSync(terminal)
  await makePayment(gym, { id_client: client.id, start_date: '2026-06-15' })
  const setLost = makeResultLossSwitch(app)
  setLost(true)
  terminal.faults.dropBeforeAnswer = true
  await terminal.step()
  expect(terminal.users.get(toPin(client))?.verify).toBe(0)
  await gym.admin.call('door.edit-user-verify', { query: { pin: toPin(client), new_verify: 3 } })
  terminal.faults.dropBeforeAnswer = false
  setLost(false)
  await waitUntilInSync(terminal)
  expect(terminal.users.get(toPin(client))?.verify).toBe(3)
})

test('retries: a client deleted after a lost acknowledgement is removed from the terminal', async () => {
  const { terminal } = await makeRegisteredTerminal(gym, port)
  await waitUntilInSync(terminal)
  const client = await makeClient(gym)
  const setLost = makeResultLossSwitch(app)
  setLost(true)
  await terminal.step()
  expect(terminal.users.has(toPin(client))).toBe(true)
  await gym.admin.call('clients.delete', { params: { id_client: client.id } })
  setLost(false)
  await waitUntilInSync(terminal)
  expect(terminal.users.has(toPin(client))).toBe(false)
})

test.each(['attendance', 'access'] as const)(
  'retries (%s): a person counts as able to enter until the terminal acknowledges the block',
  async (dialect) => {
    const { terminal } = await makeRegisteredTerminal(
      gym,
      port,
      {},
      { now: () => app.clock.now(), firmware: { dialect } },
    )
    const ana = await makeClient(gym, { name: 'Ana' })
    await waitUntilInSync(terminal)
    const stillEnter = async () => (await readTerminalStatus())?.can_still_enter
    const decide = (is_active: boolean) =>
      gym.admin.call('clients.update', { params: { id_client: ana.id }, body: { is_active } })
    const opens = () => terminal.punch(String(ana.id_zkteco)).opened
    await makePayment(gym, { id_client: ana.id, start_date: '2026-06-15' })
    // The terminal executes the command, but its result is lost.
    const setLost = makeResultLossSwitch(app)
    setLost(true)
    for (let step = 0; step < 3; step += 1) await terminal.step()
    expect(opens()).toBe(true)
    await decide(false)
    expect(await stillEnter()).toBe(1)
    // The terminal neither executes nor acknowledges the block.
    setLost(false)
    terminal.faults.ignoreCommands = true
    app.clock.advance(31_000)
    await terminal.step()
    expect([opens(), await stillEnter()]).toEqual([true, 1])
    // Once Ana's right is restored, the terminal's record is correct and lacks only the acknowledgement.
    await decide(true)
    expect(await stillEnter()).toBe(0)
    await decide(false)
    terminal.faults.ignoreCommands = false
    app.clock.advance(121_000)
    await waitUntilInSync(terminal)
    expect([opens(), await stillEnter()]).toEqual([false, 0])
  },
)
