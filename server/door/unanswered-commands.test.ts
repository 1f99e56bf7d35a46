// A command without an answer may have taken effect: people it admits without a right are counted.
import { expect, test } from 'vitest'
import { app, gym, makeMember, port, readStatus, startDoorApp } from '../testing/door-app.ts'
import { makeClient, makePayment } from '../testing/factories.ts'
import { loseResults, makeTerminal, settle } from '../testing/terminals.ts'

startDoorApp()

test.each(['attendance', 'access'] as const)(
  'a right sent without an answer, which ended before a repeat (%s)',
  async (dialect) => {
    const { terminal } = await makeTerminal(gym, port, {}, { now: () => app.clock.now(), firmware: { dialect } })
    const ana = await makeClient(gym, { name: 'Ana' })
    await settle(terminal)
    const stillEnter = async () => (await readStatus())?.can_still_enter
    const decide = (is_active: boolean) =>
      gym.admin.call('clients.update', { params: { id_client: ana.id }, body: { is_active } })
    const opens = () => terminal.punch(String(ana.id_zkteco)).opened
    await makePayment(gym, { id_client: ana.id, start_date: '2026-06-15' })
    // It executes the command, and its answer is lost.
    const setLost = loseResults(app)
    setLost(true)
    for (let step = 0; step < 3; step += 1) await terminal.step()
    expect(opens()).toBe(true)
    await decide(false)
    expect(await stillEnter()).toBe(1)
    // Told to keep her out, it neither does nor answers.
    setLost(false)
    terminal.faults.ignoreCommands = true
    app.clock.advance(31_000)
    await terminal.step()
    expect([opens(), await stillEnter()]).toEqual([true, 1])
    // Allowed again meanwhile, nothing is owed but the word.
    await decide(true)
    expect(await stillEnter()).toBe(0)
    await decide(false)
    terminal.faults.ignoreCommands = false
    app.clock.advance(121_000)
    await settle(terminal)
    expect([opens(), await stillEnter()]).toEqual([false, 0])
  },
)

test('a right that the terminal would not take lets nobody in', async () => {
  const { terminal } = await makeTerminal(gym, port, {}, { firmware: { capacity: 1 } })
  await settle(terminal)
  const ana = await makeMember({ name: 'Ana' })
  await settle(terminal)
  await gym.admin.call('clients.update', { params: { id_client: ana.id }, body: { is_active: false } })
  expect((await readStatus())?.can_still_enter).toBe(0)
})
