// The rows of a list as the sheets of an .xlsx file, piece by piece. Texts stand in their cells, not in a table of all
// texts, which could only be written once every row was seen; and a text is never a formula.
import { zoneOffset } from '@torniquete/contract/dates.ts'
import type { SheetColumn } from '@torniquete/contract/workbooks.ts'
import { fixedParts, mainNames, sheetName, styles, xmlHead } from './workbook-parts.ts'
import type { Part } from './zip.ts'

type Kind = SheetColumn<never>['type']

/** In characters. */
const usualWidths: Record<Kind, number> = { text: 28, number: 12, money: 16, day: 13, instant: 20 }

/** What Excel opens: rows of a sheet with its titles, characters of a cell. */
const mostRows = 1_048_576
const mostCharacters = 32_767

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '\t': '\t',
  '\n': '\n',
  '\r': '&#13;',
}

/** Control characters but these three are none of XML's, or none that a cell shows. */
const written = (text: string): string => text.replace(/[&<>\p{Cc}\ufffe\uffff]/gu, (sign) => entities[sign] ?? '')

/** Whole seconds as days since 30 December 1899. A file knows no zones: what it is to show is written as if it were UTC. */
const serial = (milliseconds: number): number => Math.floor(milliseconds / 1000) / 86_400 + 25_569

/** What a zone's clocks show, in milliseconds; they change at whole quarters of an hour, and asking costs as much as a row. */
function clocksOf(zone: string): (instant: string) => number {
  const offsets = new Map<number, number>()
  return (text) => {
    const instant = Date.parse(text)
    const quarter = Math.floor(instant / 900_000)
    const offset = offsets.get(quarter) ?? zoneOffset(zone, new Date(instant)) * 60_000
    offsets.set(quarter, offset)
    return instant + offset
  }
}

/** As much as a cell holds, without the half of a letter. */
const fitting = (text: string): string =>
  text.length <= mostCharacters ? text : text.slice(0, mostCharacters).replace(/[\ud800-\udbff]$/, '')

/** What stands behind a cell's place: its kind and its value. */
const textCell = (text: string, style: number = styles.plain) =>
  ` s="${style}" t="inlineStr"><is><t xml:space="preserve">${written(fitting(text))}</t></is></c>`
const numberCell = (value: number, style: number) => ` s="${style}"><v>${value}</v></c>`

const cells: Record<Kind, (value: string | number, clocks: (instant: string) => number) => string> = {
  text: (value) => textCell(String(value)),
  number: (value) => numberCell(Number(value), styles.plain),
  money: (value) => numberCell(Number(value), styles.money),
  day: (value) => numberCell(serial(Date.parse(`${value}T00:00:00Z`)), styles.day),
  instant: (value, clocks) => numberCell(serial(clocks(String(value))), styles.instant),
}

const isNumeric = ({ type }: SheetColumn<never>) => type === 'number' || type === 'money'

/** Up to Z: no list is as wide. */
const places = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

/** The cells of one row, those without a value left out. */
function rowText(number: number, of: readonly (string | null)[]): string {
  const filled = of.map((cell, index) => (cell === null ? '' : `<c r="${places[index]}${number}"${cell}`))
  return `<row r="${number}">${filled.join('')}</row>`
}

function beginning(columns: readonly SheetColumn<never>[]): string {
  const widths = columns.map(
    ({ type, width = usualWidths[type] }, index) =>
      `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  )
  const titles = columns.map((column) => textCell(column.title, isNumeric(column) ? styles.numericTitle : styles.title))
  return [
    `${xmlHead}<worksheet ${mainNames}><sheetViews><sheetView workbookViewId="0">`,
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>',
    `<cols>${widths.join('')}</cols><sheetData>${rowText(1, titles)}`,
  ].join('')
}

export interface Sheets<Row> {
  columns: readonly SheetColumn<Row>[]
  pieces: AsyncIterable<readonly Row[]>
  /** By whose clocks instants are shown. */
  zone: string
  /** Rows of a sheet, its titles among them; what is beyond them stands on the next. */
  most?: number
}

/** The parts of the file. Each is read to its end before the next. */
export async function* partsOf<Row>({ columns, pieces, zone, most = mostRows }: Sheets<Row>): AsyncGenerator<Part> {
  const clocks = clocksOf(zone)
  const source = pieces[Symbol.asyncIterator]()
  let next = await source.next()
  const cellsOf = (row: Row) =>
    columns.map(({ type, value }) => {
      const found = value(row)
      return found === null || found === '' ? null : cells[type](found, clocks)
    })
  const content = async function* () {
    yield beginning(columns)
    let written = 1
    // A piece that is larger than a sheet would stand on none.
    while (!next.done && (written === 1 || written + next.value.length <= most)) {
      const first = written + 1
      written += next.value.length
      yield next.value.map((row, index) => rowText(first + index, cellsOf(row))).join('')
      next = await source.next()
    }
    yield '</sheetData></worksheet>'
  }
  let sheets = 0
  do {
    sheets += 1
    yield { name: sheetName(sheets), content: content() }
  } while (!next.done)
  yield* fixedParts(sheets)
}
