// Replays sequences of events after which terminals once did not hold the desired state.
import { test } from 'vitest'
import type { DoorAction, TerminalBehaviour } from '../testing/door-actions.ts'
import { playDoorEvents, startDoorEventsApp } from '../testing/play-door-events.ts'

startDoorEventsApp()

const step = (terminal: number): DoorAction => ({ kind: 'step', terminal })
/** Limits a plan to certain hours, to a door of the second terminal, or to both. */
const limit = (hours: 0 | null, door: 1 | 2 | null): DoorAction => ({
  kind: 'limit',
  plan: 0,
  hours,
  doors: door && { terminal: 1, door },
})
const create = (pin: number): DoorAction => ({ kind: 'create', pin, name: 'Ana' })
const sold: DoorAction[] = [create(101), { kind: 'sell', client: 0, start: 0, days: 3 }]

test.each<[string, DoorAction[], [TerminalBehaviour[], TerminalBehaviour[]]?]>([
  [
    'lost results and a PIN that is reassigned twice',
    [
      create(101),
      step(0),
      { kind: 'lost', lost: true },
      { kind: 'sell', client: 0, start: 0, days: 3 },
      step(0),
      { kind: 'delete', client: 0 },
      create(101),
      step(0),
      { kind: 'delete', client: 0 },
      create(101),
      step(0),
    ],
  ],
  [
    'a removal with more commands than an access panel executes per poll',
    [create(101), step(1), { kind: 'remove', client: 0 }, { kind: 'block', client: 0 }],
    [[], ['speaks the access dialect', 'three commands a poll']],
  ],
  [
    'a pass that is repeated after its client was deleted',
    [
      create(101),
      step(0),
      { kind: 'pass', terminal: 0, client: 0 },
      step(0),
      { kind: 'delete', client: 0 },
      step(0),
      { kind: 'power-cut', terminal: 0 },
      step(0),
    ],
    [['a bare OK only'], []],
  ],
  [
    'a plan that changes from one door of a panel to the other',
    [...sold, step(1), limit(null, 1), step(1), limit(null, 2), step(1)],
    [[], ['speaks the access dialect, with two doors']],
  ],
  [
    'a reset that deletes the time zones',
    [...sold, limit(0, null), step(1), step(1), step(1), { kind: 'reset', terminal: 1 }],
    [[], ['speaks the access dialect']],
  ],
  [
    "a change at the terminal from a member's own mode to the equivalent mode of the group",
    [
      create(101),
      { kind: 'sell', client: 0, start: 0, days: 3 },
      step(0),
      step(0),
      { kind: 'change-there', terminal: 0, client: 0, verify: -1, card: '' },
    ],
  ],
  [
    'a changed mode at a terminal that logs the operation only and refuses queries',
    [
      create(101),
      step(0),
      step(0),
      { kind: 'change-there', terminal: 0, client: 0, verify: -1, card: '' },
      step(0),
      { kind: 'wait', seconds: 121 },
      step(0),
      { kind: 'wait', seconds: 121 },
      step(0),
    ],
    [['tells of an enrolment by its operation alone', 'refuses every question'], []],
  ],
  [
    'a reset between the two options for expired users',
    [step(0), { kind: 'reset', terminal: 0 }, create(101)],
    [['takes people off when their right ends, until it is told not to', 'two days ahead, whatever it is told'], []],
  ],
  [
    'more users than an access panel accepts per poll, reported in capitals before the census',
    [create(101), ...Array.from({ length: 5 }, (): DoorAction => ({ kind: 'create', pin: null, name: 'Ana' }))],
    [[], ['speaks the access dialect', 'three commands a poll', 'reports each put in capitals']],
  ],
])('convergence: terminals reach the desired state after %s', async (_, played, ways) => playDoorEvents(played, ways))
