import { type ErrorDetails, type ErrorName, fail } from '@torniquete/contract/shared/errors.ts'
import { maxImportRows } from '@torniquete/contract/shared/import-limits.ts'
import { readCsvRows } from './csv-rows.ts'
import { decodeText } from './decode-text.ts'

export type Cell = string | number | boolean | Date | null
export type Row = readonly Cell[]

/** Most bytes of an unpacked Excel file: a small one can unpack to a terabyte. */
const maxUnpackedBytes = 64 * 1024 * 1024
const maxEntries = 10_000
/** Includes empty columns, since a coloured column has a million empty cells. */
export const maxColumns = 200

export const makeTooLargeError = (): never => fail('import.too-large', { rows: maxImportRows, megabytes: 4 })

/** `name` is '' for a CSV. */
export type Sheet = { name: string; rows: Row[] }

export type ReadResult = { sheets: Sheet[] } | { reason: ErrorName; details: ErrorDetails }

/** A few rows more than the limit, so that too large files are noticed below the titles too. */
const maxRows = maxImportRows + 20

/** Sheets with content, at least one. Fails with import.unreadable, import.too-large or import.bad-address. */
export async function readSheets(file: Buffer): Promise<Sheet[]> {
  const sheets = isZip(file) ? await readWorkbookSheets(file) : [{ name: '', rows: readCsv(file) }]
  const filled = sheets.flatMap(({ name, rows }) => {
    const last = rows.findLastIndex((row) => row.some((cell) => !isEmpty(cell)))
    const end = Math.min(last + 1, maxRows)
    return last < 0 ? [] : [{ name, rows: rows.slice(0, end).map((row) => row.slice(0, maxColumns).map(cutCell)) }]
  })
  if (filled.length === 0) fail('import.unreadable')
  return filled
}

/** Rows are validated in the main thread. */
const cutCell = (cell: Cell): Cell => (typeof cell === 'string' ? cell.slice(0, 500) : cell)

export const isEmpty = (cell: Cell | undefined): boolean =>
  cell === null || cell === undefined || (typeof cell === 'string' && cell.trim() === '')

const isZip = (file: Buffer): boolean => file.subarray(0, 4).equals(Buffer.from('PK\x03\x04', 'latin1'))

async function readWorkbookSheets(file: Buffer): Promise<Sheet[]> {
  const unpacked = await unpackWorkbook(file)
  // Loaded for Excel files only.
  const { default: readWorkbook } = await import('read-excel-file/universal')
  try {
    const sheets = await readWorkbook(unpacked)
    return sheets.map(({ sheet, data }) => ({ name: sheet, rows: data as Row[] })) // The library's type for days is that of their class.
  } catch {
    fail('import.unreadable')
  }
}

/** Unpacked and checked first: the reader allocates what an archive claims, and fills gaps between cell addresses. */
async function unpackWorkbook(file: Buffer): Promise<ArrayBuffer> {
  const { unzipSync, zipSync } = await import('fflate')
  let bytes = 0
  let count = 0
  const isTooLarge = () => bytes > maxUnpackedBytes || count > maxEntries
  let entries: Record<string, Uint8Array> = {}
  try {
    entries = unzipSync(file, {
      // Stored entries are copied by `size`, whatever `originalSize` says, and may share one block.
      filter: ({ size, originalSize }) => {
        bytes += Math.max(size, originalSize)
        count++
        return !isTooLarge()
      },
    })
  } catch {
    fail('import.unreadable')
  }
  if (isTooLarge()) makeTooLargeError()
  for (const [name, { buffer, byteOffset, length }] of Object.entries(entries))
    if (/\.xml$/i.test(name)) requireAddresses(Buffer.from(buffer, byteOffset, length).toString('latin1'))
  try {
    return zipSync(entries, { level: 0 }).buffer
  } catch {
    // A name that is too long in UTF-8.
    fail('import.unreadable')
  }
}

/** Addresses of rows and cells: `<row r="3"`, `<x:c s="1" r='XFD7'`. */
const addresses = /<(?:\w+:)?(?:row|c)\s(?:[^<>]*?\s)?r\s*=\s*["']\s*([A-Za-z]*)(\d*)/g

function requireAddresses(xml: string): void {
  // Excel's limits: column XFD and row 1,048,576.
  for (const [, letters = '', digits = ''] of xml.matchAll(addresses))
    if (columnNumber(letters) > 16_384 || Number(digits) > 1_048_576) fail('import.bad-address')
}

const columnNumber = (letters: string): number =>
  letters.length > 3
    ? Number.POSITIVE_INFINITY
    : [...letters.toUpperCase()].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)

function readCsv(file: Buffer): Row[] {
  const text = decodeText(file).replace(/^\ufeff/, '')
  // Pictures, old .xls files, PDF and HTML pages named .xls are refused.
  if (text.includes('\0') || /^\s*(<|%PDF-|\{\\rtf)/.test(text)) fail('import.unreadable')
  return readCsvRows(text, maxRows)
}
