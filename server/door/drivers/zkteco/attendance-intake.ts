// What terminals upload, table by table: stored first, answered second.
import { createHash } from 'node:crypto'
import type { Door } from '../../door.ts'
import type { Happening } from '../../happenings.ts'
import { firstYear } from '../../passes.ts'
import type { ReportedUser } from '../../reports.ts'
import type { Terminal } from '../../terminals.ts'
import { AnswerForms } from './answer-forms.ts'
import { uploadAnswer } from './attendance-answers.ts'
import { countLines, nonEmptyLines, pinPattern } from './attendance-lines.ts'
import { parseOptions } from './attendance-options.ts'
import { type TerminalRequest, tableOfBody } from './attendance-requests.ts'
import { type Operation, type Operlog, parseAttlog, parseOperlog, type UploadedUser } from './attendance-uploads.ts'
import { Unopened, unpackTgz } from './packed-upload.ts'
import { decodeText, isNameHeld } from './terminal-text.ts'

const unpackedLimit = 8 * 1024 * 1024
const linesAtOnce = 20_000

/** More than a terminal has at once: what it would get for an answer is no answer. */
export const tooMuch = Symbol('too much')

const userTables = new Set([
  'OPERLOG',
  'USERINFO',
  'FINGERTMP',
  'BIODATA',
  'IDCARD',
  'FACE',
  'FVEIN',
  'USERPIC',
  'BIOPHOTO',
])

/** Templates and pictures: megabytes of text of which nothing is kept but how many lines they were. */
const templateTables = new Set(['FINGERTMP', 'BIODATA', 'FACE', 'FVEIN', 'USERPIC', 'BIOPHOTO'])
const tellsOfPeople = (bytes: Uint8Array) => ['USER ', 'OPLOG '].some((word) => Buffer.from(bytes).includes(word))

/** The answer's text; null where the terminal must keep what it sent, `tooMuch` where it is not even read. */
export async function upload(
  door: Door,
  terminal: Terminal,
  asked: TerminalRequest & { kind: 'upload' },
  body: Uint8Array,
  now: Date,
): Promise<string | typeof tooMuch | null> {
  // Photos are bytes, and none of our business.
  if (asked.table === 'ATTPHOTO') return 'OK'
  const kind = `${terminal.sn} ${asked.table}`
  const bytes = asked.packed ? unpackTgz(body, unpackedLimit) : body
  if (bytes === null) {
    if (unopened.mayComeBetter(kind)) return null
    // What can never be read is let go, or it would come for ever; but somebody is told.
    const beginning = Buffer.from(body.subarray(0, 300)).toString('base64')
    await door.unreadable(
      terminal,
      [`(archivo de ${body.length} bytes que no se pudo abrir; empieza en base64 por ${beginning})`],
      now,
    )
    return 'OK'
  }
  if (asked.packed) unopened.opened(kind)
  const isRead = !templateTables.has(asked.table ?? '') || tellsOfPeople(bytes)
  const text = isRead ? decodeText(bytes, terminal.language) : ''
  const lines = isRead ? nonEmptyLines(text).length : countLines(bytes)
  if (lines > linesAtOnce) return tooMuch
  const day = await door.day(terminal, now)
  if (!door.quota.admits(terminal.sn, lines, day)) {
    await door.quotaExceeded(terminal, day, now)
    return null
  }
  const table = asked.table ?? tableOfBody(text)
  const stored = isRead ? await store(door, terminal, table, text, now) : lines
  door.quota.charge(terminal.sn, lines, day)
  if (stored === null) return 'OK'
  // Only what is stored moves a terminal's mark.
  const mark = asked.stamp && /^\d{1,19}$/.test(asked.stamp) ? asked.stamp : null
  const digest = createHash('sha256').update(body).digest('base64')
  const { form, learnt } = forms.next(`${terminal.sn} ${table}`, digest, terminal.answerForm, now)
  await door.terminals.noteManner(terminal, {
    ...(learnt !== null && { answerForm: learnt }),
    ...(mark !== null && (table === 'ATTLOG' ? { attlogStamp: mark } : { operlogStamp: mark })),
  })
  return uploadAnswer(stored, form)
}

