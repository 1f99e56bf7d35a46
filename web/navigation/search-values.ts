// Parses search params. People type and share addresses: invalid values count as missing.
import { isDay } from '@torniquete/contract/shared/dates.ts'

export type RawSearch = Record<string, unknown>

/** A non-blank text. The router parses `?name=12` as a number. */
export function readText(value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  return String(value).trim() === '' ? undefined : String(value)
}

function readWhole(value: unknown, least: number, most = 2_147_483_647): number | undefined {
  const number = typeof value === 'number' || typeof value === 'string' ? Number(value) : Number.NaN
  return Number.isInteger(number) && number >= least && number <= most ? number : undefined
}

export function readOne<const Text extends string>(value: unknown, texts: readonly Text[]): Text | undefined {
  return texts.find((text) => text === value)
}

export function readDay(value: unknown): string | undefined {
  return typeof value === 'string' && isDay(value) ? value : undefined
}

export const readNumber = (value: unknown) => readWhole(value, 1)

type Readers = Record<string, (value: unknown) => unknown>

export const reading =
  <Fields extends Readers>(fields: Fields) =>
  (raw: RawSearch) =>
    Object.fromEntries(Object.entries(fields).map(([name, read]) => [name, read(raw[name])])) as {
      [Name in keyof Fields]?: ReturnType<Fields[Name]> // Object.fromEntries loses the key types.
    }

/** A choice by its labels; the default is left out of the address. */
export function choiceParam<Value extends string>(labels: Record<Value, string>, usual: NoInfer<Value>) {
  const is = (value: unknown): value is Value => typeof value === 'string' && Object.hasOwn(labels, value)
  const write = (value: Value): Value | undefined => (value === usual ? undefined : value)
  return { labels, usual, is, write, read: (value: unknown) => (is(value) ? write(value) : undefined) }
}

/** Filter of a list: search text and days; a missing day is today. */
export const filterFields = { name: readText, start: readDay, end: readDay }

export const pageFields = { page: readNumber, size: (value: unknown) => readWhole(value, 1, 1000) }

export const pageSearch = ({ page, size }: { page: number; size: number }, usualSize: number) => ({
  page: page || undefined,
  size: size === usualSize ? undefined : size,
})
