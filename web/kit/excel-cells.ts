// What the worker that makes a file is told, and the cells that follow from it: numbers as numbers, days as dates.
import type { CellObject, SheetData } from 'write-excel-file/universal'

export type CellKind = 'text' | 'number' | 'money' | 'day' | 'instant'
export type PlainValue = string | number | null

export interface PlainSheet {
  columns: { header: string; width: number; type: CellKind }[]
  /** The values in the order of the columns. */
  rows: PlainValue[][]
}

const formats = { money: '#,##0.00', day: 'dd/mm/yyyy', instant: 'dd/mm/yyyy hh:mm:ss' }

/** A file knows no zones: what it is to show is written as if it were UTC. */
const asDate = (text: string) => new Date(text.length > 10 ? `${text.replace(' ', 'T')}Z` : `${text}T00:00:00Z`)

export function cellOf(type: CellKind, value: PlainValue): CellObject | null {
  if (value === null || value === '') return null
  if (type === 'text') return { value: String(value), type: String }
  if (type === 'number') return { value: Number(value), type: Number }
  if (type === 'money') return { value: Number(value), type: Number, format: formats.money }
  return { value: asDate(String(value)), type: Date, format: formats[type] }
}

const isNumeric = (type: CellKind) => type === 'number' || type === 'money'

export function cellsOf({ columns, rows }: PlainSheet): SheetData {
  const head = columns.map(({ header, type }): CellObject => {
    return { value: header, type: String, fontWeight: 'bold', align: isNumeric(type) ? 'right' : 'left' }
  })
  return [head, ...rows.map((row) => columns.map(({ type }, index) => cellOf(type, row[index] ?? null)))]
}
