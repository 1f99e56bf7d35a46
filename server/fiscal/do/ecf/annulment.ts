// Annulment (ANECF) of numbers that were never sent, neither to DGII nor to the buyer. Sent receipts need a credit note.
import {
  formatReceiptNumber,
  parseReceiptNumber,
  type ReceiptTypeCode,
} from '@torniquete/contract/fiscal/do/receipt-numbers.ts'
import type { XmlElement } from './parse-xml.ts'
import { formatValidDocument } from './validate-document.ts'
import { formatDgiiInstant, makeField, makeGroup } from './xml.ts'

export interface NcfRange {
  /** First and last number, such as `E310000000001`. */
  from: string
  to: string
}

interface SequenceRange {
  first: number
  last: number
}

/** Unsigned XML. Adjacent and overlapping ranges are joined. Throws if a range has no valid numbers. */
export function makeAnnulmentXml(annulment: { taxId: string; createdAt: Date; ranges: NcfRange[] }): string {
  const types = [...Map.groupBy(annulment.ranges.map(parseRange), ({ type }) => type)]
    .sort(([one], [other]) => one.localeCompare(other))
    .map(([type, ranges]) => ({ type, ranges: joinRanges(ranges) }))
  const root = makeGroup(
    'ANECF',
    makeGroup(
      'Encabezado',
      makeField('Version', '1.0'),
      makeField('RncEmisor', annulment.taxId),
      makeField('CantidadeNCFAnulados', countNumbers(types.flatMap(({ ranges }) => ranges))),
      makeField('FechaHoraAnulacioneNCF', formatDgiiInstant(annulment.createdAt)),
    ),
    makeGroup('DetalleAnulacion', ...types.map(makeLine)),
  )
  return formatValidDocument(root)
}

function parseRange({ from, to }: NcfRange): SequenceRange & { type: ReceiptTypeCode } {
  const first = parseReceiptNumber(from)
  const last = parseReceiptNumber(to)
  if (!first || !last || first.type !== last.type || first.sequence > last.sequence)
    throw new RangeError(`not a range of receipt numbers: ${from} to ${to}`)
  return { type: first.type, first: first.sequence, last: last.sequence }
}

function joinRanges(ranges: SequenceRange[]): SequenceRange[] {
  const joined: SequenceRange[] = []
  for (const { first, last } of ranges.toSorted((one, other) => one.first - other.first)) {
    const previous = joined.at(-1)
    if (previous && first <= previous.last + 1) previous.last = Math.max(previous.last, last)
    else joined.push({ first, last })
  }
  return joined
}

const countNumbers = (ranges: SequenceRange[]): number =>
  ranges.reduce((sum, { first, last }) => sum + last - first + 1, 0)

function makeLine(
  { type, ranges }: { type: ReceiptTypeCode; ranges: SequenceRange[] },
  index: number,
): XmlElement | null {
  const makeNumber = (sequence: number) => formatReceiptNumber({ type, sequence })
  const sequences = ranges.map(({ first, last }) =>
    makeGroup(
      'Secuencias',
      makeField('SecuenciaeNCFDesde', makeNumber(first)),
      makeField('SecuenciaeNCFHasta', makeNumber(last)),
    ),
  )
  return makeGroup(
    'Anulacion',
    makeField('NoLinea', index + 1),
    makeField('TipoeCF', type.slice(1)),
    makeGroup('TablaRangoSecuenciasAnuladaseNCF', ...sequences),
    makeField('CantidadeNCFAnulados', countNumbers(ranges)),
  )
}
