// What the operation log says was done at a terminal (protocol §5.2): each operation is judged once.
import { createHash } from 'node:crypto'
import type { Door } from '../../door.ts'
import { type Incident, isRecent } from '../../incidents.ts'
import type { Judgement, Unjudged } from '../../operations.ts'
import { firstYear } from '../../passes.ts'
import type { Terminal } from '../../terminals.ts'
import type { Operation } from './attendance-uploads.ts'
import { pinPattern } from './push-lines.ts'

type LoggedOperation = Operation & { digest: string }
type Judged = Judgement<LoggedOperation>

/**
 * Finger, password, card, a new user, other data, a card taken away, name, privilege, card, face, password: some firmware says
 * no more of it than that. What was long ago it tells when it is asked whom it holds.
 */
const changes = new Set([6, 7, 8, 12, 30, 36, 70, 71, 100, 101, 113])
/** A finger enrolled or deleted, a face enrolled, deleted or changed, a finger vein, a palm (the vendor's manual, 15.3). */
const templateChanges = new Set([6, 10, 101, 106, 114, 121, 122, 123, 124, 125, 126])
const deletion = 9
const fingerDeletion = 10
const emptied = new Set([13, 22])
const clockSet = 21
const alarm = 3

/** Alarms of the door and the device; others are every day: a door that opens, stands open or shuts, a refused finger. */
const alarmKinds: ReadonlyMap<string, Incident['kind']> = new Map([
  ['54', 'forced'],
  ['55', 'tampered'],
])
const kinds: ReadonlyMap<number, Incident['kind']> = new Map([
  [deletion, 'deleted'],
  [fingerDeletion, 'finger deleted'],
  [13, 'emptied'],
  [22, 'emptied'],
  [24, 'administrators cleared'],
  [32, 'duress'],
])

const kindOf = ({ code, objects: [object = ''] }: Operation): Incident['kind'] | undefined =>
  code === alarm ? alarmKinds.get(object) : kinds.get(code)

/** Settings, menus and passes are every day, and too many to be remembered. */
const isHeeded = (operation: Operation): boolean =>
  changes.has(operation.code) ||
  templateChanges.has(operation.code) ||
  operation.code === clockSet ||
  kindOf(operation) !== undefined

function digestOf({ code, adminPin, time, objects }: Operation): string {
  const text = [code, adminPin, time, ...objects].join('\t')
  return createHash('sha256').update(text).digest('hex').slice(0, 32)
}

/** What was not judged before; where a clock was set by it, or shows that it is wrong, that is noted. */
export async function judgeOperations(
  door: Door,
  terminal: Terminal,
  operations: readonly Operation[],
  now: Date,
): Promise<Judged> {
  if (operations.length === 0) return { unjudged: [], isPast: false, goesOn: false }
  const heeded = operations.filter(isHeeded).map((operation) => ({ ...operation, digest: digestOf(operation) }))
  const judgement = await door.operations.unjudged(terminal, heeded, operations.length, now)
  // Somebody set its clock at its menu; or it begins again where clocks begin, and says so alone: its past comes in numbers.
  const set = judgement.unjudged.find(({ code }) => code === clockSet)
  const [only] = operations
  const shows = set ?? (operations.length === 1 && only && only.time < firstYear ? only : undefined)
  if (shows) await door.clocks.changed(terminal, shows.time, now)
  // What is told with that may be by either clock.
  return set
    ? { ...judgement, unjudged: judgement.unjudged.map((operation) => ({ ...operation, at: now })) }
    : judgement
}

/** Has a person hear of it; whoever was deleted is known to be gone before others are told of under their numbers. */
export async function notifyOperations(door: Door, terminal: Terminal, judged: Judged, now: Date): Promise<void> {
  const unjudged = judged.unjudged.filter(({ isPast }) => !isPast)
  const deleted = unjudged.filter(({ code }) => code === deletion)
  // With a person their fingers go.
  const gone = new Set(numbersOf(deleted))
  const isTold = (operation: Unjudged<LoggedOperation>) =>
    isRecent(operation, now) &&
    !(operation.code === fingerDeletion && numbersOf([operation]).some((pin) => gone.has(pin)))
  await door.incidentsHappened(terminal, incidentsOf(unjudged.filter(isTold)), now)
  await door.goneFromTerminal(terminal, timesOf(deleted), now)
}

/** Puts right what was done there, and asks for whom it does not tell of (`told`) by itself. It is judged when this is done. */
export async function applyOperations(
  door: Door,
  terminal: Terminal,
  { unjudged, isPast, goesOn, told }: Judged & { told: ReadonlySet<string> },
  now: Date,
): Promise<void> {
  const deleted = unjudged.filter(({ code }) => code === deletion)
  for (const ofPast of [true, false])
    await door.deletedAtTerminal(
      terminal,
      numbersOf(deleted.filter((operation) => operation.isPast === ofPast)),
      ofPast,
    )
  // What it tells first of all may be of a moment ago; what it tells of its past after that is not.
  const heeded = isPast ? unjudged : unjudged.filter((operation) => !operation.isPast)
  const [changed, longAgo] = [true, false].map((lately) =>
    heeded.filter((operation) => changes.has(operation.code) && isRecent(operation, now) === lately),
  ) as [Unjudged<LoggedOperation>[], Unjudged<LoggedOperation>[]] // one for each
  // Its line was down, or it was not understood: who was changed meanwhile is told again, unasked.
  await door.deletedAtTerminal(terminal, numbersOf(longAgo.filter((operation) => !operation.isPast)), true)
  await door.changedAtTerminal(
    terminal,
    timesOf(changed).filter(({ pin }) => !told.has(pin)),
    now,
  )
  const enrolled = heeded.filter(({ code }) => templateChanges.has(code))
  if (terminal.keepsBiometrics) await door.templates.changed(terminal, numbersOf(enrolled))
  if (heeded.some(({ code }) => emptied.has(code))) await door.listAgain(terminal, now)
  if (goesOn || unjudged.length > 0) await door.operations.note(terminal, unjudged, goesOn, now)
}

/** Whom operations were about. */
const numbersOf = (operations: readonly Operation[]): string[] =>
  operations.flatMap(({ objects: [pin = ''] }) => (pinPattern.test(pin) && !/^0+$/.test(pin) ? pin : []))

/** And when they were. */
const timesOf = (operations: readonly Unjudged<LoggedOperation>[]): { pin: string; at: Date }[] =>
  operations.flatMap((operation) => numbersOf([operation]).map((pin) => ({ pin, at: operation.at })))

const incidentsOf = (operations: readonly Unjudged<LoggedOperation>[]): Incident[] =>
  operations.flatMap((operation) => {
    const kind = kindOf(operation)
    const [object = ''] = operation.objects
    return kind ? { kind, at: operation.at, pin: pinPattern.test(object) ? object : null } : []
  })
