// Lists as Excel files: rows are read in chunks, queued with the gym's long reads, and streamed as they are written. No
// database connection is held between two chunks.
import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { SheetColumn, Workbook } from '@torniquete/contract/shared/workbooks.ts'
import type { FastifyReply } from 'fastify'
import type { FairQueue } from '../db/fair-queue.ts'
import type { ListChunk } from '../db/paged-lists.ts'
import { workbookType } from './workbook-parts.ts'
import { makeParts } from './workbook-sheets.ts'
import { makeZip } from './zip.ts'

/** As many as this process serializes without blocking others for long; they count as a long read. */
const rowsPerChunk = 250
/** Files that are written at the same time: each takes up to a megabyte of memory, however long it is. */
export const exportTurns = { maxTurns: 12, maxTurnsPerGym: 2, timeoutMs: 10_000, refusal: 'export.busy' } as const
/** Milliseconds after which a caller who reads nothing is disconnected. */
const stallTimeoutMs = 60_000

type Row = { id: number }

interface Export {
  gym: number
  zone: string
  workbook: Workbook
  query: unknown
  read: (chunk: ListChunk) => Promise<unknown>
  /** Throws if the person's right to the list has ended since. */
  requireRight: () => Promise<unknown>
}

/** The workbook's columns; where the query asks for the brief sheet, only its columns under their brief titles. */
function chooseColumns({ workbook, query }: Export, first: Row | undefined): SheetColumn<Row>[] {
  const { brief: isBrief = false } = (query ?? {}) as { brief?: boolean } // the query is checked by the list's schema
  const columns = workbook.columns as readonly SheetColumn<Row>[] // the type of the rows that the handler reads
  const fixed = columns.flatMap(({ brief, ...column }) => {
    if (!isBrief) return column
    return brief === false ? [] : { ...column, title: brief ?? column.title }
  })
  const amountsOf = workbook.amounts as Workbook<Row>['amounts'] // the type of its columns
  const named = (first && amountsOf?.(first)) ?? []
  const amounts = named.map(({ title }): SheetColumn<Row> => {
    // A kind may be added while the file is written.
    const value = (row: Row) => amountsOf?.(row).find((each) => each.title === title)?.value ?? null
    return { title, type: 'money', value }
  })
  return [...fixed, ...amounts]
}

export const setWorkbookHeaders = (reply: FastifyReply, name: string): FastifyReply =>
  reply
    .header('content-type', workbookType)
    .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(`${name}.xlsx`)}`)
    .header('cache-control', 'no-store')
    .header('x-content-type-options', 'nosniff')

export function sendExport(turns: FairQueue, reply: FastifyReply, wanted: Export): Promise<FastifyReply> {
  const { gym, zone, workbook } = wanted
  // All rows of lists have an id.
  const read = wanted.read as (chunk: ListChunk) => Promise<Row[]>
  return turns.run(gym, async () => {
    // The first chunk is read before anything is sent, so that most errors are answered as JSON; a later error breaks
    // the connection, so that a partial file cannot pass for a complete one.
    const first = await read({ after: null, most: rowsPerChunk })
    const chunks = async function* () {
      for (let rows = first; rows.length > 0; ) {
        // The database reads the next chunk while this one is written; its error is thrown where it is awaited below.
        const next = rows.length < rowsPerChunk ? null : read({ after: rows.at(-1)?.id ?? null, most: rowsPerChunk })
        next?.catch(() => {})
        await wanted.requireRight()
        yield rows
        rows = (await next) ?? []
      }
    }
    const columns = chooseColumns(wanted, first[0])
    const file = Readable.from(makeZip(makeParts({ columns, chunks: chunks(), zone, totals: workbook.totals })))
    reply.raw.setTimeout(stallTimeoutMs, () => reply.raw.destroy())
    setWorkbookHeaders(reply, workbook.file).send(file)
    // The place in the queue is held until the caller has the file, or is gone.
    await finished(file).catch(() => {})
    return reply
  })
}
