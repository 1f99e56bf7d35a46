// Imports files of any area: first a preview of every row, then, after confirmation, the write.

import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Country } from '@torniquete/contract/fiscal/receipts.ts'
import { formatError, RejectedFieldsError, throwError } from '@torniquete/contract/shared/errors.ts'
import type {
  CompletedImport,
  ImportAnswer,
  ImportRowReport,
  ImportRowReports,
} from '@torniquete/contract/shared/file-import.ts'
import { maxImportBytes, maxImportRows } from '@torniquete/contract/shared/import-limits.ts'
import type { SheetColumn } from '@torniquete/contract/shared/workbooks.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Services } from '../../services.ts'
import { FairQueue } from '../db/fair-queue.ts'
import type { Transaction } from '../db/gym-statements.ts'
import { sql } from '../db/sql.ts'
import type { Actor, OwnTransactionCall } from '../http/handler-types.ts'
import { makeZip } from '../http/make-zip.ts'
import { missingFileError, requireMultipart } from '../http/parse-request.ts'
import { setWorkbookHeaders } from '../http/send-export.ts'
import { makeWorkbookEntries } from '../http/workbook-sheets.ts'
import { runWorkerThread } from '../run-worker.ts'
import { type ColumnTitles, findHeadingRow, type HeadingRow, hasNameColumn } from './headings.ts'
import { formatCell, formatIsoDay } from './parse-cells.ts'
import { maxColumns, type Sheet, type SheetsReadResult, type TableRow, throwImportTooLarge } from './read-table.ts'
import { type RowRules, type ValidatedRows, validateRows } from './validate-rows.ts'

type ChosenSheet = ReturnType<typeof chooseSheet>

/** Chooses the user's sheet, else the first with a column of names, else the first with several lines. */
function chooseSheet<Field extends string>(sheets: readonly Sheet[], said: number | null, titles: ColumnTitles<Field>) {
  const named = sheets.findIndex(({ rows }) => hasNameColumn(rows, titles))
  const guessed =
    named >= 0
      ? named
      : Math.max(
          0,
          sheets.findIndex(({ rows }) => rows.length > 1),
        )
  const sheet = said !== null && said < sheets.length ? said : guessed
  const rows = sheets[sheet]?.rows ?? []
  // One more row is allowed for the titles.
  if (rows.length > maxImportRows + 1) throwImportTooLarge()
  return { rows, sheets: sheets.map(({ name }) => name), sheet }
}

interface UploadedFile<Field extends string> {
  file: { name: string; bytes: Buffer }
  /** Field of each column from the left, null to skip a column. If all is null, the titles decide. */
  columns: (Field | null)[] | null
  /** Index of the sheet that the user chose; null to choose by content. */
  sheet: number | null
  /** Digest of the preview that the user confirmed; null to request a preview. */
  confirm: string | null
}

const badColumns = new RejectedFieldsError([
  { type: 'invalid', msg: 'No es una lista de columnas', loc: ['body', 'columns'] },
])
const badSheet = new RejectedFieldsError([{ type: 'invalid', msg: 'No es una hoja', loc: ['body', 'sheet'] }])

function readField<Value>(text: string | undefined, type: z.ZodType<Value>, bad: RejectedFieldsError): Value | null {
  if (!text) return null
  try {
    return type.parse(JSON.parse(text))
  } catch {
    throw bad
  }
}

async function readUploadedFile<Field extends string>(request: FastifyRequest, fields: readonly Field[]) {
  requireMultipart(request)
  let file: UploadedFile<Field>['file'] | null = null
  const said = new Map<string, string>()
  for await (const part of request.parts({ limits: { fileSize: maxImportBytes } })) {
    if (part.type === 'field') said.set(part.fieldname, String(part.value))
    else {
      const bytes = await part.toBuffer().catch(throwImportTooLarge)
      if (part.file.truncated) throwImportTooLarge()
      if (part.fieldname === 'file') file = { name: part.filename.slice(0, 200), bytes }
    }
  }
  if (!file || file.bytes.length === 0) throw missingFileError
  const columns = readField(said.get('columns'), z.array(z.enum(fields).nullable()).max(maxColumns), badColumns)
  const sheet = readField(said.get('sheet'), z.number().int().min(0), badSheet)
  const sent: UploadedFile<Field> = { file, columns, sheet, confirm: said.get('confirm') || null }
  return sent
}

const workerProgram = new URL('./read-worker.ts', import.meta.url)

