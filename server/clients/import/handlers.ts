// Clients of a file: what becomes of each row is told first, and written where the same is confirmed.
import { createHash } from 'node:crypto'
import { type ImportAnswer, ImportColumns, importLimit } from '@torniquete/contract/client-import.ts'
import { dayIn } from '@torniquete/contract/dates.ts'
import { fail, Rejected } from '@torniquete/contract/errors.ts'
import { noFileText } from '@torniquete/contract/images.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { FairQueue } from '../../db/fair-queue.ts'
import type { Transaction } from '../../db/gym-statements.ts'
import { takeOverPasses } from '../../door/queries.ts'
import type { Actor, OwnWayHandlers } from '../../http/context.ts'
import { claimKey, idempotencyKey, rememberAnswer } from '../../http/idempotency.ts'
import type { Services } from '../../services.ts'
import { requireStanding } from '../../session/queries.ts'
import { textOf } from './cells.ts'
import { findHeadings, type Headings } from './headings.ts'
import { type Judged, judge } from './judge.ts'
import { readKnown, writeImport } from './queries.ts'
import { type Row, readTable, tooLarge } from './read-table.ts'
import { sendRejected } from './rejected-rows.ts'

/** Rows of each kind that are told by name; the others are counted. */
const told = 100
const samples = 3
/** A file is up to 64 MB in memory while it is read. */
const files = { all: 2, ofOneGym: 1, patience: 20_000, refusal: 'import.busy' } as const

type ImportHandlers = Pick<OwnWayHandlers, 'clients.import' | 'clients.import-rejected'>
type ImportServices = Pick<Services, 'database' | 'zones' | 'secret' | 'clock'>

interface Sent {
  file: { name: string; bytes: Buffer }
  columns: (typeof ImportColumns)['_output'] | null
  /** The digest of what was shown; null where it is only to be shown. */
  confirm: string | null
}

const noFile = new Rejected([{ type: 'missing', msg: noFileText, loc: ['body', 'file'] }])
const badColumns = new Rejected([{ type: 'invalid', msg: 'No es una lista de columnas', loc: ['body', 'columns'] }])

function readColumns(text: string): Sent['columns'] {
  try {
    return ImportColumns.parse(JSON.parse(text))
  } catch {
    throw badColumns
  }
}

async function readSent(request: FastifyRequest): Promise<Sent> {
  if (!request.isMultipart()) {
    if (request.headers['content-type']) fail('body.type')
    throw noFile
  }
  let file: Sent['file'] | null = null
  const fields = new Map<string, string>()
  for await (const part of request.parts({ limits: { fileSize: importLimit } })) {
    if (part.type === 'field') fields.set(part.fieldname, String(part.value))
    else {
      const bytes = await part.toBuffer().catch(tooLarge)
      if (part.file.truncated) tooLarge()
      if (part.fieldname === 'file') file = { name: part.filename.slice(0, 200), bytes }
    }
  }
  if (!file || file.bytes.length === 0) throw noFile
  const columns = fields.get('columns')
  return { file, columns: columns ? readColumns(columns) : null, confirm: fields.get('confirm') || null }
}

interface Read extends Judged {
  rows: readonly Row[]
  headings: Headings
}

const judged = async (tx: Transaction, gym: number, today: string, rows: readonly Row[], columns: Sent['columns']) => {
  const headings = findHeadings(rows, columns)
  return { rows, headings, ...(await judge(rows, headings, await readKnown(tx, gym, today))) }
}

const digestOf = ({ ready }: Judged): string =>
  createHash('sha256').update(JSON.stringify(ready)).digest('base64url').slice(0, 32)

function refusalOf({ headings, ready, present }: Read): string | null {
  if (!headings.fields.includes('name')) return 'Di qué columna es el nombre.'
  if (ready.length > 0) return null
  return present.length > 0
    ? 'Todos los de este archivo ya son clientes.'
    : 'No hay ninguna fila que se pueda importar.'
}

