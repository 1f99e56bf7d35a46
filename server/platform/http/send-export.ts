// Exports lists as Excel files. Rows are read in chunks, queued with the gym's long reads, and streamed as they are
// written. No database connection is occupied between two chunks.
import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { SheetColumn, Workbook } from '@torniquete/contract/shared/workbooks.ts'
import type { FastifyReply } from 'fastify'
import type { FairQueue } from '../db/fair-queue.ts'
import type { ListChunkRange } from '../db/paged-lists.ts'
import { makeZip } from './make-zip.ts'
import { workbookContentType } from './workbook-parts.ts'
import { makeWorkbookEntries } from './workbook-sheets.ts'

/** As many rows as this process serializes without delaying others for long. Reading a chunk counts as a long read. */
const rowsPerChunk = 250
/** Limits how many files are written at once: each takes up to a megabyte of memory, however long it is. */
export const exportQueueLimits = {
  maxTurns: 12,
  maxTurnsPerGym: 2,
  timeoutMs: 10_000,
  refusal: 'export.busy',
} as const
/** Milliseconds after which a caller who does not read the file is disconnected. */
const stallTimeoutMs = 60_000

type Row = { id: number }

interface Export {
  gym: number
  zone: string
  workbook: Workbook
  query: unknown
  read: (chunk: ListChunkRange) => Promise<unknown>
  /** Throws if the user no longer has the right to the list. */
  requireRight: () => Promise<unknown>
}

/** Returns the workbook's columns, or those of the brief sheet with brief titles if the query has `brief`. */
function chooseColumns({ workbook, query }: Export, first: Row | undefined): SheetColumn<Row>[] {
  const { brief: isBrief = false } = (query ?? {}) as { brief?: boolean } // already checked by the list's schema
  const columns = workbook.columns as readonly SheetColumn<Row>[] // the row type of the handler
  const fixed = columns.flatMap(({ brief, ...column }) => {
    if (!isBrief) return column
    return brief === false ? [] : { ...column, title: brief ?? column.title }
  })
  const amountsOf = workbook.amounts as Workbook<Row>['amounts'] // same row type as the columns
  const named = (first && amountsOf?.(first)) ?? []
  const amounts = named.map(({ title }): SheetColumn<Row> => {
    // A row without this payment method gets an empty cell: a method may be added while the file is written.
    const value = (row: Row) => amountsOf?.(row).find((each) => each.title === title)?.value ?? null
    return { title, type: 'money', value }
  })
  return [...fixed, ...amounts]
}

export const setWorkbookHeaders = (reply: FastifyReply, name: string): FastifyReply =>
  reply
    .header('content-type', workbookContentType)
    .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(`${name}.xlsx`)}`)
    .header('cache-control', 'no-store')
    .header('x-content-type-options', 'nosniff')

export function sendExport(turns: FairQueue, reply: FastifyReply, wanted: Export): Promise<FastifyReply> {
  const { gym, zone, workbook } = wanted
  // Cast, because all rows of lists have an id.
  const read = wanted.read as (chunk: ListChunkRange) => Promise<Row[]>
  return turns.run(gym, async () => {
    // The first chunk is read before anything is sent, so that most errors are answered as JSON. A later error breaks
    // the connection, so that a partial file cannot pass for a complete one.
    const first = await read({ after: null, most: rowsPerChunk })
    const chunks = async function* () {
      for (let rows = first; rows.length > 0; ) {
        // The next chunk is read while this one is written; an error of that read is thrown where it is awaited below.
        const next = rows.length < rowsPerChunk ? null : read({ after: rows.at(-1)?.id ?? null, most: rowsPerChunk })
        next?.catch(() => {})
        await wanted.requireRight()
        yield rows
        rows = (await next) ?? []
      }
    }
    const columns = chooseColumns(wanted, first[0])
    const file = Readable.from(
      makeZip(makeWorkbookEntries({ columns, chunks: chunks(), zone, totals: workbook.totals })),
    )
    reply.raw.setTimeout(stallTimeoutMs, () => reply.raw.destroy())
    const { month = '' } = (wanted.query ?? {}) as { month?: string } // only monthly reports have one
    setWorkbookHeaders(reply, `${workbook.file} ${month}`.trim()).send(file)
    // Keeps the turn until the caller has the complete file or has disconnected.
    await finished(file).catch(() => {})
    return reply
  })
}
