// Schemas shared by all areas. Optional texts read '' as null, because forms send it. `meta` tells the API reference
// what a refinement checks: `pattern` for texts, `minimum` and `maximum` for numbers.
import { z } from 'zod'
import { cleanText } from './clean-text.ts'
import { isCalendarDay } from './dates.ts'
import {
  type DayLimits,
  formatInvalidDayError,
  type InputResult,
  readTypedDay,
  readTypedMoney,
  readTypedPercent,
  readTypedWholeNumber,
  requiredFieldText,
} from './parse-input.ts'
import { readCardNumber } from './read-card-number.ts'

export const id = z.number().int().min(1).max(Number.MAX_SAFE_INTEGER)
// Ids of gyms and roles are 32-bit.
export const int32Id = id.max(2_147_483_647)

const inAddress = (kind: typeof id, maxLength: number) =>
  z
    .string()
    .regex(/^\d+$/, 'Debe ser un número entero')
    .transform(Number)
    .pipe(kind)
    .meta({ pattern: '^\\d+$', maxLength })
export const idInPath = inAddress(id, 16)
export const int32IdInPath = inAddress(int32Id, 10)

/** Id and name of a row that another row refers to. */
export const idAndName = z.object({ id, name: z.string() })
export const countSchema = z.number().int()

/** Most ids in one query: as many as the largest page has rows. */
export const maxIdsPerQuery = 1000

/** Ids in a query parameter: `7,12`. */
export const idsInQuery = z
  .string()
  .max(20_000)
  .regex(/^\d{1,15}(,\d{1,15})*$/, 'Deben ser números separados por comas')
  .transform((text) => text.split(',').map(Number))
  .refine((all) => all.length <= maxIdsPerQuery, `Como máximo ${maxIdsPerQuery}`)

/** Reads an id or 0 from a stored text; returns null for other texts. */
export const parseStoredId = (text: string): number | null =>
  /^\d{1,16}$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : null

export const timestamp = z.string().meta({ format: 'date-time' })
// False for texts that PostgreSQL cannot store: NUL characters and invalid Unicode (lone surrogates).
export const isStorableText = (text: string) => !text.includes('\0') && text.isWellFormed()
const notValid = 'Contiene caracteres no válidos'
/** Composes letters (NFC): some keyboards write ñ as n and a tilde, which a search for ñ would miss. */
const plain = (max: number) =>
  z
    .string()
    .overwrite(cleanText)
    .normalize('NFC')
    .max(max, `Como máximo ${max} caracteres`)
    .refine(isStorableText, notValid)

const controls = /\p{Cc}/u

/** Required text on a single line: trimmed, at most `max` characters. */
export const textLine = (max: number) =>
  plain(max)
    .min(1, requiredFieldText)
    .refine((value) => !controls.test(value), notValid)

const emptyIsNull = (value: string | null) => (value?.trim() ? value.trim() : null)

/** Optional text; null, '' and blanks are read as null. */
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

// If the day is not in ISO form, the error text is that of readTypedDay.
const noDayText = (text: string, limits: DayLimits) =>
  /^\d{4}-\d\d-\d\d$/.test(text)
    ? formatInvalidDayError(text)
    : (readTypedDay(text, limits).error ?? 'Debe ser una fecha AAAA-MM-DD')
const dayOrNone = (limits: DayLimits) =>
  z
    .string()
    .nullable()
    .transform(emptyIsNull)
    .refine((value) => value === null || isCalendarDay(value), {
      error: ({ input }) => noDayText(String(input), limits),
    })
    .meta({ format: 'date' })

export const optionalDay = dayOrNone({})
export const birthDay = dayOrNone({ birth: true })

const decimal = z.union([z.number(), z.string()])
const whole = z.union([z.number().int(), z.string()], 'Debe ser un número entero')

/** Accepts a typed text or a number; an error of `read` becomes the error of the schema. */
const readTyped = <Value>(input: z.ZodType<string | number | null>, read: (text: string) => InputResult<Value>) =>
  input.transform((typed, context): Value => {
    const reading = read(String(typed ?? ''))
    if (reading.error === undefined) return reading.value
    context.addIssue({ code: 'custom', message: reading.error })
    return z.NEVER
  })

/** Wraps a reader so that blanks are read as null. */
const blankToNull =
  <Value>(read: (text: string) => InputResult<Value>) =>
  (text: string): InputResult<Value | null> =>
    text.trim() === '' ? { value: null } : read(text)

/** Card number as printed or scanned; blanks are read as null. */
export const optionalCardNumber = readTyped(optionalText(50), blankToNull(readCardNumber))

/** Money as text or number, not negative, with at most two decimals; parsed to a text such as `"1250.00"`. */
const cents = { minimum: 0, maximum: 9_999_999_999.99, multipleOf: 0.01 }
export const moneyInput = readTyped(decimal, readTypedMoney).meta(cents)
export const optionalMoneyInput = readTyped(decimal.nullable(), blankToNull(readTypedMoney)).meta(cents)
export const positiveMoneyInput = moneyInput
  .refine((value) => Number(value) > 0, 'Debe ser mayor que cero')
  .meta({ ...cents, minimum: 0.01 })

