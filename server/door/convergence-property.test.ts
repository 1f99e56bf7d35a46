// Runs random events at front desk, terminals and network. Afterwards each terminal must hold exactly the users that a
// slow, simple computation from API responses expects, and get no further commands.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkProperty, listSeeds, propertyTimeoutMs } from '../testing/check-property.ts'
import {
  accessBehavioursArbitrary,
  canAnswerQueries,
  type DoorAction,
  doorActionArbitrary,
  type TerminalBehaviour,
  terminalBehavioursArbitrary,
} from '../testing/door-action-arbitrary.ts'
import { DoorSimulation } from '../testing/door-simulation.ts'
import { makeResultLossSwitch, recordCommands } from '../testing/simulated-terminals.ts'
import { startTestAppForFile } from '../testing/test-app.ts'

const app = await startTestAppForFile({ SESSION_HOURS: '8760' })
const { port } = await app.listen()
const setLost = makeResultLossSwitch(app)

/** Matches commands that query a single user, in both dialects. */
const asksForOne = /^DATA QUERY (USERINFO PIN=|tablename=user,fielddesc=\*,filter=Pin=)/

/** Plays events at two terminals. Afterwards both hold the desired state, and no further command is sent. */
async function playDoorEvents(
  played: readonly DoorAction[],
  ways: readonly [readonly TerminalBehaviour[], readonly TerminalBehaviour[]],
): Promise<void> {
  setLost(false)
  app.clock.set('2026-06-15T16:00:00Z')
  const world = await DoorSimulation.make(app, port, setLost, ways)
  for (const action of played) await world.act(action)
  await world.endFaults()
  const expected = await world.wanted()
  expect(world.terminals.map((terminal) => world.known(terminal))).toEqual(expected)
  expect(world.terminals.map((terminal) => world.strangers(terminal))).toEqual(
    world.enrolled.map((pins) => [...pins].sort()),
  )
  // Each pass is recorded exactly once.
  expect(await world.recorded()).toEqual(world.passed.map((passes) => [...passes].sort()))
  app.clock.advance(600_000)
  for (const [at, terminal] of world.terminals.entries()) {
    const texts = recordCommands(terminal)
    await terminal.step()
    const isSilent = !canAnswerQueries(ways[at] ?? [])
    expect(texts.filter((text) => !(isSilent && asksForOne.test(text)))).toEqual([])
  }
}

const events = fc.array(doorActionArbitrary, { minLength: 10, maxLength: 40 })

describe.each(listSeeds(211, 212))(
  'convergence property, random events (seed %d)',
  { timeout: propertyTimeoutMs },
  (from) => {
    const extent = { numRuns: 12, seed: from }

    test('convergence property: two terminals, one of each dialect, reach the desired state', () =>
      checkProperty(fc.tuple(events, accessBehavioursArbitrary), extent, ([played, other]) =>
        playDoorEvents(played, [[], other]),
      ))

    test('convergence property: two terminals of any firmware reach the desired state', () =>
      checkProperty(
        fc.tuple(events, terminalBehavioursArbitrary, terminalBehavioursArbitrary),
        extent,
        ([played, one, other]) => playDoorEvents(played, [one, other]),
      ))
  },
)
