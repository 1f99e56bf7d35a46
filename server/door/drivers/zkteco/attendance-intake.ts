// Handles uploads of the attendance dialect, table by table.
import { createHash } from 'node:crypto'
import type { Door } from '../../door.ts'
import type { ReportedUser } from '../../reported-users.ts'
import type { Terminal } from '../../terminals.ts'
import { AnswerFormats } from './answer-formats.ts'
import { formatUploadAnswer } from './attendance-answers.ts'
import { applyOperations, notifyOperations, selectNewOperations } from './attendance-operations.ts'
import { parseAttlog, parseOperlog, type UploadedUser } from './attendance-uploads.ts'
import { countLines, splitLines } from './push-lines.ts'
import { parseOptions } from './push-options.ts'
import { guessTable, type TerminalRequest } from './push-requests.ts'
import { parseTemplates } from './template-lines.ts'
import { decodeText, isStoredName } from './text-encoding.ts'
import { FailedArchives, unpackTgz } from './tgz-upload.ts'
import { storeWithinLimits, type TerminalReply } from './upload-limits.ts'

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

/** Tables of templates and pictures, whose lines are only counted unless the gym stores templates. */
const templateTables = new Set(['FINGERTMP', 'BIODATA', 'FACE', 'FVEIN', 'USERPIC', 'BIOPHOTO'])
const tellsOfPeople = (bytes: Uint8Array) => ['USER ', 'OPLOG '].some((word) => Buffer.from(bytes).includes(word))

export async function handleUpload(
  door: Door,
  terminal: Terminal,
  asked: TerminalRequest & { kind: 'upload' },
  body: Uint8Array,
  now: Date,
): Promise<TerminalReply> {
  if (asked.table === 'ATTPHOTO') return 'OK'
  const kind = `${terminal.sn} ${asked.table}`
  const bytes = asked.packed ? unpackTgz(body, unpackedLimit) : body
  if (bytes === null) {
    if (failedArchives.shouldRetry(kind)) return null
    // An archive that can never be opened is accepted and stored as unreadable; otherwise it would be repeated for
    // ever.
    const beginning = Buffer.from(body.subarray(0, 300)).toString('base64')
    await door.storeUnreadable(
      terminal,
      [`(archivo de ${body.length} bytes que no se pudo abrir; empieza en base64 por ${beginning})`],
      now,
    )
    return 'OK'
  }
  if (asked.packed) failedArchives.recordSuccess(kind)
  const isRead = terminal.keepsBiometrics || !templateTables.has(asked.table ?? '') || tellsOfPeople(bytes)
  const text = isRead ? decodeText(bytes, terminal.language) : ''
  const lines = isRead ? splitLines(text).length : countLines(bytes)
  return storeWithinLimits(door, terminal, lines, now, async () => {
    const table = asked.table ?? guessTable(text)
    const stored = isRead ? await store(door, terminal, table, text, now) : lines
    return stored === null ? 'OK' : answerTo(door, terminal, { ...asked, table }, { body, stored }, now)
  })
}

/** Returns the positive answer in the format that the terminal accepts, and stores its upload stamp. */
async function answerTo(
  door: Door,
  terminal: Terminal,
  { table, stamp }: { table: string; stamp: string | null },
  { body, stored }: { body: Uint8Array; stored: number },
  now: Date,
): Promise<string> {
  // Only a stored upload moves the stamp.
  const mark = stamp && /^\d{1,19}$/.test(stamp) ? stamp : null
  const digest = createHash('sha256').update(body).digest('base64')
  const { format, learnt } = formats.next(`${terminal.sn} ${table}`, digest, terminal.answerFormat, now)
  await door.terminals.recordProtocolVariant(terminal, {
    ...(learnt !== null && { answerFormat: learnt }),
    ...(mark !== null && (table === 'ATTLOG' ? { attlogStamp: mark } : { operlogStamp: mark })),
  })
  return formatUploadAnswer(stored, format)
}

const formats = new AnswerFormats()
const failedArchives = new FailedArchives()

/** Stores an upload. Returns the number of received lines, or null if the table is not stored. */
async function store(
  door: Door,
  terminal: Terminal,
  table: string | null,
  text: string,
  now: Date,
): Promise<number | null> {
  if (table === 'ATTLOG') {
    const { rows, rejected, received } = parseAttlog(text)
    // PIN 0 is no person, but the exit button or a door held open.
    const passes = rows.filter(({ pin }) => !/^0+$/.test(pin))
    await door.storePasses(terminal, { passes, unreadable: rejected }, now)
    return received
  }
  if (table !== null && userTables.has(table)) {
    const { users, operations, rejected, received } = parseOperlog(text, table)
    const operationBatch = await selectNewOperations(door, terminal, operations, now)
    // Deletions come before the users, since other people may have been enrolled with deleted PINs.
    await notifyOperations(door, terminal, operationBatch, now)
    await door.syncUsers(
      terminal,
      users.map(reportedUser),
      (wanted, said) => isStoredName(wanted, said, terminal.language),
      now,
    )
    // The rest comes after the users: the real order is unknown, and an uncertain record is only sent again.
    const uploadedPins = new Set(users.map(({ pin }) => pin))
    await applyOperations(door, terminal, { ...operationBatch, uploadedPins }, now)
    await door.storeUnreadable(terminal, rejected, now)
    if (terminal.keepsBiometrics) await door.templates.store(terminal, parseTemplates(text, table), now)
    return received
  }
  if (table !== 'OPTIONS') return null
  await door.storeDescription(terminal, parseOptions(text), now)
  return null
}

const reportedUser = ({ pri, ...user }: UploadedUser): ReportedUser => ({ ...user, privilege: pri })
