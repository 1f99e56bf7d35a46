// Sequences of events after which terminals once held something else than the gym wants.
import { test } from 'vitest'
import type { Action, Manner } from '../testing/door-actions.ts'
import { play, startPlay } from '../testing/play-door-events.ts'

startPlay()

const step = (terminal: number): Action => ({ kind: 'step', terminal })
/** At hours, or at a door of the second terminal. */
const limit = (hours: 0 | null, door: 1 | 2 | null): Action => ({
  kind: 'limit',
  plan: 0,
  hours,
  doors: door && { terminal: 1, door },
})
const create = (pin: number): Action => ({ kind: 'create', pin, name: 'Ana' })
const sold: Action[] = [create(101), { kind: 'sell', client: 0, start: 0, days: 3 }]

test.each<[string, Action[], [Manner[], Manner[]]?]>([
  [
    'results lost, then the number handed on twice',
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
    'a removal that takes more commands than the terminal does at a time, in the access dialect',
    [create(101), step(1), { kind: 'remove', client: 0 }, { kind: 'block', client: 0 }],
    [[], ['speaks the access dialect', 'three commands a poll']],
  ],
  [
    'a pass that is sent again, for its answer is not understood, after its client was deleted',
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
    'a plan that opens one door of a panel, then the other',
    [...sold, step(1), limit(null, 1), step(1), limit(null, 2), step(1)],
    [[], ['speaks the access dialect, with two doors']],
  ],
  [
    'hours that a terminal forgot when it was reset',
    [...sold, limit(0, null), step(1), step(1), step(1), { kind: 'reset', terminal: 1 }],
    [[], ['speaks the access dialect']],
  ],
  [
    "a member's own mode set at the terminal to the group's, which opens alike",
    [
      create(101),
      { kind: 'sell', client: 0, start: 0, days: 3 },
      step(0),
      step(0),
      { kind: 'change-there', terminal: 0, client: 0, verify: -1, card: '' },
    ],
  ],
  [
    'a mode changed at a terminal that tells it by its operation alone, and refuses every question',
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
    'a terminal that is reset after it took the first of two options, by the second of which it takes people off',
    [step(0), { kind: 'reset', terminal: 0 }, create(101)],
    [['takes people off when their right ends, until it is told not to', 'two days ahead, whatever it is told'], []],
  ],
  [
    'more people than a terminal of the access dialect takes at a time, each told in words of its own before it is asked whom it holds',
    [create(101), ...Array.from({ length: 5 }, (): Action => ({ kind: 'create', pin: null, name: 'Ana' }))],
    [[], ['speaks the access dialect', 'three commands a poll', 'reports each put in capitals']],
  ],
])('%s', async (_, played, ways) => play(played, ways))
