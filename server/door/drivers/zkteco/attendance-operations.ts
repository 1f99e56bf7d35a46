// Processes each operation of a terminal's log once (protocol §5.2).
import { createHash } from 'node:crypto'
import type { DoorService } from '../../door-service.ts'
import { isRecentIncident, type TerminalIncident } from '../../incidents.ts'
import {
  findNewOperations,
  markOperationsProcessed,
  type NewOperation,
  type OperationBatch,
} from '../../operation-log.ts'
import { earliestValidDate } from '../../record-passes.ts'
import type { Terminal } from '../../terminals.ts'
import { requestTemplatesAgain } from '../../uploaded-templates.ts'
import type { OperlogEntry } from './attendance-uploads.ts'
import { pinPattern } from './parse-push-lines.ts'

type LoggedOperation = OperlogEntry & { digest: string }
type NewOperations = OperationBatch<LoggedOperation>

/**
 * Operation codes that change a user: finger, password, card, new user, other data, card removed, name, privilege,
 * card, face, password. Some firmware reports only these codes, so the user is queried; old changes are found by a
 * census.
 */
const changes = new Set([6, 7, 8, 12, 30, 36, 70, 71, 100, 101, 113])
/** Operation codes of templates: finger, face, finger vein or palm enrolled, changed or deleted (manual, 15.3). */
const templateChanges = new Set([6, 10, 101, 106, 114, 121, 122, 123, 124, 125, 126])
const deletion = 9
const fingerDeletion = 10
const emptied = new Set([13, 22])
const clockSet = 21
const alarm = 3

/** Alarm codes that are incidents. Others are routine: a door opened, left open or closed, a refused finger. */
const alarmKinds: ReadonlyMap<string, TerminalIncident['kind']> = new Map([
  ['54', 'forced'],
  ['55', 'tampered'],
])
const kinds: ReadonlyMap<number, TerminalIncident['kind']> = new Map([
  [deletion, 'deleted'],
  [fingerDeletion, 'finger deleted'],
  [13, 'emptied'],
  [22, 'emptied'],
  [24, 'administrators cleared'],
  [32, 'duress'],
])

const kindOf = ({ code, objects: [object = ''] }: OperlogEntry): TerminalIncident['kind'] | undefined =>
  code === alarm ? alarmKinds.get(object) : kinds.get(code)

/** True for operations to process. Settings, menus and passes are routine, and too many to store. */
const isRelevant = (operation: OperlogEntry): boolean =>
  changes.has(operation.code) ||
  templateChanges.has(operation.code) ||
  operation.code === clockSet ||
  kindOf(operation) !== undefined

function digestOf({ code, adminPin, time, objects }: OperlogEntry): string {
  const text = [code, adminPin, time, ...objects].join('\t')
  return createHash('sha256').update(text).digest('hex').slice(0, 32)
}

/** Returns operations not processed before. Also measures the clock if one shows that it was set or is wrong. */
export async function filterNewOperations(
  door: DoorService,
  terminal: Terminal,
  operations: readonly OperlogEntry[],
  now: Date,
): Promise<NewOperations> {
  if (operations.length === 0) return { newOperations: [], isPast: false, mayContinue: false }
  const relevant = operations.filter(isRelevant).map((operation) => ({ ...operation, digest: digestOf(operation) }))
  const batch = await findNewOperations(door, terminal, relevant, operations.length, now)
  // The clock was set at the menu, or a single live operation has the date of a reset clock. A past log has many lines.
  const set = batch.newOperations.find(({ code }) => code === clockSet)
  const [only] = operations
  const shows = set ?? (operations.length === 1 && only && only.time < earliestValidDate ? only : undefined)
  if (shows) await door.clocks.handleClockChange(terminal, shows.time, now)
  // The times of the operations may be those of the old or the new clock, so the current time is used.
  return set ? { ...batch, newOperations: batch.newOperations.map((operation) => ({ ...operation, at: now })) } : batch
}

/** Notifies of incidents, and marks deleted PINs before new users with those PINs are processed. */
export async function processLoggedIncidents(
  door: DoorService,
  terminal: Terminal,
  batch: NewOperations,
  now: Date,
): Promise<void> {
  const newOperations = batch.newOperations.filter(({ isPast }) => !isPast)
  const deleted = newOperations.filter(({ code }) => code === deletion)
  // The deletion of a user includes the fingerprints, so they need no notification of their own.
  const gone = new Set(numbersOf(deleted))
  const isNotified = (operation: NewOperation<LoggedOperation>) =>
    isRecentIncident(operation, now) &&
    !(operation.code === fingerDeletion && numbersOf([operation]).some((pin) => gone.has(pin)))
  await door.reportIncidents(terminal, incidentsOf(newOperations.filter(isNotified)), now)
  await door.markPinsDeleted(terminal, timesOf(deleted), now)
}

/** Sends overwritten records again, and queries changed users who were not uploaded. */
export async function reconcileAfterOperations(
  door: DoorService,
  terminal: Terminal,
  { newOperations, isPast, mayContinue, uploadedPins }: NewOperations & { uploadedPins: ReadonlySet<string> },
  now: Date,
): Promise<void> {
  const deleted = newOperations.filter(({ code }) => code === deletion)
  for (const ofPast of [true, false])
    await door.invalidateDeletedPins(
      terminal,
      numbersOf(deleted.filter((operation) => operation.isPast === ofPast)),
      ofPast,
    )
  // The first upload may contain recent operations; later parts of the past log do not.
  const relevant = isPast ? newOperations : newOperations.filter((operation) => !operation.isPast)
  const [changed, longAgo] = [true, false].map((lately) =>
    relevant.filter((operation) => changes.has(operation.code) && isRecentIncident(operation, now) === lately),
  ) as [NewOperation<LoggedOperation>[], NewOperation<LoggedOperation>[]] // one array for each boolean
  // These changes were made while the terminal was offline, so the records are sent again without a query.
  await door.invalidateDeletedPins(terminal, numbersOf(longAgo.filter((operation) => !operation.isPast)), true)
  await door.queryChangedPins(
    terminal,
    timesOf(changed).filter(({ pin }) => !uploadedPins.has(pin)),
    now,
  )
  const enrolled = relevant.filter(({ code }) => templateChanges.has(code))
  if (terminal.keepsBiometrics) await requestTemplatesAgain(door, terminal, numbersOf(enrolled))
  if (relevant.some(({ code }) => emptied.has(code))) await door.restartCensus(terminal, now)
  if (mayContinue || newOperations.length > 0)
    await markOperationsProcessed(door, terminal, newOperations, mayContinue, now)
}

const numbersOf = (operations: readonly OperlogEntry[]): string[] =>
  operations.flatMap(({ objects: [pin = ''] }) => (pinPattern.test(pin) && !/^0+$/.test(pin) ? pin : []))

const timesOf = (operations: readonly NewOperation<LoggedOperation>[]): { pin: string; at: Date }[] =>
  operations.flatMap((operation) => numbersOf([operation]).map((pin) => ({ pin, at: operation.at })))

const incidentsOf = (operations: readonly NewOperation<LoggedOperation>[]): TerminalIncident[] =>
  operations.flatMap((operation) => {
    const kind = kindOf(operation)
    const [object = ''] = operation.objects
    return kind ? { kind, at: operation.at, pin: pinPattern.test(object) ? object : null } : []
  })
