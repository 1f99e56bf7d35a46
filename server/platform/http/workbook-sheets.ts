// Streams rows as sheets of an .xlsx file. Texts are inline, as Excel's shared string table needs all rows first.
import { getZoneOffsetMinutes } from '@torniquete/contract/shared/dates.ts'
import { addAmounts } from '@torniquete/contract/shared/money.ts'
import type { SheetColumn } from '@torniquete/contract/shared/workbooks.ts'
import type { ZipEntry } from './make-zip.ts'
import {
  cellStyleIndexes,
  formatSheetPath,
  makeFixedWorkbookEntries,
  spreadsheetNamespace,
  xmlDeclaration,
} from './workbook-parts.ts'

type Kind = SheetColumn<never>['type']

/** Default width of each kind of column, in characters. */
const usualWidths: Record<Kind, number> = { text: 28, number: 12, money: 16, day: 13, instant: 20 }

/** Excel's limits: rows of a sheet including titles, and characters of a cell. */
const maxRows = 1_048_576
const maxCharacters = 32_767

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '\t': '\t',
  '\n': '\n',
  '\r': '&#13;',
}

/** Escapes text for XML. Control characters that XML or Excel refuses are dropped. */
const escapeText = (text: string): string => text.replace(/[&<>\p{Cc}\ufffe\uffff]/gu, (sign) => entities[sign] ?? '')

/** Returns days since 30 December 1899, in whole seconds. Excel has no zones: local time is written like UTC. */
const toSerialDate = (milliseconds: number): number => Math.floor(milliseconds / 1000) / 86_400 + 25_569

/** Caches offsets by quarter of an hour: they change only then, and computing one costs as much as a row. */
function makeClock(zone: string): (instant: string) => number {
  const offsets = new Map<number, number>()
  return (text) => {
    const instant = Date.parse(text)
    const quarter = Math.floor(instant / 900_000)
    const offset = offsets.get(quarter) ?? getZoneOffsetMinutes(zone, new Date(instant)) * 60_000
    offsets.set(quarter, offset)
    return instant + offset
  }
}

/** Makes a text cell without its address: style, type and value. */
function textCell(text: string, style: number = cellStyleIndexes.plain) {
  // Cuts a long text, without leaving half of a surrogate pair.
  const cut = text.length <= maxCharacters ? text : text.slice(0, maxCharacters).replace(/[\ud800-\udbff]$/, '')
  return ` s="${style}" t="inlineStr"><is><t xml:space="preserve">${escapeText(cut)}</t></is></c>`
}
const numberCell = (value: number, style: number) => ` s="${style}"><v>${value}</v></c>`

const cells: Record<Kind, (value: string | number, clocks: (instant: string) => number) => string> = {
  text: (value) => textCell(String(value)),
  number: (value) => numberCell(Number(value), cellStyleIndexes.plain),
  money: (value) => numberCell(Number(value), cellStyleIndexes.money),
  day: (value) => numberCell(toSerialDate(Date.parse(`${value}T00:00:00Z`)), cellStyleIndexes.day),
  instant: (value, clocks) => numberCell(toSerialDate(clocks(String(value))), cellStyleIndexes.instant),
}

/** Names a column `A` … `Z`, `AA` …, since a gym may have dozens of payment methods. */
const formatColumn = (index: number): string =>
  (index < 26 ? '' : formatColumn(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26))

function rowText(number: number, of: readonly (string | null)[]): string {
  const filled = of.map((cell, index) => (cell === null ? '' : `<c r="${formatColumn(index)}${number}"${cell}`))
  return `<row r="${number}">${filled.join('')}</row>`
}

function makeSheetHead(columns: readonly SheetColumn<never>[]): string {
  const widths = columns.map(
    ({ type, width = usualWidths[type] }, index) =>
      `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  )
  const titles = columns.map(({ title, type }) =>
    textCell(title, type === 'number' || type === 'money' ? cellStyleIndexes.numericTitle : cellStyleIndexes.title),
  )
  return [
    `${xmlDeclaration}<worksheet ${spreadsheetNamespace}><sheetViews><sheetView workbookViewId="0">`,
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>',
    `<cols>${widths.join('')}</cols><sheetData>${rowText(1, titles)}`,
  ].join('')
}

export interface WorkbookContent<Row> {
  columns: readonly SheetColumn<Row>[]
  chunks: AsyncIterable<readonly Row[]>
  /** IANA time zone in which times are shown. */
  zone: string
  /** Maximum rows of a sheet including its titles; more rows go to the next sheet. */
  most?: number
  /** If true, the last row contains the sums of money columns. */
  totals?: boolean | undefined
}

/** Yields the parts of the file. Each part must be read to its end before the next is requested. */
export async function* makeWorkbookEntries<Row>(sheets: WorkbookContent<Row>): AsyncGenerator<ZipEntry> {
  const { columns, chunks, zone, totals: hasTotals = false } = sheets
  // Every sheet reserves a row for the sums, since only at the end it is known which sheet is the last.
  const most = (sheets.most ?? maxRows) - (hasTotals ? 1 : 0)
  const sums = columns.map(({ type, summed = true }): string | null => (type === 'money' && summed ? '0.00' : null))
  const addToSums = (rows: readonly Row[]) =>
    columns.forEach(({ value }, index) => {
      const sum = sums[index]
      if (sum != null) sums[index] = addAmounts([sum, ...rows.map((row) => String(value(row) || '0.00'))])
    })
  const clocks = makeClock(zone)
  const source = chunks[Symbol.asyncIterator]()
  let next = await source.next()
  const cellsOf = (row: Row) =>
    columns.map(({ type, value }) => {
      const found = value(row)
      return found === null || found === '' ? null : cells[type](found, clocks)
    })
  let hasRows = false
  const content = async function* () {
    yield makeSheetHead(columns)
    let written = 1
    hasRows ||= !next.done
    // A chunk larger than a sheet is written to an empty sheet anyway, since it would fit into no other.
    while (!next.done && (written === 1 || written + next.value.length <= most)) {
      const first = written + 1
      if (hasTotals) addToSums(next.value)
      written += next.value.length
      yield next.value.map((row, index) => rowText(first + index, cellsOf(row))).join('')
      next = await source.next()
    }
    if (hasTotals && next.done && hasRows) {
      // The first column contains the label of the sums; it never has money.
      const [, ...others] = sums.map((sum) => (sum === null ? null : numberCell(Number(sum), cellStyleIndexes.money)))
      yield rowText(written + 1, [textCell('Total', cellStyleIndexes.title), ...others])
    }
    yield '</sheetData></worksheet>'
  }
  let count = 0
  do {
    count += 1
    yield { name: formatSheetPath(count), content: content() }
  } while (!next.done)
  yield* makeFixedWorkbookEntries(count)
}
