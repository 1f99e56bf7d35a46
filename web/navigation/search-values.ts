// Parses search params. People edit and share addresses, so invalid values are treated as missing.
import { isCalendarDay } from '@torniquete/contract/shared/dates.ts'

export type RawSearch = Record<string, unknown>

/** Reads a non-blank text. The router parses `?name=12` as a number, which becomes text again. */
export function readText(value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  return String(value).trim() === '' ? undefined : String(value)
}

function readWhole(value: unknown, least: number, most = 2_147_483_647): number | undefined {
  const number = typeof value === 'number' || typeof value === 'string' ? Number(value) : Number.NaN
  return Number.isInteger(number) && number >= least && number <= most ? number : undefined
}

export function readChoice<const Text extends string>(value: unknown, texts: readonly Text[]): Text | undefined {
  return texts.find((text) => text === value)
}

export function readDay(value: unknown): string | undefined {
  return typeof value === 'string' && isCalendarDay(value) ? value : undefined
}

/** Reads a month such as `2026-11`. */
export function readMonth(value: unknown): string | undefined {
  return typeof value === 'string' && isCalendarDay(`${value}-01`) ? value : undefined
}

export const readPositiveInteger = (value: unknown) => readWhole(value, 1)

type Readers = Record<string, (value: unknown) => unknown>

export const makeSearchReader =
  <Fields extends Readers>(fields: Fields) =>
  (raw: RawSearch) =>
    Object.fromEntries(Object.entries(fields).map(([name, read]) => [name, read(raw[name])])) as {
      [Name in keyof Fields]?: ReturnType<Fields[Name]> // Object.fromEntries loses the key types.
    }

/** Reads one of the values that have labels; the default value is left out of the address. */
export function makeChoiceParam<Value extends string>(labels: Record<Value, string>, usual: NoInfer<Value>) {
  const is = (value: unknown): value is Value => typeof value === 'string' && Object.hasOwn(labels, value)
  const write = (value: Value): Value | undefined => (value === usual ? undefined : value)
  return { labels, usual, is, write, read: (value: unknown) => (is(value) ? write(value) : undefined) }
}

/** Search params of a list filter: search text and days; a missing day means today. */
export const filterReaders = { name: readText, start: readDay, end: readDay }

export const pageReaders = { page: readPositiveInteger, size: (value: unknown) => readWhole(value, 1, 1000) }

export const toPageSearch = ({ page, size }: { page: number; size: number }, usualSize: number) => ({
  page: page || undefined,
  size: size === usualSize ? undefined : size,
})