/** Money in responses: decimal text. */
export const moneyText = z.string().meta({ pattern: '^-?\\d+\\.\\d{2}$', examples: ['1250.00'] })

const boundedReader = (least: number, most: number) => (text: string) => readTypedWholeNumber(text, least, most)

/** Whole number between two bounds, both inclusive. */
export const wholeNumberBetween = (least: number, most: number) =>
  readTyped(whole, boundedReader(least, most)).meta({ minimum: least, maximum: most })
export const optionalWholeNumberBetween = (least: number, most: number) =>
  readTyped(whole.nullable(), blankToNull(boundedReader(least, most))).meta({ minimum: least, maximum: most })

/** Percentage from 0 to 100 with at most two decimals. */
export const percentInput = readTyped(decimal, readTypedPercent).meta({ minimum: 0, maximum: 100, multipleOf: 0.01 })

/** PIN at terminals: 1 to 9 digits without a leading zero. */
export const pinInput = z
  .union([z.number(), z.string()])
  .refine((value) => /^[1-9]\d{0,8}$/.test(String(value)), 'Debe tener de 1 a 9 dígitos, sin cero inicial')
  .transform(Number)
  .meta({ minimum: 1, maximum: 999_999_999, pattern: '^[1-9]\\d{0,8}$' })

const digits = z
  .string()
  .regex(/^\d{1,9}$/, 'Debe ser un número entero')
  .transform(Number)

/** Query of a list; its pages count from 0. */
export const pageQuery = z.object({
  page: digits.default(0).meta({ pattern: '^\\d{1,9}$', description: 'From 0.' }),
  size_page: digits
    .pipe(z.number().min(1).max(1000))
    .default(10)
    .meta({ pattern: '^\\d{1,9}$', description: 'A whole number from 1 to 1000; 10 if missing.' }),
})

export interface PageQuery {
  page: number
  size_page: number
}

/** Response of a list; its rows are in `items`, or in the property that the specification names. */
export const makeListSchema = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), total: z.number().int(), pages: z.number().int(), pageCurrent: z.number().int() })

/** Response of a list of documents, with the number of voided documents and the sum of the valid ones. */
export const makeDocumentListSchema = <Key extends string, Item extends z.ZodType>(key: Key, item: Item) =>
  z.object({
    // The cast is needed because a computed property name is typed as string.
    ...({ [key]: z.array(item) } as Record<Key, z.ZodArray<Item>>),
    total: z.number().int(),
    pages: z.number().int(),
    pageCurrent: z.number().int(),
    total_voided: z.number().int(),
    amount_sum: moneyText,
  })

const instantText = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?$/i

/** Day (`2026-11-21`) or instant (ISO 8601; without a zone it is the gym's local time). */
export const dayOrInstant = z
  .string()
  .refine(
    (value) =>
      isCalendarDay(value) ||
      (instantText.test(value) && isCalendarDay(value.slice(0, 10)) && !Number.isNaN(Date.parse(value))),
    'Debe ser una fecha válida',
  )
  .meta({ maxLength: 35, description: 'A day, or an instant (ISO 8601; without a zone it is the gym’s).' })

/** Replaces years outside 1900–2999 by the nearest supported year. */
const nearestYear = (text: string) =>
  text.replace(/^\d{4}(?=-\d\d-\d\d)/, (year) => (year < '1900' ? '1900' : year > '2999' ? '2999' : year))

/** First or last day (or instant) of a range in a query, inclusive. */
export const dateRangeBound = z
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
/** True requests an Excel file with names and amounts only. */
export const briefExportFlag = booleanInQuery.optional()
export const nameFilter = plain(255)

/** JSON text in requests; parseSocialLinks() accepts it even with single quotes. */
export const socialLinksInput = plain(4000).nullable().transform(emptyIsNull)

/** Reads the social links of a person or gym from JSON, also with single quotes; invalid text gives no links. */
export function parseSocialLinks(source: string | null | undefined): Record<string, string> {
  if (!source) return {}
  for (const candidate of [source, source.replaceAll("'", '"')]) {
    try {
      const parsed: unknown = JSON.parse(candidate)
      if (parsed && typeof parsed === 'object' && !Array.isArray(parsed))
        return Object.fromEntries(
          Object.entries(parsed).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
        )
    } catch {
      // The other candidate, with double quotes, may still be valid JSON.
    }
  }
  return {}
}

/** Filter of a list by days and by the name of the user. */
export const daysAndUserFilter = z.object({
  user_name: nameFilter.optional(),
  start_date: dateRangeBound.optional(),
  end_date: dateRangeBound.optional(),
})

/** Filter of product sales and membership payments. */
export const salesFilter = daysAndUserFilter.extend({
  client_name: nameFilter.optional(),
  include_time: booleanInQuery.optional(),
})
