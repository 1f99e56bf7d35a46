import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import { extract } from 'tar-stream'
import type { DoorService } from '../../door-service.ts'
import type { Terminal } from '../../terminals.ts'
import { storeUploadedTemplates } from '../../uploaded-templates.ts'
import { formatUploadAnswer } from './attendance-answers.ts'
import { filterNewOperations, processLoggedIncidents, reconcileAfterOperations } from './attendance-operations.ts'
import { parseAttlog, parseOperlog } from './attendance-uploads.ts'
import { countLines, splitLines } from './parse-push-lines.ts'
import { guessUploadTable, type TerminalRequest } from './push-requests.ts'
import { parseTemplates } from './template-lines.ts'
import { parseTerminalOptions } from './terminal-options.ts'
import { decodeText, matchesSentName } from './text-encoding.ts'
import { type ReplyToTerminal, storeUploadWithinLimits } from './upload-limits.ts'

// Finds the format of the positive answer that a terminal accepts. Some terminals accept only one of three formats and
// otherwise repeat the same batch for ever (field reports of F22-class firmware).

/** The formats are `OK: n`, `OK:n` and `OK`. */
const answerFormatCount = 3
type Format = number

const repeatWindowMs = 600_000
/** Number of answers in the first format, and in each other format. */
const firstTries = 3
const otherTries = 2

interface Batch {
  digest: string
  at: number
  times: number
  format: Format
}

class AnswerFormats {
  readonly #last = new Map<string, Batch>()

  /** The format changes from the fourth answer to a batch on. The one after which repeats stop is stored. */
  next(sn: string, digest: string, kept: Format, now: Date): { format: Format; learnt: Format | null } {
    const at = now.getTime()
    const last = this.#last.get(sn)
    const again = last?.digest === digest && at - last.at < repeatWindowMs
    const times = again ? last.times + 1 : 1
    const learnt = !again && last && last.times > firstTries && last.format !== kept ? last.format : null
    const base = learnt ?? kept
    const changes = Math.max(0, Math.ceil((times - firstTries) / otherTries))
    const format = (base + changes) % answerFormatCount
    this.#last.set(sn, { digest, at, times, format })
    return { format, learnt }
  }
}

// An upload with `ContentType=tgz` is a gzipped tar of the same lines (protocol §5.2), not yet seen in use.

/** Gzipped data that is not a tar is returned as lines. Null if unreadable, or larger than `maxBytes`. */
export async function unpackTgz(bytes: Uint8Array, maxBytes: number): Promise<Uint8Array | null> {
  let unzipped: Buffer
  try {
    unzipped = gunzipSync(bytes, { maxOutputLength: maxBytes })
  } catch {
    return null
  }
  try {
    const tar = extract()
    tar.end(unzipped)
    const files: Buffer[] = []
    for await (const file of tar) files.push(await buffer(file), Buffer.from('\n'))
    return Buffer.concat(files)
  } catch {
    return unzipped
  }
}

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

export async function processAttendanceUpload(
  door: DoorService,
  terminal: Terminal,
  asked: TerminalRequest & { kind: 'upload' },
  body: Uint8Array,
  now: Date,
): Promise<ReplyToTerminal> {
  if (asked.table === 'ATTPHOTO') return 'OK'
  const bytes = asked.packed ? await unpackTgz(body, unpackedLimit) : body
  if (bytes === null) {
    // An archive that can never be unpacked is acknowledged and stored as unreadable, or it would be repeated for ever.
    const beginning = Buffer.from(body.subarray(0, 300)).toString('base64')
    await door.storeUnreadable(
      terminal,
      [`(archivo de ${body.length} bytes que no se pudo abrir; empieza en base64 por ${beginning})`],
      now,
    )
    return 'OK'
  }
  const isRead = terminal.keepsBiometrics || !templateTables.has(asked.table ?? '') || tellsOfPeople(bytes)
  const text = isRead ? decodeText(bytes, terminal.language) : ''
  const lines = isRead ? splitLines(text).length : countLines(bytes)
  return storeUploadWithinLimits(door, terminal, lines, now, async () => {
    const table = asked.table ?? guessUploadTable(text)
    const stored = isRead ? await store(door, terminal, table, text, now) : lines
    return stored === null ? 'OK' : answerTo(door, terminal, { ...asked, table }, { body, stored }, now)
  })
}

async function answerTo(
  door: DoorService,
  terminal: Terminal,
  { table, stamp }: { table: string; stamp: string | null },
  { body, stored }: { body: Uint8Array; stored: number },
  now: Date,
): Promise<string> {
  // The terminal's stamp is stored only after its upload was stored.
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

/** Stores an upload. Returns the number of received lines, or null if the table is not stored. */
async function store(
  door: DoorService,
  terminal: Terminal,
  table: string | null,
  text: string,
  now: Date,
): Promise<number | null> {
  if (table === 'ATTLOG') {
    const { rows, rejected, received } = parseAttlog(text)
    // PIN 0 is not a person, but the exit button or a door held open.
    const passes = rows.filter(({ pin }) => !/^0+$/.test(pin))
    await door.storePasses(terminal, { passes, unreadable: rejected }, now)
    return received
  }
  if (table !== null && userTables.has(table)) {
    const { users, operations, rejected, received } = parseOperlog(text, table)
    const operationBatch = await filterNewOperations(door, terminal, operations, now)
    // Deletions are processed before users, since other people may have been enrolled with the deleted PINs.
    await processLoggedIncidents(door, terminal, operationBatch, now)
    await door.syncUsers(terminal, users, (wanted, said) => matchesSentName(wanted, said, terminal.language), now)
    // Other operations follow the users: their real order is unknown, and an uncertain record is only sent again.
    const uploadedPins = new Set(users.map(({ pin }) => pin))
    await reconcileAfterOperations(door, terminal, { ...operationBatch, uploadedPins }, now)
    await door.storeUnreadable(terminal, rejected, now)
    if (terminal.keepsBiometrics) await storeUploadedTemplates(door, terminal, parseTemplates(text, table), now)
    return received
  }
  if (table !== 'OPTIONS') return null
  await door.storeDescription(terminal, parseTerminalOptions(text), now)
  return null
}
