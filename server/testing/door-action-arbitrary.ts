// Random actions for door tests (fast-check): at the desk, at two terminals, and on the network between them.
import type { Client } from '@torniquete/contract/members/clients.ts'
import type { TerminalOptions } from '@torniquete/terminal-simulator/terminal.ts'
import type { Faults } from '@torniquete/terminal-simulator/terminal-faults.ts'
import fc from 'fast-check'

export const faultNames = ['ignoreCommands', 'failCommands', 'dropBeforeAnswer', 'duplicateResults', 'cutBody'] as const
type Fault = (typeof faultNames)[number] & keyof Faults

export type DoorAction =
  | { kind: 'create'; pin: number | null; name: string }
  | { kind: 'edit'; client: number; change: Partial<Pick<Client, 'name' | 'card_number' | 'is_active'>> }
  | { kind: 'delete'; client: number }
  | { kind: 'sell'; client: number; start: number; days: number }
  | { kind: 'renumber'; client: number; pin: number }
  | { kind: 'block' | 'unblock' | 'remove' | 'add'; client: number }
  /** Changes the access of a sold plan: null hours open at any time, null doors open all doors. */
  | { kind: 'limit'; plan: number; hours: 0 | 1 | null; doors: LimitedDoors | null }
  /** Changes a schedule of opening hours, and thereby all plans that use it. */
  | { kind: 'rehour'; hours: 0 | 1; from: string }
  | { kind: 'upload' }
  | { kind: 'wait'; seconds: number }
  | { kind: 'step' | 'reset' | 'offline' | 'online' | 'power-cut'; terminal: number }
  /** A person passes at a terminal, which may lose power before it uploads the pass. */
  | { kind: 'pass'; terminal: number; client: number }
  | { kind: 'fault'; terminal: number; fault: Fault; on: boolean }
  | { kind: 'lost'; lost: boolean }
  | { kind: 'change-there'; terminal: number; client: number; verify: number; card: string }
  | { kind: 'enrol-stranger'; terminal: number; pin: string }

/** One of the two terminals, and a single door of it if the terminal is a panel. */
type LimitedDoors = { terminal: 0 | 1; door: number | null }

