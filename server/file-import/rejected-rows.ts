import { Readable } from 'node:stream'
import type { SheetColumn } from '@torniquete/contract/workbooks.ts'
import type { FastifyReply } from 'fastify'
import { namedWorkbook } from '../http/exports.ts'
import { partsOf } from '../http/sheets.ts'
import { zipOf } from '../http/zip.ts'
import { textOf } from './cells.ts'
import type { Judged } from './judged.ts'

type Rejected = Judged<unknown>['rejected'][number]

/** The rows as they came, each with why it was not taken: mended, the file can be brought again. */
export function sendRejected(
  reply: FastifyReply,
  name: string,
  titles: readonly string[],
  rejected: readonly Rejected[],
  zone: string,
): FastifyReply {
  const columns: SheetColumn<Rejected>[] = [
    ...titles.map(
      (title, at): SheetColumn<Rejected> => ({ title, type: 'text', value: ({ cells }) => textOf(cells[at]) }),
    ),
    { title: 'Motivo', type: 'text', width: 60, value: ({ reasons }) => reasons.join('. ') },
    { title: 'Fila en el archivo', type: 'number', value: ({ row }) => row },
  ]
  const pieces = (async function* () {
    yield rejected
  })()
  return namedWorkbook(reply, name).send(Readable.from(zipOf(partsOf({ columns, pieces, zone }))))
}
