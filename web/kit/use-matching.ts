import { foldName } from '@torniquete/contract/shared/names.ts'
import { useMemo, useState } from 'react'
import type { Choices, Choosable } from './use-choice.ts'

const folded = new WeakMap<object, string>()

/** Caches folded texts: folding is slow, and each letter filters all rows. */
function textOf<Row extends object>(row: Row, searchTextOf: (row: Row) => string): string {
  const known = folded.get(row)
  if (known !== undefined) return known
  const made = foldName(searchTextOf(row))
  folded.set(row, made)
  return made
}

/** Rows that contain every word, in any order, ignoring case and accents. */
export function matching<Row extends object>(
  rows: readonly Row[],
  text: string,
  searchTextOf: (row: Row) => string,
): readonly Row[] {
  const words = foldName(text).split(/\s+/).filter(Boolean)
  if (words.length === 0) return rows
  return rows.filter((row) => words.every((word) => textOf(row, searchTextOf).includes(word)))
}

const none: readonly never[] = []
const nameOf = ({ name }: Choosable) => name

/** Choices from a complete list (`rows` undefined while loading). */
export function useMatching<Row extends Choosable>(
  rows: readonly Row[] | undefined,
  error: Error | null = null,
  searchTextOf: (row: Row) => string = nameOf,
): { choices: Choices<Row>; onAsk: (question: string) => void } {
  const [question, onAsk] = useState('')
  const found = useMemo(() => (rows ? matching(rows, question, searchTextOf) : none), [rows, question, searchTextOf])
  return { choices: { question, rows: found, stale: rows === undefined && error === null, error }, onAsk }
}