/** Behaviours of real terminals: fields for validity, answers to commands, and reports (terminal-simulator). */
const manners = {
  'obeys first and last days': {
    // The server does not trust this model to end a person's right by itself.
    firmware: { deviceName: 'TX', obeys: { verify: true, validity: true }, holdsDates: true, validTimeCode: 0 },
  },
  'takes people off when their right ends, until it is told not to': {
    firmware: { deviceName: 'TX', obeys: { verify: true, validity: true }, validTimeCode: 0, overValidTime: 2 },
  },
  'goes by groups': { firmware: { deviceName: 'F22/ID', platform: 'ZLM60_TFT', obeys: { groups: [1] } } },
  'obeys nothing': { firmware: { obeys: {} } },
  'counts its room by hundreds': { firmware: { capacity: 300, countsHundreds: true } },
  'two days ahead, whatever it is told': { faults: { clockSkewMs: 172_800_000 } },
  'logs what it is told as done at its menu': { faults: { logsCommands: true } },
  'sends fingers and faces': { faults: { sendsTemplates: true } },
  'writes on after its body': { faults: { overlongBody: true } },
  'lists before it acknowledges': { firmware: { queryRowsFirst: true, queryBatch: 2 } },
  'lists without the word USER': { firmware: { queryAnswer: 'USERINFO' } },
  'three commands a poll': { firmware: { commandsPerPoll: 3 } },
  'counts at each poll': { faults: { infoAtEachPoll: true } },
  'counts two too few': { faults: { usersCountedShort: 2 } },
  'marks of its own': { firmware: { stamps: 'own' } },
  'a bare OK only': { faults: { acceptedForm: 'OK' } },
  'reports each put without a method': { faults: { reportsPuts: true, reportedVerify: 'absent' } },
  'reports each put in capitals': { faults: { reportsPuts: true, reportedName: 'upper case' } },
  'reports each put by the group’s mode': { faults: { reportsPuts: true, reportedVerify: 'group' } },
  'reports each put with its card turned round': { faults: { reportsPuts: true, reportedCard: 'reversed hex' } },
  'the year 2000 whenever the power comes': { firmware: { deadBattery: true } },
  'tells of an enrolment by its operation alone': { faults: { operationsOnly: true } },
  'counts those with a finger': { faults: { countsFingers: true } },
  chunks: { faults: { chunkedBody: true } },
  'old wire': { faults: { http10: true, upperCasePath: true } },
  'results in another order and spelling': { faults: { lowerCaseReturn: true, serialNumberInResults: true } },
  'lines that end in CR LF or in nothing': { faults: { crlf: true, noFinalLineEnd: true, trailingTab: true } },
  'names no table': { faults: { noTable: true, opStamp: true } },
  'sends each batch twice': { faults: { resendTimes: 2 } },
  'keeps its connection': { faults: { keepAlive: true } },
  'waits for leave to send': { faults: { expectContinue: true } },
  'obeys what is switched off': { firmware: { deviceName: 'MB360', obeys: { enable: true } } },
  'answers no question': { firmware: { queryAnswer: 'nothing' } },
  'refuses every question': { firmware: { queryAnswer: 'refused' } },
  'tells two at a time of whom it holds': { firmware: { queryLimit: 2 } },
  'reads the method by its other name': { firmware: { platform: 'ZEM560', verifyKey: 'VerifyMode' } },
  'sends all again to a mark of 0': { faults: { honourStamps: true } },
  'speaks the access dialect': { firmware: { dialect: 'access' } },
  'speaks the access dialect, and counts days in seconds': {
    firmware: { dialect: 'access', countsSeconds: true, hasFaces: true, pollsByPush: true },
  },
  'speaks the access dialect, with two doors': { firmware: { dialect: 'access', lockCount: 2 } },
  'has no hours': { firmware: { hours: 'refused' } },
  'takes no time from here': { firmware: { ignoresDateTime: true, ignoresTimeZone: true } },
} as const satisfies Record<string, Pick<TerminalOptions, 'firmware' | 'faults'>>
export type TerminalBehaviour = keyof typeof manners

/** If a terminal has both behaviours, a change made at the terminal looks like a repeated report. */
const indistinguishable: readonly TerminalBehaviour[] = ['reports each put without a method', 'sends each batch twice']

/** The server sends queries to such terminals only a limited number of times. */
const unanswering: readonly TerminalBehaviour[] = ['answers no question', 'refuses every question']
export const canAnswerQueries = (mixture: readonly TerminalBehaviour[]): boolean =>
  !unanswering.some((way) => mixture.includes(way))

/** A terminal with several behaviours at once; if two of them conflict, the later one wins. */
export const terminalBehavioursArbitrary = fc
  .subarray(Object.keys(manners) as TerminalBehaviour[], { minLength: 2, maxLength: 6 }) // the object has only its own keys
  .filter((ways) => !indistinguishable.every((way) => ways.includes(way)))

/** A terminal of the access dialect, with behaviours that terminals of both dialects may have. */
export const accessBehavioursArbitrary = fc
  .tuple(
    fc.constantFrom<TerminalBehaviour>(
      'speaks the access dialect',
      'speaks the access dialect, and counts days in seconds',
      'speaks the access dialect, with two doors',
    ),
    fc.subarray<TerminalBehaviour>([
      'writes on after its body',
      'lists before it acknowledges',
      'three commands a poll',
      'counts two too few',
      'reports each put in capitals',
      'reports each put with its card turned round',
      'the year 2000 whenever the power comes',
      'chunks',
      'old wire',
      'results in another order and spelling',
      'lines that end in CR LF or in nothing',
      'sends each batch twice',
      'keeps its connection',
      'answers no question',
      'refuses every question',
      'tells two at a time of whom it holds',
      'takes no time from here',
      'has no hours',
    ]),
  )
  .map(([dialect, ways]) => [dialect, ...ways])

