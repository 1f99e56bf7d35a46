// Imports of any area: first a preview of every row, then the write after confirmation.
import { createHash } from 'node:crypto'
import { errorText, fail } from '@torniquete/contract/shared/errors.ts'
import type { ImportAct, ImportAnswer, ReportedRow, ReportedRows } from '@torniquete/contract/shared/file-import.ts'
import type { FastifyReply } from 'fastify'
import type { Services } from '../../services.ts'
import { FairQueue } from '../db/fair-queue.ts'
import type { Transaction } from '../db/gym-statements.ts'
import { sql } from '../db/sql.ts'
import type { Actor, OwnTransactionCall } from '../http/context.ts'
import { type ChosenSheet, chooseSheet } from './choose-sheet.ts'
import { findHeadings, type Headings, type Titles } from './headings.ts'
import { formatCell } from './parse-cells.ts'
import { readSheetsInWorker } from './read-in-worker.ts'
import type { Row } from './read-table.ts'
import { sendRejected } from './rejected-rows.ts'
import { readUploadedFile, type UploadedFile } from './uploaded-file.ts'
import { type RowRules, type ValidatedRows, validateRows } from './validate-rows.ts'

/** Advisory lock: one import of a gym at a time over all servers. */
const lockKey = 7213
/** Rows of each kind reported by name; the others are counted. */
const maxReportedRows = 100
const samples = 3
/** A file needs up to 64 MB of memory. */
const turnsOfFiles = { maxTurns: 2, maxTurnsPerGym: 1, timeoutMs: 20_000, refusal: 'import.busy' } as const

export interface ImportServices extends Pick<Services, 'database' | 'log'> {
  turns: FairQueue
}

/** Shared by all areas, so that few files are read at once. */
export const importServices = (services: Omit<ImportServices, 'turns'>): ImportServices => ({
  ...services,
  turns: new FairQueue(turnsOfFiles),
})

/** Time and zone of the gym. */
export interface ImportMoment {
  now: Date
  zone: string
  today: string
}

export interface ConfirmedImport<New> {
  rows: readonly New[]
  file: string
}

/** Definition of an area's import. */
export interface Import<Field extends string, New, Summary extends object> {
  call: 'clients.import' | 'products.import'
  titles: Titles<Field>
  fields: readonly Field[]
  /** Loads what rows are compared with. */
  judgement: (tx: Transaction, gym: number, by: ImportMoment) => Promise<RowRules<Field, New, Summary>>
  write: (tx: Transaction, user: Actor, sent: ConfirmedImport<New>, moment: ImportMoment) => Promise<ImportAct>
  /** Refusals without a name column and without new rows, and the name of the file of rejected rows. */
  texts: { noNameColumn: string; present: string; rejectedFileName: string }
}

type ImportCall = OwnTransactionCall<'clients.import' | 'products.import'>

interface Read<Field extends string, New, Summary> extends ValidatedRows<New> {
  summary: Summary
  rows: readonly Row[]
  headings: Headings<Field>
}

export const limitReportedRows = (all: readonly ReportedRow[]): ReportedRows => ({
  count: all.length,
  first: all.slice(0, maxReportedRows).map(({ row, name, reasons }) => ({ row, name, reasons })),
})

const computeDigest = ({ ready }: ValidatedRows<unknown>): string =>
  createHash('sha256').update(JSON.stringify(ready)).digest('base64url').slice(0, 32)

export class FileImports<Field extends string, New, Summary extends object> {
  readonly #services: ImportServices
  readonly #import: Import<Field, New, Summary>

