import { cleanText } from '@torniquete/contract/shared/clean-text.ts'
import { addDays, isCalendarDay, parseLocalDay } from '@torniquete/contract/shared/dates.ts'
import {
  type DayLimits,
  futureDayText,
  type InputResult,
  readTypedDay,
  readTypedMoney,
  readTypedWholeNumber,
} from '@torniquete/contract/shared/parse-input.ts'
import { foldCaseAndAccents } from '@torniquete/contract/shared/text-matching.ts'
import type { TableCell } from './read-table.ts'

const nothing = /^(-+|–|—|\.|n\/?[ad]|s\/[nd]|null|ningun[oa]|#(n\/a|ref!|value!|name\?|div\/0!|null!|num!))$/i

/** Returns a cell's text, or '' if the text stands for "empty". */
export const parseText = (cell: TableCell | undefined): string => formatCell(cell).replace(nothing, '')

/** Error for a long number that Excel stored in abbreviated form, without its last digits. */
export const abbreviatedNumberErrorText = 'Excel lo guardó abreviado: hay que escribirlo entero'
export const isExponential = (text: string): boolean => /^\d([.,]\d+)?e\+?\d+$/i.test(text)

/** Returns the cell as one line of text, as a user sees it; '' for an empty cell. */
export function formatCell(cell: TableCell | undefined): string {
  if (cell === null || cell === undefined) return ''
  if (cell instanceof Date) return Number.isNaN(cell.getTime()) ? '' : cell.toISOString().slice(0, 10)
  if (typeof cell === 'boolean') return cell ? 'sí' : 'no'
  // Avoids scientific notation, because 8.09555e9 would not be a phone number.
  if (typeof cell === 'number') return Number.isInteger(cell) ? BigInt(cell).toString() : String(cell)
  return unwrapText(cleanText(cell).replace(/\s+/g, ' '))
}

/** Removes what spreadsheets need to keep leading zeros: `="0012"` → `0012`, `'0012` → `0012`. */
function unwrapText(text: string): string {
  const [, formula] = /^= ?"(.*)"$/.exec(text) ?? []
  if (formula !== undefined) return formula.replaceAll('""', '"').trim()
  return /^'[^']+$/.test(text) ? text.slice(1).trim() : text
}

const months = ['ene', 'feb', 'mar', 'abr', 'may', 'jun', 'jul', 'ago', 'sep', 'oct', 'nov', 'dic']
const englishMonths: Record<string, string> = { jan: 'ene', apr: 'abr', aug: 'ago', set: 'sep', dec: 'dic' }

