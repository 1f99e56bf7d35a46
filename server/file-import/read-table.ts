// The rows of a file as its own program shows them: of the first sheet of an Excel file, or of a CSV in any of the forms
// that programs write.

import { fail } from '@torniquete/contract/errors.ts'
import { importRows } from '@torniquete/contract/file-import.ts'
import { parse } from 'csv-parse/sync'
import readWorkbook from 'read-excel-file/node'
import { unpackedSize } from './unpacked-size.ts'

export type Cell = string | number | boolean | Date | null
export type Row = readonly Cell[]

/** Bytes that an Excel file may come to once it is unpacked: a small one can hold a terabyte of nothing. */
const mostUnpacked = 64 * 1024 * 1024
/** Empty rows at its end count too: who once coloured a whole column has a million of them. */
export const mostColumns = 200

export const tooLarge = (): never => fail('import.too-large', { rows: importRows, megabytes: 4 })

/** Fails with import.unreadable or import.too-large. */
export async function readTable(file: Buffer): Promise<Row[]> {
  const rows = isZip(file) ? await readSheet(file) : readCsv(file)
  const last = rows.findLastIndex((row) => row.some((cell) => !isEmpty(cell)))
  if (last < 0) fail('import.unreadable')
  if (last > importRows) tooLarge()
  return rows.slice(0, last + 1).map((row) => row.slice(0, mostColumns))
}

export const isEmpty = (cell: Cell | undefined): boolean =>
  cell === null || cell === undefined || (typeof cell === 'string' && cell.trim() === '')

const isZip = (file: Buffer): boolean => file.subarray(0, 4).equals(Buffer.from('PK\x03\x04', 'latin1'))

async function readSheet(file: Buffer): Promise<Row[]> {
  const size = await unpackedSize(file, mostUnpacked)
  if (size === null) fail('import.unreadable')
  if (size > mostUnpacked) tooLarge()
  try {
    const sheets = await readWorkbook(file)
    // The first that holds anything: some programs put a cover before it.
    const { data } = sheets.find(({ data: rows }) => rows.length > 1) ?? sheets[0] ?? { data: [] }
    return data as Row[] // its type for days is that of their class
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

/** What stands between two cells: what the first lines have most of, outside of quotes. */
function delimiterOf(text: string): string {
  const head = text.slice(0, 4000).replace(/"[^"]*"/g, '')
  const counts = [';', '\t', ','].map((sign) => ({ sign, count: head.split(sign).length }))
  return counts.reduce((most, each) => (each.count > most.count ? each : most)).sign
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
      to: importRows + 20,
    })
  } catch {
    fail('import.unreadable')
  }
}
