// Parses a count on one line: `1x1000 2x50 0.50`.

import { addSums, fromCents, toCents } from '@torniquete/contract/shared/money.ts'
import { readMoney, readWholeNumber } from '@torniquete/contract/shared/typed.ts'
import { denominations } from '@torniquete/contract/till/cash-shifts.ts'

export const mostPieces = 100_000

export interface TypedCount {
  /** Digits by denomination. */
  pieces: Readonly<Record<string, string>>
  /** Decimal text of other money; '' if none. */
  loose: string
}

/** Returns the count, or the unreadable part. Other values and bare amounts are loose money. */
export function readCount(line: string): TypedCount | { unread: string } {
  const pieces = new Map<string, number>()
  let loose = '0.00'
  const joined = line.replace(/\s*[x×*]\s*/gi, 'x')
  for (const part of joined.split(/[\s+;]+/).filter(Boolean)) {
    const [, times = '1', worth = ''] = /^(?:([\d,]+)x)?(.+)$/.exec(part) ?? []
    const count = readWholeNumber(times, 0, mostPieces).value
    const amount = readMoney(worth).value
    if (count === undefined || amount === undefined) return { unread: part }
    const denomination = part.includes('x') ? denominations.find((value) => `${value}.00` === amount) : undefined
    if (denomination) pieces.set(denomination, (pieces.get(denomination) ?? 0) + count)
    else loose = addSums([loose, fromCents(count * (toCents(amount) ?? 0))])
  }
  return {
    pieces: Object.fromEntries([...pieces].map(([value, count]) => [value, String(count)])),
    loose: loose === '0.00' && !/(^|[\sx])0/.test(joined) ? '' : loose,
  }
}