/** Returns the sheets of `file` that have content. Fails like `readSheets`, or if the worker exceeds its limits. */
async function readSheetsInWorker(file: Buffer): Promise<Sheet[]> {
  const result = await runWorkerThread<SheetsReadResult>(workerProgram, file)
  return 'sheets' in result ? result.sheets : throwError(result.reason, result.details)
}

type RejectedRow = ValidatedRows<unknown>['rejected'][number]

/** Sends rejected rows with reasons. Ambiguous dates are rewritten as understood, since other rows decided on them. */
function sendRejected(
  reply: FastifyReply,
  name: string,
  { titles, readings }: Pick<HeadingRow<string>, 'titles' | 'readings'>,
  rejected: readonly RejectedRow[],
  zone: string,
): FastifyReply {
  const columns: SheetColumn<RejectedRow>[] = [
    ...titles.map((title, at): SheetColumn<RejectedRow> => {
      const written = readings[at] === 'month-first' ? formatIsoDay : formatCell
      // Left empty: without the other rows, consecutive row numbers would be taken for PINs in the next import.
      if (readings[at] === 'row-count') return { title, type: 'text', value: () => null }
      return { title, type: 'text', value: ({ cells }) => written(cells[at]) }
    }),
    { title: 'Motivo', type: 'text', width: 60, value: ({ reasons }) => reasons.join('. ') },
    { title: 'Fila en el archivo', type: 'number', value: ({ row }) => row },
  ]
  const chunks = (async function* () {
    yield rejected
  })()
  return setWorkbookHeaders(reply, name).send(Readable.from(makeZip(makeWorkbookEntries({ columns, chunks, zone }))))
}

/** Key of the advisory lock that allows one import of a gym at a time over all servers. */
const lockKey = 7213
/** Number of rows of each kind that are reported by name; further ones are only counted. */
const maxReportedRows = 100
const samples = 3
export type ImportServices = Pick<Services, 'database' | 'log'> & { turns: FairQueue }

/** Shared by all areas, so that few files are read at the same time: each needs up to 64 MB of memory. */
export const addImportQueue = (services: Omit<ImportServices, 'turns'>): ImportServices => ({
  ...services,
  turns: new FairQueue({ maxTurns: 2, maxTurnsPerGym: 1, timeoutMs: 20_000, refusal: 'import.busy' }),
})

type ImportMoment = { now: Date; zone: string; today: string }
type ConfirmedImport<New> = { rows: readonly New[]; file: string }

export interface ImportDefinition<Field extends string, New, Summary extends object> {
  call: 'clients.import' | 'products.import'
  titles: ColumnTitles<Field>
  fields: readonly Field[]
  /** Fields that are read only if the gym has a country. */
  fiscalFields: readonly Field[]
  judgement: (tx: Transaction, gym: number, by: ImportMoment) => Promise<RowRules<Field, New, Summary>>
  write: (tx: Transaction, user: Actor, sent: ConfirmedImport<New>, moment: ImportMoment) => Promise<CompletedImport>
  /** `present`: error if the file has no new rows. `rejectedFileName`: name of the workbook of rejected rows. */
  texts: { present: string; rejectedFileName: string }
}

type ImportCall = OwnTransactionCall<'clients.import' | 'products.import'>

type Read<Field extends string, New, Summary> = ValidatedRows<New> & {
  summary: Summary
  rows: readonly TableRow[]
  headings: HeadingRow<Field>
}

export const makeImportRowReports = (all: readonly ImportRowReport[]): ImportRowReports => ({
  count: all.length,
  first: all.slice(0, maxReportedRows).map(({ row, name, reasons }) => ({ row, name, reasons })),
})

const computeDigest = ({ ready }: ValidatedRows<unknown>): string =>
  createHash('sha256').update(JSON.stringify(ready)).digest('base64url').slice(0, 32)

export class FileImportHandlers<Field extends string, New, Summary extends object> {
  readonly #services: ImportServices
  readonly #import: ImportDefinition<Field, New, Summary>

  constructor(services: ImportServices, what: ImportDefinition<Field, New, Summary>) {
    this.#services = services
    this.#import = what
  }

