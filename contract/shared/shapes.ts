// Schemas shared by areas. Optional texts read '' as null, as forms send it. `meta` gives the API reference what a
// refinement checks: `pattern` limits texts, `minimum` and `maximum` numbers.
import { z } from 'zod'
import { readCard } from './cards.ts'
import { isDay } from './dates.ts'
import { cleanText } from './plain-text.ts'
import {
  type DayLimits,
  findDayError,
  type Reading,
  readMoney,
  readPercent,
  readTypedDay,
  readWholeNumber,
  requiredText,
} from './typed-input.ts'

export const id = z.number().int().min(1).max(Number.MAX_SAFE_INTEGER)
// Gyms and roles have 32-bit ids.
export const shortId = id.max(2_147_483_647)

const inAddress = (kind: typeof id, maxLength: number) =>
  z
    .string()
    .regex(/^\d+$/, 'Debe ser un número entero')
    .transform(Number)
    .pipe(kind)
    .meta({ pattern: '^\\d+$', maxLength })
export const idInAddress = inAddress(id, 16)
export const shortIdInAddress = inAddress(shortId, 10)

/** A row that is named where another shows it. */
export const named = z.object({ id, name: z.string() })
export const count = z.number().int()

/** The limit equals the largest page. */
export const maxIds = 1000

/** `7,12`: ids in a query. */
export const idsInQuery = z
  .string()
  .max(20_000)
  .regex(/^\d{1,15}(,\d{1,15})*$/, 'Deben ser números separados por comas')
  .transform((text) => text.split(',').map(Number))
  .refine((all) => all.length <= maxIds, `Como máximo ${maxIds}`)

/** An id or 0 in a stored text; null otherwise. */
export const readIdInText = (text: string): number | null =>
  /^\d{1,16}$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : null

export const timestamp = z.string().meta({ format: 'date-time' })
// PostgreSQL stores no NUL; lone surrogates are invalid.
export const isStorable = (text: string) => !text.includes('\0') && text.isWellFormed()
const notValid = 'Contiene caracteres no válidos'
/** Composed (NFC): some keyboards write ñ as n and a tilde, which search would miss. */
const plain = (max: number) =>
  z
    .string()
    .overwrite(cleanText)
    .normalize('NFC')
    .max(max, `Como máximo ${max} caracteres`)
    .refine(isStorable, notValid)

const controls = /\p{Cc}/u

/** Required single line: trimmed, at most `max` characters. */
export const text = (max: number) =>
  plain(max)
    .min(1, requiredText)
    .refine((value) => !controls.test(value), notValid)

const emptyIsNull = (value: string | null) => (value?.trim() ? value.trim() : null)

/** Null, '' and blanks are read as null. */
export const optionalText = (max: number) => plain(max).nullable().transform(emptyIsNull)

export const optionalLine = (max: number) =>
  optionalText(max).refine((value) => value === null || !controls.test(value), notValid)

export const optionalEmail = (max = 255) =>
  optionalText(max)
    .refine((value) => value === null || z.email().safeParse(value).success, 'Debe ser un correo válido')
    .meta({ format: 'email' })

export const optionalUrl = (max = 255) =>
  optionalText(max).refine(
    (value) => value === null || /^https?:\/\/\S+$/i.test(value),
    'Debe ser una dirección web válida',
  )

// Unreadable input of a field arrives as typed.
const noDayText = (text: string, limits: DayLimits) =>
  /^\d{4}-\d\d-\d\d$/.test(text)
    ? findDayError(text)
    : (readTypedDay(text, limits).error ?? 'Debe ser una fecha AAAA-MM-DD')
const dayOrNone = (limits: DayLimits) =>
  z
    .string()
    .nullable()
    .transform(emptyIsNull)
    .refine((value) => value === null || isDay(value), { error: ({ input }) => noDayText(String(input), limits) })
    .meta({ format: 'date' })

export const optionalDay = dayOrNone({})
export const birthDay = dayOrNone({ birth: true })

const decimal = z.union([z.number(), z.string()])
const whole = z.union([z.number().int(), z.string()], 'Debe ser un número entero')

/** Text as typed, or a number; the reader's text is the error. */
const readTyped = <Value>(input: z.ZodType<string | number | null>, read: (text: string) => Reading<Value>) =>
  input.transform((typed, context): Value => {
    const reading = read(String(typed ?? ''))
    if (reading.error === undefined) return reading.value
    context.addIssue({ code: 'custom', message: reading.error })
    return z.NEVER
  })

/** Blanks are read as null. */
const blankToNull =
  <Value>(read: (text: string) => Reading<Value>) =>
  (text: string): Reading<Value | null> =>
    text.trim() === '' ? { value: null } : read(text)

/** Card number as printed or scanned. */
export const optionalCard = readTyped(optionalText(50), blankToNull(readCard))