const forms = new AnswerForms()
const unopened = new Unopened()

/** How many lines were received, or null where the table is none of those that are stored. */
async function store(
  door: Door,
  terminal: Terminal,
  table: string | null,
  text: string,
  now: Date,
): Promise<number | null> {
  if (table === 'ATTLOG') {
    const { records, rejected, received } = parseAttlog(text)
    // Of number 0 the terminal writes what no person did: the button, a door held open.
    const passes = records.filter(({ pin }) => !/^0+$/.test(pin))
    await door.passes(terminal, { passes, unreadable: rejected }, now)
    return received
  }
  if (table !== null && userTables.has(table)) {
    const { users, operations, rejected, received } = parseOperlog(text, table)
    await noteSetting(door, terminal, operations, now)
    const { fresh, shown } = await freshOf(door, terminal, operations, now)
    const since = await door.localTime(terminal, new Date(now.getTime() - changedWithin))
    // Before the users, who may be others under these numbers; what it tells of its past at first says nothing of today.
    const news = terminal.operationsUntil === null ? [] : fresh
    await tell(door, terminal, { operations, fresh: news, since, shown }, now)
    const deletions = news.filter(({ code }) => code === deletion)
    await door.goneFromTerminal(
      terminal,
      deletions.flatMap((operation) => numbersOf([operation]).map((pin) => ({ pin, time: operation.time }))),
      now,
    )
    await door.reported(
      terminal,
      users.map(reportedUser),
      (wanted, said) => isNameHeld(wanted, said, terminal.language),
      now,
    )
    // After the users: which came first is not told, and doubt does no harm.
    await judge(door, terminal, { users, operations, fresh, since, shown }, now)
    await door.unreadable(terminal, rejected, now)
    return received
  }
  if (table === 'OPTIONS') await door.described(terminal, parseOptions(text))
  return null
}

/**
 * Finger, password, card, a new user, other data, a card taken away, name, privilege, card, face, password (protocol §5.2): some
 * firmware says no more of it than that. What was long ago it tells when it is asked whom it holds.
 */
const changes = new Set([6, 7, 8, 12, 30, 36, 70, 71, 100, 101, 113])
const changedWithin = 86_400_000
const deletion = 9
const clockSet = 21
/** Milliseconds in which what is done at a terminal is told, by whatever clock. */
const toldWithin = 600_000

/** Somebody set its clock at its menu; or it begins again where clocks begin, and says so alone: its past comes in numbers. */
async function noteSetting(door: Door, terminal: Terminal, operations: readonly Operation[], now: Date): Promise<void> {
  const [only] = operations
  const told = operations.find(({ code }) => code === clockSet) ?? (operations.length === 1 ? only : undefined)
  if (told && (told.code === clockSet || told.time < firstYear)) await door.clocks.changed(terminal, told.time, now)
}

interface Fresh {
  fresh: Operation[]
  /** What its clock shows, where that is known to be wrong. */
  shown: string | null
}

/**
 * What was not judged yet: old firmware tells of its whole past at each start. By a clock that was put back, what is done
 * now is of before what was judged last.
 */
async function freshOf(door: Door, terminal: Terminal, operations: readonly Operation[], now: Date): Promise<Fresh> {
  const isFresh = ({ time }: Operation) => time > (terminal.operationsUntil ?? '')
  // Another server may have judged them.
  if (operations.some(isFresh)) await door.terminals.readJudged(terminal)
  const shown = operations.every(isFresh) ? null : await door.clocks.wrongTime(terminal, now)
  const isNow = ({ time }: Operation) => shown !== null && Math.abs(Date.parse(time) - Date.parse(shown)) < toldWithin
  return { fresh: operations.filter((operation) => isFresh(operation) || isNow(operation)), shown }
}

