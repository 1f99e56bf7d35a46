// Strict readers of typed or pasted text; each returns a value or a Spanish error. Ambiguous input is refused. Browser
// and server use the same readers.
import { isCalendarDay } from './dates.ts'
import { formatNumber } from './format-numbers.ts'
import { fromCents } from './money.ts'

export type InputResult<Value> = { value: Value; error?: undefined } | { value?: undefined; error: string }

export const requiredFieldText = 'Este campo es requerido'
export const futureDayText = 'No puede estar en el futuro'

const negativeText = 'No puede ser negativo'
const moneyText = 'Debe ser un importe como 1250 o 1,250.00, con dos decimales como máximo'
const wholeText = 'Debe ser un número entero'
const percentText = 'Debe ser un porcentaje de 0 a 100 con dos decimales'
const formatDayText = (birth: boolean) => `Debe ser una fecha como 24/07/${birth ? 1990 : 2026}`

const formatMinimum = (least: number) => `Debe ser al menos ${formatNumber(least)}`
const formatMaximum = (most: number) => `Debe ser como máximo ${formatNumber(most)}`

/** Largest amount in cents, the limit of `numeric(12,2)`. */
const largestAmount = 999_999_999_999

// A number with a leading zero has no groups of thousands, since the comma in `0,500` may be a decimal one.
const grouped = /^[1-9]\d{0,2}(,\d{3})+(?=\.\d+$|$)/
const negative = /^-\s*\$?\s*\d/

/** Returns hundredths of a decimal that has commas between thousands or a decimal comma; null for other texts. */
function parseHundredths(text: string): number | null {
  const plain = grouped.test(text) ? text.replaceAll(',', '') : text.replace(/^(\d+),(\d{1,2})$/, '$1.$2')
  const match = /^(\d+)(?:\.(\d{1,2}))?$/.exec(plain)
  return match && Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'))
}

/** Reads `1250`, `1,250`, `$ 1,250.00`, `1250.5` or `12,50` as decimal text. */
export function readTypedMoney(typed: string): InputResult<string> {
  const text = typed.trim().replace(/^\$\s*/, '')
  if (text === '') return { error: requiredFieldText }
  if (negative.test(text)) return { error: negativeText }
  const cents = parseHundredths(text)
  if (cents === null) return { error: moneyText }
  return cents > largestAmount ? { error: formatMaximum(largestAmount / 100) } : { value: fromCents(cents) }
}

/** Reads `10`, `10.5`, `33,33` or `18 %`, from 0 to 100. */
export function readTypedPercent(typed: string): InputResult<number> {
  const text = typed.trim().replace(/\s*%$/, '')
  if (text === '') return { error: requiredFieldText }
  const read = parseHundredths(text)
  return read === null || read > 10_000 ? { error: percentText } : { value: read / 100 }
}

/** Reads `12` or `1,250`; both bounds are inclusive. */
export function readTypedWholeNumber(typed: string, least: number, most: number): InputResult<number> {
  const text = typed.trim()
  if (text === '') return { error: requiredFieldText }
  if (negative.test(text) && least >= 0) return { error: negativeText }
  const plain = grouped.test(text) ? text.replaceAll(',', '') : text
  if (!/^\d+$/.test(plain)) return { error: wholeText }
  const value = Number(plain)
  if (value > most) return { error: formatMaximum(most) }
  return value < least ? { error: formatMinimum(least) } : { value }
}

export interface DayLimits {
  /** Last allowed day, `YYYY-MM-DD`; usually today. */
  latest?: string
  /** True for birth dates: the error shows another example, and `horizon` defaults to `latest`. */
  birth?: boolean
  /** Last day of the current century: a two-digit year that lies later is read as one of the last century. */
  horizon?: string
}

/** Returns the error text for a day that does not exist or lies outside 1900–2999. */
export function formatInvalidDayError(day: string): string {
  if (day < '1900') return 'Debe ser una fecha desde 1900'
  return day > '3000' ? 'Debe ser una fecha hasta 2999' : 'Esa fecha no existe'
}

/** Reads `5/6/1990`, `05-06-90` or `5.6.1990` (day first) as `YYYY-MM-DD`. */
export function readTypedDay(typed: string, { latest, birth = false, horizon }: DayLimits = {}): InputResult<string> {
  const text = typed.trim()
  if (text === '') return { error: requiredFieldText }
  const [, day = '', , month = '', year = ''] = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d{2})$/.exec(text) ?? []
  if (!year) return { error: formatDayText(birth) }
  const inYear = (full: string) => `${full}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const thisCentury = inYear(year.padStart(4, '20'))
  const last = horizon ?? (birth ? latest : undefined)
  const read = year.length === 2 && last && thisCentury > last ? inYear(`19${year}`) : thisCentury
  if (!isCalendarDay(read)) return { error: formatInvalidDayError(read) }
  return latest && read > latest ? { error: futureDayText } : { value: read }
}

/** Returns the error text for a future day, otherwise null. `today` is the day in the gym's zone. */
export function findFutureDayError(day: string | null | undefined, today: string): string | null {
  const read = !day || isCalendarDay(day) ? day : readTypedDay(day).value
  return read && read > today ? futureDayText : null
}
