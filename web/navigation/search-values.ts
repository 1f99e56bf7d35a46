// Reads the state that an address carries. Addresses are typed and shared by people: what is no good reads as absent.
import { isDay } from '@torniquete/contract/dates.ts'

export type RawSearch = Record<string, unknown>

/** A text that is not blank. The router reads `?name=12` as a number. */
export function readText(value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  return String(value).trim() === '' ? undefined : String(value)
}

/** A whole number within the bounds, both included. */
export function readWhole(value: unknown, least: number, most = 2_147_483_647): number | undefined {
  const number = typeof value === 'number' || typeof value === 'string' ? Number(value) : Number.NaN
  return Number.isInteger(number) && number >= least && number <= most ? number : undefined
}

/** One of the given texts. */
export function readOne<Text extends string>(value: unknown, texts: readonly Text[]): Text | undefined {
  return texts.find((text) => text === value)
}

export function readDay(value: unknown): string | undefined {
  return typeof value === 'string' && isDay(value) ? value : undefined
}

/** A page as the address says it: what is as usual stays out. */
export const pageSearch = ({ page, size }: { page: number; size: number }, usualSize: number) => ({
  page: page || undefined,
  size: size === usualSize ? undefined : size,
})
