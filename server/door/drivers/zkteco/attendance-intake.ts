// What terminals upload, table by table: stored first, answered second.
import { createHash } from 'node:crypto'
import type { Door } from '../../door.ts'
import type { ReportedUser } from '../../reports.ts'
import type { Terminal } from '../../terminals.ts'
import { AnswerForms } from './answer-forms.ts'
import { uploadAnswer } from './attendance-answers.ts'
import { applyOperations, judgeOperations, notifyOperations } from './attendance-operations.ts'
import { parseAttlog, parseOperlog, type UploadedUser } from './attendance-uploads.ts'
import { Unopened, unpackTgz } from './packed-upload.ts'
import { countLines, nonEmptyLines } from './push-lines.ts'
import { parseOptions } from './push-options.ts'
import { type TerminalRequest, tableOfBody } from './push-requests.ts'
import { templatesIn } from './template-lines.ts'
import { decodeText, isNameHeld } from './terminal-text.ts'
import { type Reply, withinLimits } from './upload-limits.ts'

const unpackedLimit = 8 * 1024 * 1024

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

/** Templates and pictures: megabytes of text of which nothing is kept but how many lines they were, unless the gym keeps them. */
const templateTables = new Set(['FINGERTMP', 'BIODATA', 'FACE', 'FVEIN', 'USERPIC', 'BIOPHOTO'])
const tellsOfPeople = (bytes: Uint8Array) => ['USER ', 'OPLOG '].some((word) => Buffer.from(bytes).includes(word))

export async function upload(
  door: Door,
  terminal: Terminal,
  asked: TerminalRequest & { kind: 'upload' },
  body: Uint8Array,
  now: Date,
): Promise<Reply> {
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
  const isRead = terminal.keepsBiometrics || !templateTables.has(asked.table ?? '') || tellsOfPeople(bytes)
  const text = isRead ? decodeText(bytes, terminal.language) : ''
  const lines = isRead ? nonEmptyLines(text).length : countLines(bytes)
  return withinLimits(door, terminal, lines, now, async () => {
    const table = asked.table ?? tableOfBody(text)
    const stored = isRead ? await store(door, terminal, table, text, now) : lines
    return stored === null ? 'OK' : answerTo(door, terminal, { ...asked, table }, { body, stored }, now)
  })
}

/** Positive, in the spelling that the terminal takes; its mark is kept. */
async function answerTo(
  door: Door,
  terminal: Terminal,
  { table, stamp }: { table: string; stamp: string | null },
  { body, stored }: { body: Uint8Array; stored: number },
  now: Date,
): Promise<string> {
  // Only what is stored moves a terminal's mark.
  const mark = stamp && /^\d{1,19}$/.test(stamp) ? stamp : null
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
    const { rows, rejected, received } = parseAttlog(text)
    // Of number 0 the terminal writes what no person did: the button, a door held open.
    const passes = rows.filter(({ pin }) => !/^0+$/.test(pin))
    await door.passes(terminal, { passes, unreadable: rejected }, now)
    return received
  }
  if (table !== null && userTables.has(table)) {
    const { users, operations, rejected, received } = parseOperlog(text, table)
    const judgement = await judgeOperations(door, terminal, operations, now)
    // Before the users, who may be others under these numbers.
    await notifyOperations(door, terminal, judgement, now)
    await door.reported(
      terminal,
      users.map(reportedUser),
      (wanted, said) => isNameHeld(wanted, said, terminal.language),
      now,
    )
    // After the users: which came first is not told, and doubt does no harm.
    const told = new Set(users.map(({ pin }) => pin))
    await applyOperations(door, terminal, { ...judgement, told }, now)
    await door.unreadable(terminal, rejected, now)
    if (terminal.keepsBiometrics) await door.templates.uploaded(terminal, templatesIn(text, table), now)
    return received
  }
  if (table !== 'OPTIONS') return null
  const options = parseOptions(text)
  if (await door.origins.units.described(terminal, options, now)) await door.described(terminal, options)
  return null
}

const reportedUser = ({ pri, ...user }: UploadedUser): ReportedUser => ({ ...user, privilege: pri })