function shown(read: Read, imported: ImportAnswer['imported']): ImportAnswer {
  const { rows, headings, ready, present, rejected } = read
  const below = rows.slice(headings.at + 1)
  const columns = headings.titles.map((heading, column) => ({
    heading,
    field: headings.fields[column] ?? null,
    samples: below.flatMap((row) => textOf(row[column]) || []).slice(0, samples),
    month_first: headings.monthFirst[column] ?? false,
  }))
  const list = (all: Judged['present']) => ({
    count: all.length,
    first: all.slice(0, told).map(({ row, name, reasons }) => ({ row, name, reasons })),
  })
  return {
    columns,
    ready: ready.length,
    members: ready.filter(({ period }) => period !== null).length,
    present: list(present),
    rejected: list(rejected),
    refusal: refusalOf(read),
    digest: digestOf(read),
    imported,
  }
}

export class ClientImports {
  readonly #services: ImportServices
  readonly #turns = new FairQueue(files)

  constructor(services: ImportServices) {
    this.#services = services
  }

  readonly handlers: ImportHandlers = {
    'clients.import': (call) => this.#import(call),
    'clients.import-rejected': (call) => this.#rejected(call),
  }

  async #import({ request, user, now }: Parameters<ImportHandlers['clients.import']>[0]): Promise<ImportAnswer> {
    if (!user) fail('session.required')
    const sent = await readSent(request)
    return this.#turns.run(user.gym, async () => {
      const rows = await readTable(sent.file.bytes)
      return sent.confirm === null ? this.#show(user, sent, rows, now) : this.#write(user, sent, rows, request, now)
    })
  }

  async #show(user: Actor, { columns }: Sent, rows: readonly Row[], now: Date): Promise<ImportAnswer> {
    const { database, zones } = this.#services
    const today = dayIn(await zones.of(user.gym), now)
    const scope = { gym: user.gym, user: user.id, rows: rows.length }
    return shown(await database.read(scope, (tx) => judged(tx, user.gym, today, rows, columns)), null)
  }

  async #write(
    user: Actor,
    { file, columns, confirm }: Sent,
    rows: readonly Row[],
    request: FastifyRequest,
    now: Date,
  ): Promise<ImportAnswer> {
    const { database, zones, secret, clock } = this.#services
    const { gym, id } = user
    const zone = await zones.of(gym)
    const today = dayIn(zone, now)
    const key = idempotencyKey(request.headers['idempotency-key'])
    const body = { file: createHash('sha256').update(file.bytes).digest('base64url'), columns, confirm }
    const keyed = key === null ? null : { gym, call: 'clients.import', key, params: undefined, body, secret }
    return database.write({ gym, user: id }, async (tx) => {
      await requireStanding(tx, user, 'clients.import')
      const first = keyed && (await claimKey(tx, keyed))
      if (first) return JSON.parse(first) as ImportAnswer // as it was remembered below
      const read = await judged(tx, gym, today, rows, columns)
      if (digestOf(read) !== confirm || read.ready.length === 0) fail('import.changed')
      const at = clock()
      const answer = shown(read, await writeImport(tx, user, { rows: read.ready, file: file.name, now: at }))
      const typed = read.ready.flatMap(({ id_zkteco }) => id_zkteco ?? [])
      await takeOverPasses({ tx, gym, zone, now: at }, typed)
      if (keyed) await rememberAnswer(tx, keyed, 200, JSON.stringify(answer))
      return answer
    })
  }

  async #rejected({
    request,
    reply,
    user,
    now,
  }: Parameters<ImportHandlers['clients.import-rejected']>[0]): Promise<FastifyReply> {
    if (!user) fail('session.required')
    const { file, columns } = await readSent(request)
    return this.#turns.run(user.gym, async () => {
      const { database, zones } = this.#services
      const zone = await zones.of(user.gym)
      const rows = await readTable(file.bytes)
      const scope = { gym: user.gym, user: user.id, rows: rows.length }
      const read = await database.read(scope, (tx) => judged(tx, user.gym, dayIn(zone, now), rows, columns))
      return sendRejected(reply, read.headings, read.rejected, zone)
    })
  }
}
