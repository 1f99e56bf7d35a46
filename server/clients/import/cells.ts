// What a cell means, however its program wrote it.
import { addDays, isDay } from '@torniquete/contract/dates.ts'
import { foldName } from '@torniquete/contract/names.ts'
import { type DayLimits, type Reading, readTypedDay } from '@torniquete/contract/typed.ts'
import type { Cell } from './read-table.ts'

/** What people and programs write where there is nothing. */
const nothing = /^(-+|–|—|\.|n\/?[ad]|s\/[nd]|null|ningun[oa]|#(n\/a|ref!|value!|name\?|div\/0!|null!|num!))$/i

/** The same, but for what says that nothing is there. */
export const saidIn = (cell: Cell | undefined): string => textOf(cell).replace(nothing, '')

/** How Excel shortens a long number, whose end is gone for good. */
export const isShortened = (text: string): boolean => /^\d([.,]\d+)?e\+?\d+$/i.test(text)

/** As a person reads it, in one line; '' where there is nothing. */
export function textOf(cell: Cell | undefined): string {
  if (cell === null || cell === undefined) return ''
  if (cell instanceof Date) return Number.isNaN(cell.getTime()) ? '' : cell.toISOString().slice(0, 10)
  if (typeof cell === 'boolean') return cell ? 'sí' : 'no'
  // A phone or a card in a cell of numbers: 8.09555e9 is nobody's.
  if (typeof cell === 'number') return Number.isInteger(cell) ? BigInt(cell).toString() : String(cell)
  return cell.replace(/[\s\u00a0]+/g, ' ').trim()
}

const months = ['ene', 'feb', 'mar', 'abr', 'may', 'jun', 'jul', 'ago', 'sep', 'oct', 'nov', 'dic']
const englishMonths: Record<string, string> = { jan: 'ene', apr: 'abr', aug: 'ago', set: 'sep', dec: 'dic' }

/** 30 December 1899, from which Excel counts its days. */
const firstSerial = '1899-12-30'
/** Days of the years 1905 to 2173: what is less or more is hardly a day. */
const serials = { least: 2_000, most: 100_000 }

/** `12-ene-2026`, `12 de enero de 2026` → `12/1/2026`; anything else as it is. */
function monthByNumber(text: string): string {
  const [, day, word = '', year] =
    /^(\d{1,2})[\s./-]+(?:de[l]?\s+)?([a-z]{3,10})\.?[\s,./-]+(?:de[l]?\s+)?(\d{2}|\d{4})$/.exec(foldName(text)) ?? []
  const short = word.slice(0, 3)
  const month = months.indexOf(englishMonths[short] ?? short) + 1
  return day && month > 0 ? `${day}/${month}/${year}` : text
}

const dayAndMonth = /^(\d{1,2})([/.-])(\d{1,2})\2(?=\d{2})/

/** Whether days of a column are written with the month first: one of them can only be read so, and none only otherwise. */
export function isMonthFirst(cells: readonly (Cell | undefined)[]): boolean {
  const read = cells.flatMap((cell) => {
    const [, first, , second] = (typeof cell === 'string' && dayAndMonth.exec(cell.trim())) || []
    return first && second ? [{ first: Number(first), second: Number(second) }] : []
  })
  return read.some(({ first, second }) => first <= 12 && second > 12) && read.every(({ first }) => first <= 12)
}

/**
 * A day as people and programs write it → `YYYY-MM-DD`: day first (or month first, where the column is), or year first, with
 * a time or without, a cell of Excel's.
 */
export function readDay(cell: Cell | undefined, limits: DayLimits, monthFirst = false): Reading<string> {
  const serial = typeof cell === 'number' && cell >= serials.least && cell <= serials.most
  const written = serial ? addDays(firstSerial, Math.floor(cell)) : textOf(cell)
  const text = written.replace(/[T ]+\d{1,2}:\d{2}(:\d{2})?(\.\d+)?( ?[ap]\.? ?m\.?)?Z?$/i, '')
  const [, year, month = '', day = ''] = /^(\d{4})[./-](\d{1,2})[./-](\d{1,2})$/.exec(text) ?? []
  const dayFirst = monthFirst ? text.replace(dayAndMonth, '$3$2$1$2') : text
  if (!year) return readTypedDay(monthByNumber(dayFirst), limits)
  return readTypedDay(`${day}/${month}/${year}`, limits)
}

/** The number of somebody at the terminals: `15`, `0015`, `15.0`. */
export function readPin(text: string): Reading<number> {
  const digits = text.replace(/\.0+$/, '').replace(/^0+(?=\d)/, '')
  return /^[1-9]\d{0,8}$/.test(digits) ? { value: Number(digits) } : { error: 'Debe tener de 1 a 9 dígitos' }
}

/** Days from one to another, both counted. */
export const daysThrough = (from: string, to: string): number =>
  isDay(from) && isDay(to) ? Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1 : 0
