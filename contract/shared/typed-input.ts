// Strict readers of typed or pasted input: a value, or a Spanish error. Ambiguous input is refused. The server reads
// texts by the same rules.
import { isDay } from './dates.ts'
import { fromCents } from './money.ts'
import { showNumber } from './numbers.ts'

export type Reading<Value> = { value: Value; error?: undefined } | { value?: undefined; error: string }

export const requiredText = 'Este campo es requerido'
export const futureText = 'No puede estar en el futuro'

const negativeText = 'No puede ser negativo'
const moneyText = 'Debe ser un importe como 1250 o 1,250.00, con dos decimales como máximo'
const wholeText = 'Debe ser un número entero'
const percentText = 'Debe ser un porcentaje de 0 a 100 con dos decimales'
const formatDayText = (birth: boolean) => `Debe ser una fecha como 24/07/${birth ? 1990 : 2026}`

const formatMinimum = (least: number) => `Debe ser al menos ${showNumber(least)}`
const formatMaximum = (most: number) => `Debe ser como máximo ${showNumber(most)}`

/** In cents: the limit of `numeric(12,2)`. */
const largestAmount = 999_999_999_999

// After a leading zero a comma may be a decimal one: `0,500`.
const grouped = /^[1-9]\d{0,2}(,\d{3})+(?=\.\d+$|$)/
const negative = /^-\s*\$?\s*\d/

/** Hundredths of a decimal with commas between thousands, or one comma before the last one or two digits; null otherwise. */
function parseHundredths(text: string): number | null {
  const plain = grouped.test(text) ? text.replaceAll(',', '') : text.replace(/^(\d+),(\d{1,2})$/, '$1.$2')
  const match = /^(\d+)(?:\.(\d{1,2}))?$/.exec(plain)
  return match && Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'))
}

/** `1250`, `1,250`, `$ 1,250.00`, `1250.5`, `12,50` → decimal text. */
export function readMoney(typed: string): Reading<string> {
  const text = typed.trim().replace(/^\$\s*/, '')
  if (text === '') return { error: requiredText }
  if (negative.test(text)) return { error: negativeText }
  const cents = parseHundredths(text)
  if (cents === null) return { error: moneyText }
  return cents > largestAmount ? { error: formatMaximum(largestAmount / 100) } : { value: fromCents(cents) }
}

/** `10`, `10.5`, `33,33`, `18 %`, from 0 to 100. */
export function readPercent(typed: string): Reading<number> {
  const text = typed.trim().replace(/\s*%$/, '')
  if (text === '') return { error: requiredText }
  const read = parseHundredths(text)
  return read === null || read > 10_000 ? { error: percentText } : { value: read / 100 }
}

/** Both bounds included: `12`, `1,250`. */
export function readWholeNumber(typed: string, least: number, most: number): Reading<number> {
  const text = typed.trim()
  if (text === '') return { error: requiredText }
  if (negative.test(text) && least >= 0) return { error: negativeText }
  const plain = grouped.test(text) ? text.replaceAll(',', '') : text
  if (!/^\d+$/.test(plain)) return { error: wholeText }
  const value = Number(plain)
  if (value > most) return { error: formatMaximum(most) }
  return value < least ? { error: formatMinimum(least) } : { value }
}

export interface DayLimits {
  /** Last allowed day, `YYYY-MM-DD`, mostly today. */
  latest?: string
  /** Birth date: another example, and `horizon` defaults to `latest`. */
  birth?: boolean
  /** Two-digit years later than this are of the last century. */
  horizon?: string
}

/** Error for days that do not exist or are outside 1900–2999. */
export function findDayError(day: string): string {
  if (day < '1900') return 'Debe ser una fecha desde 1900'
  return day > '3000' ? 'Debe ser una fecha hasta 2999' : 'Esa fecha no existe'
}

/** `5/6/1990`, `05-06-90`, `5.6.1990`, day first → `YYYY-MM-DD`. */
export function readTypedDay(typed: string, { latest, birth = false, horizon }: DayLimits = {}): Reading<string> {
  const text = typed.trim()
  if (text === '') return { error: requiredText }
  const [, day = '', , month = '', year = ''] = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d{2})$/.exec(text) ?? []
  if (!year) return { error: formatDayText(birth) }
  const inYear = (full: string) => `${full}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const thisCentury = inYear(year.padStart(4, '20'))
  const last = horizon ?? (birth ? latest : undefined)
  const read = year.length === 2 && last && thisCentury > last ? inYear(`19${year}`) : thisCentury
  if (!isDay(read)) return { error: findDayError(read) }
  return latest && read > latest ? { error: futureText } : { value: read }
}

/** Error for a future day, or null. `today` is the gym's. */
export function findFutureDayError(day: string | null | undefined, today: string): string | null {
  const read = !day || isDay(day) ? day : readTypedDay(day).value
  return read && read > today ? futureText : null
}