  readonly bring = async (call: ImportCall): Promise<ImportAnswer & Summary> => {
    const sent = await readUploadedFile(call.request, this.#import.fields)
    return this.#services.turns.run(call.gym, async () => {
      const table = await this.#tableOf(sent)
      if (sent.confirm !== null) return this.#write(call, sent, table)
      return this.#shown(await this.#look(call, sent, table.rows), table, null)
    })
  }

  readonly rejected = async (call: OwnTransactionCall<'clients.import-rejected' | 'products.import-rejected'>) => {
    const { request, reply, gym, zone } = call
    const sent = await readUploadedFile(request, this.#import.fields)
    return this.#services.turns.run(gym, async () => {
      const { rows } = await this.#tableOf(sent)
      const { headings, rejected } = await this.#look(call, sent, rows)
      return sendRejected(reply, this.#import.texts.rejectedFileName, headings, rejected, zone)
    })
  }

  async #tableOf({ file, sheet }: UploadedFile<Field>) {
    return chooseSheet(await readSheetsInWorker(file.bytes), sheet, this.#import.titles)
  }

  async #judged(
    tx: Transaction,
    { gym, now, zone, today, country }: ImportMoment & { gym: number; country: Country },
    { columns }: Pick<UploadedFile<Field>, 'columns'>,
    rows: readonly TableRow[],
  ): Promise<Read<Field, New, Summary>> {
    const { titles, fiscalFields, judgement } = this.#import
    const isKnown = ([field]: (typeof titles.words)[number]) => country !== 'none' || !fiscalFields.includes(field)
    const headings = findHeadingRow(rows, { ...titles, words: titles.words.filter(isKnown) }, columns)
    const by = await judgement(tx, gym, { now, zone, today })
    const judged = await validateRows(rows, headings, titles.name, by, zone)
    return { rows, headings, ...judged, summary: by.summarize(judged.ready) }
  }

  #look(
    call: ImportMoment & Pick<ImportCall, 'gym' | 'user' | 'country'>,
    chosen: Pick<UploadedFile<Field>, 'columns'>,
    rows: readonly TableRow[],
  ): Promise<Read<Field, New, Summary>> {
    const scope = { gym: call.gym, user: call.user.id, rows: rows.length }
    return this.#services.database.read(scope, (tx) => this.#judged(tx, call, chosen, rows))
  }

  async #write(call: ImportCall, { file, columns, sheet, confirm }: UploadedFile<Field>, table: ChosenSheet) {
    const { gym, user, zone, today, clock } = call
    const digest = createHash('sha256').update(file.bytes).digest('base64url')
    const said = { file: digest, columns, confirm, ...(sheet !== null && { sheet }) }
    const { answer, isRepeat } = await call.write(async (tx) => {
      // Waits for another server's import of the gym, so that its rows count as already present.
      await tx.run(sql`select pg_advisory_xact_lock(${lockKey}::integer, ${gym}::integer)`)
      const read = await this.#judged(tx, call, { columns }, table.rows)
      if (read.headings.readings.includes('half-turned')) throwError('import.half-turned')
      if (computeDigest(read) !== confirm || read.ready.length === 0) throwError('import.changed')
      const confirmed = { rows: read.ready, file: file.name }
      return this.#shown(read, table, await this.#import.write(tx, user, confirmed, { zone, today, now: clock() }))
    }, said)
    if (!isRepeat) this.#analyze()
    return answer
  }

  /** Updates planner statistics after the import. A failure is ignored, because the import is complete. */
  #analyze(): void {
    const { database, log } = this.#services
    const { call } = this.#import
    database.platform
      .query('select analyze_imported($1)', [call.slice(0, call.indexOf('.'))])
      .catch((error: unknown) => log.warn({ err: error }, 'what was imported was not analyzed'))
  }

  #refusalOf({ headings, ready, present }: Read<Field, New, Summary>): string | null {
    const { titles, texts } = this.#import
    if (!headings.fields.includes(titles.name)) return 'Di qué columna es el nombre.'
    if (headings.readings.includes('half-turned')) return formatError('import.half-turned')
    if (ready.length > 0) return null
    return present.length > 0 ? texts.present : 'No hay ninguna fila que se pueda importar.'
  }

  #shown(read: Read<Field, New, Summary>, { sheets, sheet }: ChosenSheet, imported: CompletedImport | null) {
    const { rows, headings, ready, adjusted, present, rejected, summary } = read
    const below = rows.slice(headings.at + 1)
    const columns = headings.titles.map((heading, column) => ({
      heading,
      field: headings.fields[column] ?? null,
      samples: below.flatMap((row) => formatCell(row[column]) || []).slice(0, samples),
      reading: headings.readings[column] ?? null,
    }))
    return {
      sheets,
      sheet,
      titles_row: headings.at + 1,
      columns,
      ready: ready.length,
      adjusted: makeImportRowReports(adjusted),
      present: makeImportRowReports(present),
      rejected: makeImportRowReports(rejected),
      refusal: this.#refusalOf(read),
      digest: computeDigest(read),
      imported,
      ...summary,
    }
  }
}