interface Told extends Pick<Operlog, 'users' | 'operations'> {
  fresh: readonly Operation[]
  /** The terminal's time from which on somebody is asked for. */
  since: string
  shown: string | null
}

/** What somebody did at the terminal itself, each thing once. */
async function judge(
  door: Door,
  terminal: Terminal,
  { users, operations, fresh, since, shown }: Told,
  now: Date,
): Promise<void> {
  const until = terminal.operationsUntil ?? ''
  await door.deletedAtTerminal(terminal, deletedIn(fresh))
  const changed = changedLately(terminal, operations, since, shown)
  const told = new Set(users.map(({ pin }) => pin))
  door.changedAtTerminal(
    terminal,
    numbersOf(changed).filter((pin) => !told.has(pin)),
    now,
  )
  if (fresh.some(({ code }) => code === 13 || code === 22)) await door.listAgain(terminal, now)
  // A clock that ran ahead must not hide what is done until then.
  const latest = await door.localTime(terminal, new Date(now.getTime() + 300_000))
  const judged = fresh.map(({ time }) => time).filter((time) => time <= latest)
  if (judged.length > 0) await door.terminals.noteManner(terminal, { operationsUntil: judged.sort().at(-1) ?? until })
}

/** Has a person hear of it. What is of the last second that was judged may be another deed: it is told once in ten minutes. */
async function tell(
  door: Door,
  terminal: Terminal,
  { operations, fresh, since, shown }: Omit<Told, 'users'>,
  now: Date,
): Promise<void> {
  const soon = await door.localTime(terminal, new Date(now.getTime() - toldWithin))
  const ofThatSecond = operations.filter(({ time }) => time === terminal.operationsUntil && time > soon)
  const lately = fresh.filter(({ time }) => time > since || shown !== null)
  await door.happened(terminal, happeningsOf([...lately, ...ofThatSecond]), now)
}

/** By a clock that is known to be wrong nothing is long ago: it arrives now. But what a terminal tells first is its past. */
function changedLately(
  terminal: Terminal,
  operations: readonly Operation[],
  since: string,
  shown: string | null,
): Operation[] {
  const until = terminal.operationsUntil
  const changed = operations.filter(({ code }) => changes.has(code))
  // Of the last second too, which may have come in two uploads: a question more does no harm.
  const lately = changed.filter(({ time }) => time >= (until ?? '') && time > since)
  return until !== null && shown !== null ? changed : lately
}

/** Whom operations were about. */
const numbersOf = (operations: readonly Operation[]): string[] =>
  operations.flatMap(({ objects: [pin = ''] }) => (pinPattern.test(pin) && !/^0+$/.test(pin) ? pin : []))

const deletedIn = (operations: readonly Operation[]): string[] =>
  numbersOf(operations.filter(({ code }) => code === deletion))

/** Alarms of the door and the device (protocol §5.2). */
const alarmKinds: ReadonlyMap<string, Happening['kind']> = new Map([
  ['54', 'forced'],
  ['55', 'tampered'],
])
const kinds: ReadonlyMap<number, Happening['kind']> = new Map([
  [deletion, 'deleted'],
  [13, 'emptied'],
  [22, 'emptied'],
  [24, 'administrators cleared'],
  [32, 'duress'],
])

/** What of it a person is to hear of; settings, menus and enrolments are every day. */
const happeningsOf = (operations: readonly Operation[]): Happening[] =>
  operations.flatMap(({ code, objects: [object = ''] }) => {
    const kind = code === 3 ? alarmKinds.get(object) : kinds.get(code)
    return kind ? { kind, pin: pinPattern.test(object) ? object : null } : []
  })

const reportedUser = ({ pri, ...user }: UploadedUser): ReportedUser => ({ ...user, privilege: pri })