/** Money as text or number with at most two decimals; parsed to text: `"1250.00"`. Not negative. */
const cents = { minimum: 0, maximum: 9_999_999_999.99, multipleOf: 0.01 }
export const amount = readTyped(decimal, readMoney).meta(cents)
export const optionalAmount = readTyped(decimal.nullable(), blankToNull(readMoney)).meta(cents)
export const positiveAmount = amount
  .refine((value) => Number(value) > 0, 'Debe ser mayor que cero')
  .meta({ ...cents, minimum: 0.01 })

/** Money in answers: decimal text. */
export const money = z.string().meta({ pattern: '^-?\\d+\\.\\d{2}$', examples: ['1250.00'] })

const boundedReader = (least: number, most: number) => (text: string) => readWholeNumber(text, least, most)

/** Range with both bounds included. */
export const wholeNumber = (least: number, most: number) =>
  readTyped(whole, boundedReader(least, most)).meta({ minimum: least, maximum: most })
export const optionalWholeNumber = (least: number, most: number) =>
  readTyped(whole.nullable(), blankToNull(boundedReader(least, most))).meta({ minimum: least, maximum: most })

/** 0–100 with at most two decimals. */
export const percent = readTyped(decimal, readPercent).meta({ minimum: 0, maximum: 100, multipleOf: 0.01 })

/** PIN at terminals: 1–9 digits without a leading zero. */
export const pin = z
  .union([z.number(), z.string()])
  .refine((value) => /^[1-9]\d{0,8}$/.test(String(value)), 'Debe tener de 1 a 9 dígitos, sin cero inicial')
  .transform(Number)
  .meta({ minimum: 1, maximum: 999_999_999, pattern: '^[1-9]\\d{0,8}$' })

const digits = z
  .string()
  .regex(/^\d{1,9}$/, 'Debe ser un número entero')
  .transform(Number)

/** Pages count from 0. */
export const pageQuery = z.object({
  page: digits.default(0).meta({ pattern: '^\\d{1,9}$', description: 'From 0.' }),
  size_page: digits
    .pipe(z.number().min(1).max(1000))
    .default(10)
    .meta({ pattern: '^\\d{1,9}$', description: 'A whole number from 1 to 1000; 10 if missing.' }),
})

export interface Page {
  page: number
  size_page: number
}

/** Answer of a list; rows under `items` or the specification's name. */
export const listSchema = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), total: z.number().int(), pages: z.number().int(), pageCurrent: z.number().int() })

/** List of documents with the number voided and the sum of the others. */
export const summedListSchema = <Key extends string, Item extends z.ZodType>(key: Key, item: Item) =>
  z.object({
    // A computed property loses the key's type.
    ...({ [key]: z.array(item) } as Record<Key, z.ZodArray<Item>>),
    total: z.number().int(),
    pages: z.number().int(),
    pageCurrent: z.number().int(),
    total_voided: z.number().int(),
    amount_sum: money,
  })

const instantText = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?$/i

/** Day (`2026-11-21`) or instant (ISO 8601; without a zone it is the gym's). */
export const dayOrInstant = z
  .string()
  .refine(
    (value) =>
      isDay(value) || (instantText.test(value) && isDay(value.slice(0, 10)) && !Number.isNaN(Date.parse(value))),
    'Debe ser una fecha válida',
  )
  .meta({ maxLength: 35, description: 'A day, or an instant (ISO 8601; without a zone it is the gym’s).' })

/** Clamps to the years that the product knows. */
const nearestYear = (text: string) =>
  text.replace(/^\d{4}(?=-\d\d-\d\d)/, (year) => (year < '1900' ? '1900' : year > '2999' ? '2999' : year))

/** End of a date range in a query. */
export const rangeBound = z
  .string()
  .transform(nearestYear)
  .pipe(dayOrInstant)
  .meta({ maxLength: 35, description: 'A day, or an instant: an end of the range, itself included.' })

export const booleanInQuery = z
  .string()
  .toLowerCase()
  .pipe(z.enum(['true', 'false', '1', '0']))
  .transform((value) => value === 'true' || value === '1')
  .meta({ enum: ['true', 'false', '1', '0'] })
/** Workbook with names and amounts only. */
export const brief = booleanInQuery.optional()
export const nameQuery = plain(255)

/** JSON text in requests, parsed leniently by `readSocialLinks`. */
export const jsonText = plain(4000).nullable().transform(emptyIsNull)

/** Links of a person or gym; accepts single quotes, and reads broken text as none. */
export function readSocialLinks(source: string | null | undefined): Record<string, string> {
  if (!source) return {}
  for (const candidate of [source, source.replaceAll("'", '"')]) {
    try {
      const parsed: unknown = JSON.parse(candidate)
      if (parsed && typeof parsed === 'object' && !Array.isArray(parsed))
        return Object.fromEntries(
          Object.entries(parsed).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
        )
    } catch {
      // The other spelling may still parse.
    }
  }
  return {}
}

/** Days of a list, by a user's name. */
export const daysFilter = z.object({
  user_name: nameQuery.optional(),
  start_date: rangeBound.optional(),
  end_date: rangeBound.optional(),
})

/** Filter of sales and payments. */
export const salesFilter = daysFilter.extend({
  client_name: nameQuery.optional(),
  include_time: booleanInQuery.optional(),
})
