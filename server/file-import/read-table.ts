// The rows of a file as its own program shows them: of the sheets of an Excel file, or of a CSV in any of the forms that
// programs write.

import { type ErrorDetails, type ErrorName, fail } from '@torniquete/contract/errors.ts'
import { importRows } from '@torniquete/contract/file-import.ts'
import { parse } from 'csv-parse/sync'
import readWorkbook from 'read-excel-file/node'
import { inspectArchive } from './inspect-archive.ts'

export type Cell = string | number | boolean | Date | null
export type Row = readonly Cell[]

/** Bytes that an Excel file may come to once it is unpacked: a small one can hold a terabyte of nothing. */
const mostUnpacked = 64 * 1024 * 1024
/** Empty rows at its end count too: who once coloured a whole column has a million of them. */
export const mostColumns = 200

export const tooLarge = (): never => fail('import.too-large', { rows: importRows, megabytes: 4 })

export interface Sheet {
  /** '' of a CSV. */
  name: string
  rows: Row[]
}

/** A file as the thread that reads it answers. */
export type ReadResult = { sheets: Sheet[] } | { reason: ErrorName; details: ErrorDetails }

/** Rows of a sheet that are read: one more than are taken makes the file too large, and the titles may stand lower. */
const maxRows = importRows + 20

/** Those that hold anything, in their order; at least one. Fails with import.unreadable, import.too-large or import.bad-address. */
export async function readSheets(file: Buffer): Promise<Sheet[]> {
  const sheets = isZip(file) ? await readWorkbookSheets(file) : [{ name: '', rows: readCsv(file) }]
  const filled = sheets.flatMap(({ name, rows }) => {
    const last = rows.findLastIndex((row) => row.some((cell) => !isEmpty(cell)))
    const end = Math.min(last + 1, maxRows)
    return last < 0 ? [] : [{ name, rows: rows.slice(0, end).map((row) => row.slice(0, mostColumns)) }]
  })
  if (filled.length === 0) fail('import.unreadable')
  return filled
}

export const isEmpty = (cell: Cell | undefined): boolean =>
  cell === null || cell === undefined || (typeof cell === 'string' && cell.trim() === '')

const isZip = (file: Buffer): boolean => file.subarray(0, 4).equals(Buffer.from('PK\x03\x04', 'latin1'))

async function readWorkbookSheets(file: Buffer): Promise<Sheet[]> {
  const archive = await inspectArchive(file, mostUnpacked)
  if (archive === 'unreadable') fail('import.unreadable')
  if (archive === 'too-large') tooLarge()
  if (archive === 'bad-address') fail('import.bad-address')
  try {
    const sheets = await readWorkbook(file)
    return sheets.map(({ sheet, data }) => ({ name: sheet, rows: data as Row[] })) // its type for days is that of their class
  } catch {
    fail('import.unreadable')
  }
}

/** As it was written: Excel writes UTF-8 with a mark, UTF-16 as "Unicode", and else the code page of Windows. */
function textOf(file: Buffer): string {
  if (file[0] === 0xff && file[1] === 0xfe) return new TextDecoder('utf-16le').decode(file)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(file)
  } catch {
    return new TextDecoder('windows-1252').decode(file)
  }
}

/** Lines by which it is seen what divides their cells. */
const dividedLines = 40

/**
 * What stands between two cells: what most lines have, outside of quotes, the titles too; of two the one that they have equally often,
 * then the one that they have more of. Addresses have commas too, each one of them maybe, where lines lack their last cells.
 */
function delimiterOf(text: string): string {
  const lines = text
    .slice(0, 20_000)
    .replace(/"[^"]*"/g, '')
    .split(/\r\n|\r|\n/, dividedLines)
  const rated = [';', '\t', ','].map((sign) => {
    const times = new Map<number, number>()
    for (const line of lines) {
      const count = line.split(sign).length - 1
      if (count > 0) times.set(count, (times.get(count) ?? 0) + 1)
    }
    const [count = 0, alike = 0] = [...times].sort((one, other) => other[1] - one[1] || other[0] - one[0])[0] ?? []
    const having = [...times.values()].reduce((sum, each) => sum + each, 0)
    return { sign, rates: [having, alike, count] }
  })
  const [best] = rated.sort((one, other) => {
    const differs = one.rates.findIndex((rate, at) => rate !== other.rates[at])
    return (other.rates[differs] ?? 0) - (one.rates[differs] ?? 0)
  })
  return best?.sign ?? ';'
}

function readCsv(file: Buffer): Row[] {
  const text = textOf(file)
  // Nothing of a picture or of an old .xls is text, though what is printed or written may be; and some programs call a page of theirs an Excel file.
  if (text.includes('\0') || /^\s*(<|%PDF-|\{\\rtf)/.test(text)) fail('import.unreadable')
  // Excel says by a first line of its own what stands between cells.
  const [, said] = /^sep=(.)\r?\n/i.exec(text) ?? []
  try {
    return parse(said ? text.slice(text.indexOf('\n') + 1) : text, {
      delimiter: said ?? delimiterOf(text),
      bom: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: false,
      to: maxRows,
    })
  } catch {
    fail('import.unreadable')
  }
}