  constructor(services: ImportServices, what: Import<Field, New, Summary>) {
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

  readonly rejected = async (
    call: OwnTransactionCall<'clients.import-rejected' | 'products.import-rejected'>,
  ): Promise<FastifyReply> => {
    const { request, reply, gym, zone } = call
    const sent = await readUploadedFile(request, this.#import.fields)
    return this.#services.turns.run(gym, async () => {
      const { rows } = await this.#tableOf(sent)
      const { headings, rejected } = await this.#look(call, sent, rows)
      return sendRejected(reply, this.#import.texts.rejectedFileName, headings, rejected, zone)
    })
  }

  async #tableOf({ file, sheet }: UploadedFile<Field>): Promise<ChosenSheet> {
    return chooseSheet(await readSheetsInWorker(file.bytes), sheet, this.#import.titles)
  }

  async #judged(
    tx: Transaction,
    { gym, now, zone, today }: ImportMoment & { gym: number },
    { columns }: Pick<UploadedFile<Field>, 'columns'>,
    rows: readonly Row[],
  ): Promise<Read<Field, New, Summary>> {
    const { titles, judgement } = this.#import
    const headings = findHeadings(rows, titles, columns)
    const by = await judgement(tx, gym, { now, zone, today })
    const judged = await validateRows(rows, headings, titles.name, by, zone)
    return { rows, headings, ...judged, summary: by.summarize(judged.ready) }
  }

  #look(
    call: ImportMoment & Pick<ImportCall, 'gym' | 'user'>,
    chosen: Pick<UploadedFile<Field>, 'columns'>,
    rows: readonly Row[],
  ): Promise<Read<Field, New, Summary>> {
    const scope = { gym: call.gym, user: call.user.id, rows: rows.length }
    return this.#services.database.read(scope, (tx) => this.#judged(tx, call, chosen, rows))
  }

  async #write(
    call: ImportCall,
    { file, columns, sheet, confirm }: UploadedFile<Field>,
    table: ChosenSheet,
  ): Promise<ImportAnswer & Summary> {
    const { gym, user, zone, today, clock } = call
    const said = {
      file: createHash('sha256').update(file.bytes).digest('base64url'),
      columns,
      confirm,
      ...(sheet !== null && { sheet }),
    }
    const { answer, isRepeat } = await call.write(async (tx) => {
      // A file being written by another server counts as present afterwards.
      await tx.run(sql`select pg_advisory_xact_lock(${lockKey}::integer, ${gym}::integer)`)
      const read = await this.#judged(tx, call, { columns }, table.rows)
      if (read.headings.readings.includes('half-turned')) fail('import.half-turned')
      if (computeDigest(read) !== confirm || read.ready.length === 0) fail('import.changed')
      const confirmed = { rows: read.ready, file: file.name }
      return this.#shown(read, table, await this.#import.write(tx, user, confirmed, { zone, today, now: clock() }))
    }, said)
    if (!isRepeat) this.#analyze()
    return answer
  }

  /** Updates planner statistics for the new number of rows. A failure does not matter to the import. */
  #analyze(): void {
    const { database, log } = this.#services
    const { call } = this.#import
    database.platform
      .query('select analyze_imported($1)', [call.slice(0, call.indexOf('.'))])
      .catch((error: unknown) => log.warn({ err: error }, 'what was imported was not analyzed'))
  }

  #refusalOf({ headings, ready, present }: Read<Field, New, Summary>): string | null {
    const { titles, texts } = this.#import
    if (!headings.fields.includes(titles.name)) return texts.noNameColumn
    if (headings.readings.includes('half-turned')) return errorText('import.half-turned')
    if (ready.length > 0) return null
    return present.length > 0 ? texts.present : 'No hay ninguna fila que se pueda importar.'
  }

  #shown(
    read: Read<Field, New, Summary>,
    { sheets, sheet }: ChosenSheet,
    imported: ImportAct | null,
  ): ImportAnswer & Summary {
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
      adjusted: limitReportedRows(adjusted),
      present: limitReportedRows(present),
      rejected: limitReportedRows(rejected),
      refusal: this.#refusalOf(read),
      digest: computeDigest(read),
      imported,
      ...summary,
    }
  }
}