/** Day 0 of Excel's date numbers. */
const firstSerial = '1899-12-30'
const weekday =
  /^(lun|mar|mie|jue|vie|sab|dom|mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?,? +(?=\d{1,2}([/.-]| +(de +)?[a-z])|[a-z]+\.? +\d{1,2}[, ])/
const withoutWeekday = (text: string): string => foldCaseAndAccents(text).replace(weekday, '')
const dayAndWord = /^(?<day>\d{1,2})[\s./-]+(?:del? +)?(?<word>[a-z]{3,10})\.?[\s,./-]+(?:del? +)?(?<year>\d{2}|\d{4})$/
const wordAndDay = /^(?<word>[a-z]{3,10})\.? +(?<day>\d{1,2})(?:st|nd|rd|th)?,? +(?<year>\d{4})$/

/** Replaces a month's name: `12-ene-2026`, `lunes, 12 de enero de 2026`, `Jan 12, 2026` → `12/1/2026`. */
function monthByNumber(written: string): string {
  const text = foldCaseAndAccents(written)
  const plain = withoutWeekday(text)
  const { day, word = '', year } = (dayAndWord.exec(plain) ?? wordAndDay.exec(plain))?.groups ?? {}
  const short = word.slice(0, 3)
  const month = months.indexOf(englishMonths[short] ?? short) + 1
  if (day && month > 0) return `${day}/${month}/${year}`
  return plain === text ? written : plain
}

/** Returns Excel's number of a day, also if written as text; null for other values. */
function readSerial(cell: TableCell | undefined): number | null {
  const text = typeof cell === 'string' && /^\d{5}(\.\d+)?$/.test(formatCell(cell))
  const serial = text ? Number(formatCell(cell)) : cell
  // Only numbers of days from 1905 to 2173 are taken for dates.
  return typeof serial === 'number' && serial >= 2_000 && serial <= 100_000 ? Math.floor(serial) : null
}

const dayAndMonth = /^(\d{1,2})([/.-])(\d{1,2})\2(?=\d{2})/

const readDaysAndMonths = (cells: readonly (TableCell | undefined)[]) =>
  cells.flatMap((cell) => {
    const [, first, , second] = (typeof cell === 'string' && dayAndMonth.exec(withoutWeekday(formatCell(cell)))) || []
    return first && second ? [{ first: Number(first), second: Number(second) }] : []
  })

/** True if the column has the month first: some cell is valid only in that order, and none only in the other. */
export function isMonthFirstColumn(cells: readonly (TableCell | undefined)[]): boolean {
  const read = readDaysAndMonths(cells)
  return read.some(({ first, second }) => first <= 12 && second > 12) && read.every(({ first }) => first <= 12)
}

const time = /[T\s,–-]+(?:a las )?(\d{1,2}:\d{2})(:\d{2})?([.,]\d+)?\s*([ap]\.?\s?m\.?)?/
const offset = /\s*(Z|(?:UTC|GMT)?\s?[+-]\d{1,2}(?::?\d{2})?|UTC|GMT)/
/** Matches a date, a time, and its offset from UTC, also JavaScript's form with the zone's name in parentheses. */
const dayAndTime = new RegExp(
  `^(.*?)${time.source}(?:\\s?h(?:rs?|oras)?\\.?)?(?:${offset.source})?(?:\\s*\\(.*\\))?$`,
  'i',
)
/** Returns the offset from UTC in minutes: `-04:00`, `+00`, `GMT-0600`, `Z`. */
function readOffset(text: string): number {
  const [, sign, hours = '0', minutes = '0'] = /([+-])(\d{1,2}):?(\d{2})?$/.exec(text) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
}

interface DayOptions extends DayLimits {
  /** Time zone of the gym, in which times become days. Without it times are refused. */
  zone?: string
  monthFirst?: boolean
}

/** True if Excel may have exchanged day and month, as it does if it reads dates in another order than written. */
export function canHaveSwappedDayAndMonth(cells: readonly (TableCell | undefined)[]): boolean {
  const excelDays = cells.filter((cell) => cell instanceof Date || readSerial(cell) !== null)
  const days = excelDays.map((cell) => parseDay(cell).value ?? '')
  const texts = readDaysAndMonths(cells)
  const isReadOneWay =
    texts.every(({ first, second }) => first > 12 && second <= 12) ||
    texts.every(({ first, second }) => first <= 12 && second > 12)
  if (texts.length === 0 || !isReadOneWay || days.some((day) => Number(day.slice(8)) > 12)) return false
  return days.some((day) => day.slice(5, 7) !== day.slice(8))
}

/** Reads a day as `YYYY-MM-DD` from a date in any order, a time with offset, or an Excel date. */
export function parseDay(cell: TableCell | undefined, options: DayOptions = {}): InputResult<string> {
  const serial = readSerial(cell)
  const written = serial === null ? formatCell(cell) : addDays(firstSerial, serial)
  const [, day = written, clock, seconds = ':00', , half, zone] = dayAndTime.exec(written) ?? []
  // Midnight or the last minute means that a program exported a day as a time, so the written day counts.
  const isDayEdge = /^(0?0:00|23:59|24:00)$/.test(clock ?? '')
  if (!clock || !zone || isDayEdge || half) return readPlainDay(day, options)
  const { latest, ...plain } = options
  const { value, error } = readPlainDay(day, plain)
  if (error !== undefined) return { error }
  if (!options.zone) return readTypedDay(written, options)
  const instant = Date.parse(`${value}T${clock.padStart(5, '0')}${seconds}Z`) - readOffset(zone) * 60_000
  if (Number.isNaN(instant)) return readTypedDay(written, options)
  const local = parseLocalDay(options.zone, new Date(instant).toISOString())
  return latest && local > latest ? { error: futureDayText } : { value: local }
}

function readPlainDay(text: string, { monthFirst = false, ...limits }: DayOptions): InputResult<string> {
  const [, year, month = '', day = ''] =
    /^(\d{4})[./-](\d{1,2})[./-](\d{1,2})$/.exec(text) ?? /^((?:19|20)\d\d)(\d\d)(\d\d)$/.exec(text) ?? []
  const dayFirst = monthFirst ? withoutWeekday(text).replace(dayAndMonth, '$3$2$1$2') : text
  if (!year) return readTypedDay(monthByNumber(dayFirst), limits)
  return readTypedDay(`${day}/${month}/${year}`, limits)
}

/** Reads the PIN of a person, written as `15`, `0015` or `15.0`. */
export function parsePin(text: string): InputResult<number> {
  const digits = text.replace(/\.0+$/, '').replace(/^0+(?=\d)/, '')
  return /^[1-9]\d{0,8}$/.test(digits) ? { value: Number(digits) } : { error: 'Debe tener de 1 a 9 dígitos' }
}

/** Counts days from `from` to `to`, both included. */
export const countDays = (from: string, to: string): number =>
  isCalendarDay(from) && isCalendarDay(to) ? Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1 : 0

/** Numbers that are only valid with a comma for decimals: `1.250,50`, `12,5`, `1.250.000`. */
const onlyComma = /^\d+,\d{1,2}$|^[1-9]\d{0,2}(\.\d{3})+,\d+$|^[1-9]\d{0,2}(\.\d{3}){2,}$/

/** Returns an amount or count without unit and currency: `RD$ 1,250.00`, `50.00 DOP`, `12 und.`, `50.-`. */
function extractFigures(cell: TableCell | undefined): string {
  // Rounds to two decimals like the sheet shows it, because a division leaves more decimals.
  if (typeof cell === 'number') return String(Number.isInteger(cell) ? cell : Math.round(cell * 100) / 100)
  return formatCell(cell)
    .replace(/^(-?)\s*(rd ?\$|\$|rd|dop)\s*/i, '$1')
    .replace(/\s*(rd ?\$|\$|dop|pesos|u|und?s?|uds?|unid(ad)?(es)?|pzas?|piezas?)\.?$/i, '')
    .replace(/[.,]-+$/, '')
    .replace(/(?<=\d)[ '](?=\d{3}(\D|$))/g, '')
}

function toTypedText(cell: TableCell | undefined): string {
  const text = extractFigures(cell)
  const plain = onlyComma.test(text) ? text.replaceAll('.', '').replace(',', '.') : text
  // Some programs write prices with four or more decimals; these are rounded to two.
  const [, whole, decimals] = /^(\d[\d,]*)\.(\d{4,})$/.exec(plain) ?? []
  // Three decimals are left alone, because the point may separate thousands.
  if (!whole) return plain.replace(/\.0{1,2}$/, '')
  return (Math.round(Number(`${whole.replaceAll(',', '')}.${decimals}`) * 100) / 100).toString()
}

/** Rewrites `4/25/2026` as `2026-04-25`. Leaves two-digit years and other texts unchanged. */
export function formatIsoDay(cell: TableCell | undefined): string {
  const text = formatCell(cell)
  if (/^\d{1,2}([/.-])\d{1,2}\1\d{2}(?!\d)/.test(text)) return text.replace(dayAndMonth, '$3$2$1$2')
  return parseDay(cell, { monthFirst: true }).value ?? text
}

export const parseAmount = (cell: TableCell | undefined): InputResult<string> => readTypedMoney(toTypedText(cell))

/** Reads a count such as `12`, `12.00`, `1,250` or `12 und`. */
export const parseCount = (cell: TableCell | undefined, most: number): InputResult<number> =>
  readTypedWholeNumber(toTypedText(cell), 0, most)
