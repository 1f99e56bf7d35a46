// Sequences of events after which terminals once held something else than the gym wants.
import { test } from 'vitest'
import type { Action, Manner } from '../testing/door-actions.ts'
import { play, startPlay } from '../testing/play-door.ts'

startPlay()

const step = (terminal: number): Action => ({ kind: 'step', terminal })
/** At hours, or at a door of the second terminal. */
const limit = (hours: 0 | 1 | null, door: 1 | 2 | null): Action => ({
  kind: 'limit',
  plan: 0,
  hours,
  doors: door && { terminal: 1, door },
})
const create = (pin: number): Action => ({ kind: 'create', pin, name: 'Ana' })
const sold: Action[] = [create(101), { kind: 'sell', client: 0, start: 0, days: 3 }]

test.each<[string, Action[], [Manner[], Manner[]]?]>([
  [
    'a terminal that counts nobody and refuses everything, the list of whom it holds too, while a number passes on',
    [
      create(101),
      step(0),
      { kind: 'fault', terminal: 0, fault: 'failCommands', on: true },
      { kind: 'renumber', client: 0, pin: 104 },
      step(0),
    ],
    [['counts two too few'], []],
  ],
  [
    'a terminal that takes a bare OK only and counts too few is reset before it could tell whom it holds',
    [step(0), create(102), { kind: 'reset', terminal: 0 }],
    [['counts two too few', 'a bare OK only'], []],
  ],
  [
    'a terminal that counts too few, and lists in pieces of which the first is as many',
    [create(102), step(0), { kind: 'enrol-stranger', terminal: 1, pin: '201' }],
    [[], ['lists before it acknowledges', 'counts two too few']],
  ],
  [
    'names in words of its own, told before each acknowledgement',
    [create(101), step(0), step(0)],
    [['lists before it acknowledges', 'reports each put in capitals'], []],
  ],
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
    'refused commands, then a reset',
    [
      create(101),
      create(102),
      { kind: 'fault', terminal: 1, fault: 'failCommands', on: true },
      step(1),
      { kind: 'renumber', client: 0, pin: 103 },
      step(1),
      { kind: 'reset', terminal: 1 },
    ],
  ],
  [
    'a removal that takes more commands than the terminal does at a time, in the access dialect',
    [create(101), step(1), { kind: 'remove', client: 0 }, { kind: 'block', client: 0 }],
    [[], ['speaks the access dialect', 'three commands a poll']],
  ],
  [
    'a count that is short, and a list that comes before its acknowledgement, in the access dialect',
    [create(101), { kind: 'block', client: 0 }],
    [[], ['speaks the access dialect', 'lists before it acknowledges', 'counts two too few']],
  ],
  [
    'a terminal of the access dialect that counts those with a finger, and is reset',
    [create(101), step(0), { kind: 'sell', client: 0, start: 0, days: 1 }, step(0), { kind: 'reset', terminal: 0 }],
    [['speaks the access dialect', 'counts those with a finger'], []],
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
    'a plan that opens at other hours than before, at a terminal that has a right for each of its hours',
    [...sold, step(1), limit(0, null), step(1), step(1), limit(1, null), step(1)],
    [[], ['speaks the access dialect']],
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
    'hours at a terminal that has none',
    [...sold, limit(0, null), step(1), step(1), step(1), limit(1, 1), step(1)],
    [[], ['speaks the access dialect', 'has no hours']],
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
    'a mode changed at a terminal that does not tell modes, in the words in which it tells of what it was given',
    [create(101), step(0), step(0), { kind: 'change-there', terminal: 0, client: 0, verify: -1, card: '' }, step(0)],
    [['reports each put without a method'], []],
  ],
  [
    'a mode changed at a terminal that tells it by its operation alone, a day late, and refuses every question',
    [
      create(101),
      step(0),
      { kind: 'sell', client: 0, start: 0, days: 1 },
      { kind: 'enrol-stranger', terminal: 0, pin: '201' },
      create(102),
      create(103),
      step(0),
      { kind: 'delete', client: 1 },
      { kind: 'change-there', terminal: 0, client: 0, verify: -1, card: '' },
      create(104),
      { kind: 'wait', seconds: 31 },
    ],
    [['a bare OK only', 'tells of an enrolment by its operation alone', 'refuses every question'], []],
  ],
  [
    'the same, told at once',
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
    'the same, at one that logs what it is told as done at its menu, too',
    [
      create(101),
      step(0),
      step(0),
      { kind: 'change-there', terminal: 0, client: 0, verify: -1, card: '' },
      step(0),
      { kind: 'wait', seconds: 121 },
      step(0),
    ],
    [
      [
        'tells of an enrolment by its operation alone',
        'refuses every question',
        'logs what it is told as done at its menu',
      ],
      [],
    ],
  ],
  [
    'a terminal that logs what it is told as done at its menu, and tells nobody’s method, asked or not',
    [],
    [['logs what it is told as done at its menu', 'reports each put without a method'], []],
  ],
  [
    'a terminal that counts too few, and takes the question whom it holds without an answer, while it is sent others',
    [
      { kind: 'create', pin: null, name: 'a=b' },
      step(0),
      { kind: 'upload' },
      step(0),
      create(101),
      { kind: 'renumber', client: 1, pin: 102 },
      step(0),
      create(101),
      { kind: 'sell', client: 2, start: 2, days: 3 },
      { kind: 'delete', client: 1 },
      { kind: 'delete', client: 0 },
      { kind: 'offline', terminal: 0 },
      { kind: 'renumber', client: 0, pin: 104 },
      { kind: 'wait', seconds: 86_400 },
    ],
    [['counts two too few', 'answers no question'], []],
  ],
  [
    'a terminal that is reset after it took the first of two options, by the second of which it takes people off',
    [step(0), { kind: 'reset', terminal: 0 }, create(101)],
    [['takes people off when their right ends, until it is told not to', 'two days ahead, whatever it is told'], []],
  ],
  [
    'a terminal that takes the question whom it holds without an answer, is reset, and counts as many as are sent to it meanwhile',
    [
      { kind: 'pass', terminal: 1, client: 0 },
      { kind: 'reset', terminal: 1 },
      { kind: 'create', pin: null, name: 'Ana' },
    ],
    [[], ['answers no question']],
  ],
  [
    'more people than a terminal of the access dialect takes at a time, each told in words of its own before it is asked whom it holds',
    [create(101), ...Array.from({ length: 5 }, (): Action => ({ kind: 'create', pin: null, name: 'Ana' }))],
    [[], ['speaks the access dialect', 'three commands a poll', 'reports each put in capitals']],
  ],
  [
    'a right that ended, at a terminal that says of everybody, and before each acknowledgement, that they go by their group’s mode',
    [create(101), { kind: 'sell', client: 0, start: 0, days: 1 }, step(0)],
    [['lists before it acknowledges', 'reports each put by the group’s mode'], []],
  ],
])('%s', async (_, played, ways) => play(played, ways))
