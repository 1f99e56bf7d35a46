import { Readable } from 'node:stream'
import type { ColumnReading } from '@torniquete/contract/shared/file-import.ts'
import type { SheetColumn } from '@torniquete/contract/shared/workbooks.ts'
import type { FastifyReply } from 'fastify'
import { setWorkbookHeaders } from '../http/exports.ts'
import { makeParts } from '../http/workbook-sheets.ts'
import { makeZip } from '../http/zip.ts'
import type { Headings } from './headings.ts'
import { formatCell, formatDayAsRead, formatFigureAsRead } from './parse-cells.ts'
import type { Cell } from './read-table.ts'
import type { ValidatedRows } from './validate-rows.ts'

type Rejected = ValidatedRows<unknown>['rejected'][number]

const asRead: Record<ColumnReading | 'plain', (cell: Cell | undefined) => string | null> = {
  plain: formatCell,
  'half-turned': formatCell,
  'month-first': formatDayAsRead,
  'decimal-comma': formatFigureAsRead,
  // Without the other rows the numbers would be read as PINs.
  'row-count': () => null,
}

/**
 * Rejected rows as they came, each with its reasons, ready to be corrected and imported. Ambiguous cells are written
 * as they were read, since the other rows that decided it are missing.
 */
export function sendRejected(
  reply: FastifyReply,
  name: string,
  { titles, readings }: Pick<Headings<string>, 'titles' | 'readings'>,
  rejected: readonly Rejected[],
  zone: string,
): FastifyReply {
  const columns: SheetColumn<Rejected>[] = [
    ...titles.map((title, at): SheetColumn<Rejected> => {
      const written = asRead[readings[at] ?? 'plain']
      return { title, type: 'text', value: ({ cells }) => written(cells[at]) }
    }),
    { title: 'Motivo', type: 'text', width: 60, value: ({ reasons }) => reasons.join('. ') },
    { title: 'Fila en el archivo', type: 'number', value: ({ row }) => row },
  ]
  const chunks = (async function* () {
    yield rejected
  })()
  return setWorkbookHeaders(reply, name).send(Readable.from(makeZip(makeParts({ columns, chunks, zone }))))
}
