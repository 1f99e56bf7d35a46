// Plays random events at the desk, at two terminals and on the network between them.
import { afterAll, beforeAll, expect } from 'vitest'
import { answers, type DoorAction, type TerminalBehaviour } from './door-actions.ts'
import { DoorSimulation } from './door-simulation.ts'
import { loseResults, recordCommands } from './simulated-terminals.ts'
import { startTestApp, type TestApp } from './test-app.ts'

let app: TestApp
let port: number
let setLost: (isLost: boolean) => void

/** Test files call this once at the top. */
export function startDoorEventsApp(): void {
  beforeAll(async () => {
    app = await startTestApp({ SESSION_HOURS: '8760' })
    port = (await app.listen()).port
    setLost = loseResults(app)
  })
  afterAll(() => app.close())
}

/** Matches commands that query a single user, in both dialects. */
const asksForOne = /^DATA QUERY (USERINFO PIN=|tablename=user,fielddesc=\*,filter=Pin=)/

/** Plays events at two terminals. Afterwards both hold the desired state, and no further command is sent. */
export async function playDoorEvents(
  played: readonly DoorAction[],
  ways?: readonly [readonly TerminalBehaviour[], readonly TerminalBehaviour[]],
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
    const isSilent = !answers(ways?.[at] ?? [])
    expect(texts.filter((text) => !(isSilent && asksForOne.test(text)))).toEqual([])
  }
}
