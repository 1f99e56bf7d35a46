// The rows of a file as its own program shows them: of the sheets of an Excel file, or of a CSV in any of the forms that
// programs write.

import { type ErrorDetails, type ErrorName, fail } from '@torniquete/contract/errors.ts'
import { importRows } from '@torniquete/contract/import-limits.ts'
import { readCsvRows } from './csv-rows.ts'
import { decodeText } from './decode-text.ts'

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
    return last < 0 ? [] : [{ name, rows: rows.slice(0, end).map((row) => row.slice(0, mostColumns).map(cutCell)) }]
  })
  if (filled.length === 0) fail('import.unreadable')
  return filled
}

/** Letters of a cell that are read: no field takes as many, and rows are judged in the thread of everybody's calls. */
const maxCellLength = 500

const cutCell = (cell: Cell): Cell => (typeof cell === 'string' ? cell.slice(0, maxCellLength) : cell)

export const isEmpty = (cell: Cell | undefined): boolean =>
  cell === null || cell === undefined || (typeof cell === 'string' && cell.trim() === '')

const isZip = (file: Buffer): boolean => file.subarray(0, 4).equals(Buffer.from('PK\x03\x04', 'latin1'))

async function readWorkbookSheets(file: Buffer): Promise<Sheet[]> {
  // Loaded only for an Excel file: a CSV is read before these libraries would be.
  const { inspectArchive } = await import('./inspect-archive.ts')
  const { default: readWorkbook } = await import('read-excel-file/node')
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

function readCsv(file: Buffer): Row[] {
  const text = decodeText(file).replace(/^\ufeff/, '')
  // Nothing of a picture or of an old .xls is text, though what is printed or written may be; and some programs call a page of theirs an Excel file.
  if (text.includes('\0') || /^\s*(<|%PDF-|\{\\rtf)/.test(text)) fail('import.unreadable')
  return readCsvRows(text, maxRows)
}