/** Behaviours that affect neither the reports of a terminal nor its list of users. */
export const wireBehavioursArbitrary = fc.subarray<TerminalBehaviour>(
  [
    'counts at each poll',
    'marks of its own',
    'a bare OK only',
    'old wire',
    'results in another order and spelling',
    'lines that end in CR LF or in nothing',
    'names no table',
    'sends each batch twice',
    'writes on after its body',
  ],
  { minLength: 2, maxLength: 6 },
)

export function toTerminalOptions(mixture: readonly TerminalBehaviour[]): Pick<TerminalOptions, 'firmware' | 'faults'> {
  const each: Pick<TerminalOptions, 'firmware' | 'faults'>[] = mixture.map((manner) => manners[manner])
  return {
    firmware: Object.assign({}, ...each.map(({ firmware }) => firmware)),
    faults: Object.assign({}, ...each.map(({ faults }) => faults)),
  }
}

const client = fc.nat(5)
const terminal = fc.nat(1)
const pin = fc.integer({ min: 101, max: 105 })
/** PINs of people unknown to the gym, as enrolled at a terminal: letters, leading zeros, a full identity number. */
const strangers = ['201', '202', '0203', 'A_7', '1020304050']
const name = fc.constantFrom('Ana', 'Ñáñez', 'María de los Ángeles Fernández', 'Zoë 💪🏽💪🏽💪🏽💪🏽', 'a=b')
const change = fc.oneof(
  fc.record({ name }),
  fc.record({ card_number: fc.constantFrom('0042', '7', null) }),
  fc.record({ is_active: fc.boolean() }),
)
const kinds = <Kind extends string>(...all: Kind[]) => fc.constantFrom(...all)

export const doorActionArbitrary: fc.Arbitrary<DoorAction> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: kinds('create'), pin: fc.option(pin), name }) },
  { weight: 3, arbitrary: fc.record({ kind: kinds('edit'), client, change }) },
  { weight: 2, arbitrary: fc.record({ kind: kinds('delete'), client }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: kinds('sell'),
      client,
      start: fc.integer({ min: -2, max: 2 }),
      days: fc.integer({ min: 1, max: 3 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: kinds('renumber'), client, pin }) },
  { weight: 3, arbitrary: fc.record({ kind: kinds('block', 'unblock', 'remove', 'add'), client }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: kinds('limit'),
      plan: fc.nat(5),
      hours: fc.constantFrom(0 as const, 1 as const, null),
      doors: fc.option(
        fc.record({ terminal: fc.constantFrom(0 as const, 1 as const), door: fc.constantFrom(1, 2, null) }),
      ),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: kinds('rehour'),
      hours: fc.constantFrom(0 as const, 1 as const),
      from: fc.constantFrom('07:00', '08:30'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: kinds('upload') }) },
  { weight: 3, arbitrary: fc.record({ kind: kinds('wait'), seconds: fc.constantFrom(5, 11, 31, 121, 86_400) }) },
  { weight: 9, arbitrary: fc.record({ kind: kinds('step'), terminal }) },
  { weight: 1, arbitrary: fc.record({ kind: kinds('reset', 'offline', 'online', 'power-cut'), terminal }) },
  { weight: 3, arbitrary: fc.record({ kind: kinds('pass'), terminal, client }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: kinds('fault'), terminal, fault: fc.constantFrom(...faultNames), on: fc.boolean() }),
  },
  { weight: 2, arbitrary: fc.record({ kind: kinds('lost'), lost: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: kinds('change-there'),
      terminal,
      client,
      verify: fc.constantFrom(-1, 0, 3),
      card: fc.constantFrom('', '99'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: kinds('enrol-stranger'), terminal, pin: fc.constantFrom(...strangers) }),
  },
)
