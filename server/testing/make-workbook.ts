// Builds Excel files as people make them: several named sheets, merged cells, dates as serial numbers.
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { makeZip, type ZipEntry } from '../platform/http/make-zip.ts'
import {
  cellStyleIndexes,
  formatSheetPath,
  makeFixedWorkbookEntries,
  spreadsheetNamespace,
  xmlDeclaration,
} from '../platform/http/workbook-parts.ts'

/** Content of a cell: a text, a number, a date in a cell with a date format, or null for an empty cell. */
type TestCell = string | number | { day: string } | null

interface TestSheet {
  name: string
  rows: readonly (readonly TestCell[])[]
  /** Merged cell ranges, such as 'B1:C1'; the first cell has the value. */
  merged?: readonly string[]
}

const serialOf = (day: string) => Date.parse(`${day}T00:00:00Z`) / 86_400_000 + 25_569
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

function cellOf(place: string, cell: TestCell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return `<c r="${place}"><v>${cell}</v></c>`
  if (typeof cell === 'object') return `<c r="${place}" s="${cellStyleIndexes.day}"><v>${serialOf(cell.day)}</v></c>`
  return `<c r="${place}" t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`
}

function sheetOf({ rows, merged = [] }: TestSheet): string {
  const lines = rows.map((row, at) => {
    const cells = row.map((cell, column) => cellOf(`${String.fromCharCode(65 + column)}${at + 1}`, cell))
    return `<row r="${at + 1}">${cells.join('')}</row>`
  })
  const joined = merged.map((ref) => `<mergeCell ref="${ref}"/>`).join('')
  const merges = merged.length > 0 ? `<mergeCells count="${merged.length}">${joined}</mergeCells>` : ''
  return `${xmlDeclaration}<worksheet ${spreadsheetNamespace}><sheetData>${lines.join('')}</sheetData>${merges}</worksheet>`
}

export function makeWorkbook(...sheets: readonly TestSheet[]): Promise<Buffer> {
  const named = (text: string) =>
    text.replace(/name="Hoja(\d+)"/g, (_, number) => `name="${escaped(sheets[Number(number) - 1]?.name ?? '')}"`)
  const parts = async function* (): AsyncGenerator<ZipEntry> {
    for (const { name, content } of makeFixedWorkbookEntries(sheets.length)) {
      const texts: string[] = []
      for await (const text of content) texts.push(named(text))
      yield { name, content: texts }
    }
    for (const [at, sheet] of sheets.entries()) yield { name: formatSheetPath(at + 1), content: [sheetOf(sheet)] }
  }
  return buffer(Readable.from(makeZip(parts())))
}
