import { type ErrorDetails, type ErrorName, throwError } from '@torniquete/contract/shared/errors.ts'
import { maxImportRows } from '@torniquete/contract/shared/import-limits.ts'
import { parseCsvRows } from './csv-rows.ts'
import { decodeText } from './decode-text.ts'

export type TableCell = string | number | boolean | Date | null
export type TableRow = readonly TableCell[]

/** Limit in bytes for an unpacked Excel file, because a small file can unpack to a terabyte. */
const maxUnpackedBytes = 64 * 1024 * 1024
const maxEntries = 10_000
/** Includes empty columns, because Excel stores a million empty cells for each coloured column. */
export const maxColumns = 200

export const throwImportTooLarge = (): never => throwError('import.too-large', { rows: maxImportRows, megabytes: 4 })

/** Sheet of a file; `name` is '' for CSV. */
export type Sheet = { name: string; rows: TableRow[] }

export type SheetsReadResult = { sheets: Sheet[] } | { reason: ErrorName; details: ErrorDetails }

/** Some rows more than the limit, so that a file whose titles come late is still recognised as too large. */
const maxRows = maxImportRows + 20

/** Returns all sheets with content. Fails with import.unreadable, import.too-large or import.bad-address. */
export async function readSheets(file: Buffer): Promise<Sheet[]> {
  const sheets = isZip(file) ? await readWorkbookSheets(file) : [{ name: '', rows: readCsv(file) }]
  const filled = sheets.flatMap(({ name, rows }) => {
    const last = rows.findLastIndex((row) => row.some((cell) => !isEmptyCell(cell)))
    const end = Math.min(last + 1, maxRows)
    return last < 0 ? [] : [{ name, rows: rows.slice(0, end).map((row) => row.slice(0, maxColumns).map(cutCell)) }]
  })
  if (filled.length === 0) throwError('import.unreadable')
  return filled
}

/** Shortens long texts, because the main thread validates each row. */
const cutCell = (cell: TableCell): TableCell => (typeof cell === 'string' ? cell.slice(0, 500) : cell)

export const isEmptyCell = (cell: TableCell | undefined): boolean =>
  cell === null || cell === undefined || (typeof cell === 'string' && cell.trim() === '')

const isZip = (file: Buffer): boolean => file.subarray(0, 4).equals(Buffer.from('PK\x03\x04', 'latin1'))

async function readWorkbookSheets(file: Buffer): Promise<Sheet[]> {
  const unpacked = await unpackWorkbook(file)
  // Imported here, because only Excel files need the library.
  const { default: readWorkbook } = await import('read-excel-file/universal')
  try {
    const sheets = await readWorkbook(unpacked)
    return sheets.map(({ sheet, data }) => ({ name: sheet, rows: data as TableRow[] })) // the library types dates as their class
  } catch {
    throwError('import.unreadable')
  }
}

/** Unpacks and checks first: the Excel reader allocates what a file claims, and fills gaps between addresses. */
async function unpackWorkbook(file: Buffer): Promise<ArrayBuffer> {
  const { unzipSync, zipSync } = await import('fflate')
  let bytes = 0
  let count = 0
  const isTooLarge = () => bytes > maxUnpackedBytes || count > maxEntries
  let entries: Record<string, Uint8Array> = {}
  try {
    entries = unzipSync(file, {
      // Counts the larger size: uncompressed entries are copied by `size`, and may share one block.
      filter: ({ size, originalSize }) => {
        bytes += Math.max(size, originalSize)
        count++
        return !isTooLarge()
      },
    })
  } catch {
    throwError('import.unreadable')
  }
  if (isTooLarge()) throwImportTooLarge()
  for (const [name, { buffer, byteOffset, length }] of Object.entries(entries))
    if (/\.xml$/i.test(name)) requireAddresses(Buffer.from(buffer, byteOffset, length).toString('latin1'))
  try {
    return zipSync(entries, { level: 0 }).buffer
  } catch {
    // Packing fails if the name of an entry is too long in UTF-8.
    throwError('import.unreadable')
  }
}

/** Matches the address of a row or cell: `<row r="3"`, `<x:c s="1" r='XFD7'`. */
const addresses = /<(?:\w+:)?(?:row|c)\s(?:[^<>]*?\s)?r\s*=\s*["']\s*([A-Za-z]*)(\d*)/g

function requireAddresses(xml: string): void {
  // Excel's limits: column XFD and row 1,048,576.
  for (const [, letters = '', digits = ''] of xml.matchAll(addresses))
    if (columnNumber(letters) > 16_384 || Number(digits) > 1_048_576) throwError('import.bad-address')
}

const columnNumber = (letters: string): number =>
  letters.length > 3
    ? Number.POSITIVE_INFINITY
    : [...letters.toUpperCase()].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)

function readCsv(file: Buffer): TableRow[] {
  const text = decodeText(file).replace(/^\ufeff/, '')
  // Refuses pictures, old .xls files, PDF, RTF, and HTML pages named .xls.
  if (text.includes('\0') || /^\s*(<|%PDF-|\{\\rtf)/.test(text)) throwError('import.unreadable')
  return parseCsvRows(text, maxRows)
}
