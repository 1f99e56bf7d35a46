// Lists as Excel files, of any length: read in pieces, each in its gym's turn like any long read, and written while the
// caller takes them. Between two pieces no connection is held.
import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { SheetColumn, Workbook } from '@torniquete/contract/workbooks.ts'
import type { FastifyReply } from 'fastify'
import { FairQueue } from '../db/fair-queue.ts'
import type { ListChunk } from '../db/lists.ts'
import { partsOf } from './sheets.ts'
import { workbookType } from './workbook-parts.ts'
import { zipOf } from './zip.ts'

/** Rows of a chunk: what this process writes without a pause. As many as count as a long read. */
const most = 250
/** Files that are written at once: each takes up to a megabyte, however long it is. */
const files = { all: 12, ofOneGym: 2, refusal: 'export.busy' } as const
/** Milliseconds after which a caller who takes nothing is gone. */
const stalledAfter = 60_000

type Row = { id: number }

export interface Export {
  gym: number
  zone: string
  workbook: Workbook
  query: unknown
  read: (chunk: ListChunk) => Promise<unknown>
  /** Throws where the right to it ended meanwhile. */
  stands: () => Promise<unknown>
}

/** Those of the brief sheet where the query asks for it. */
function columnsOf({ workbook, query }: Export): SheetColumn<Row>[] {
  const { brief: isBrief = false } = (query ?? {}) as { brief?: boolean } // parsed by the list's schema
  const columns = workbook.columns as readonly SheetColumn<Row>[] // of the rows that its own handler reads
  return columns.flatMap(({ brief, ...column }) => {
    if (!isBrief) return column
    return brief === false ? [] : { ...column, title: brief ?? column.title }
  })
}

/** An answer that is saved under a name. */
export const namedWorkbook = (reply: FastifyReply, name: string): FastifyReply =>
  reply
    .header('content-type', workbookType)
    .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(`${name}.xlsx`)}`)
    .header('cache-control', 'no-store')
    .header('x-content-type-options', 'nosniff')

export class Exports {
  readonly #turns: FairQueue

  /** In milliseconds, of those that wait for another file to end. */
  constructor(patience = 10_000) {
    this.#turns = new FairQueue({ ...files, patience })
  }

  send(reply: FastifyReply, wanted: Export): Promise<FastifyReply> {
    const { gym, zone, workbook } = wanted
    // Its handler's rows, which all have a number.
    const read = wanted.read as (chunk: ListChunk) => Promise<Row[]>
    return this.#turns.run(gym, async () => {
      // What is wrong is mostly wrong at once, and answered as of any call; later the line is cut, so nobody takes a part for all.
      const first = await read({ after: null, most })
      const pieces = async function* () {
        for (let rows = first; rows.length > 0; ) {
          // The database finds the next ones while these are written. Where that fails, it is told below, or to nobody.
          const next = rows.length < most ? null : read({ after: rows.at(-1)?.id ?? null, most })
          next?.catch(() => {})
          await wanted.stands()
          yield rows
          rows = (await next) ?? []
        }
      }
      const file = Readable.from(zipOf(partsOf({ columns: columnsOf(wanted), pieces: pieces(), zone })))
      reply.raw.setTimeout(stalledAfter, () => reply.raw.destroy())
      namedWorkbook(reply, workbook.file).send(file)
      // The turn lasts until the caller has it, or is gone.
      await finished(file).catch(() => {})
      return reply
    })
  }
}
