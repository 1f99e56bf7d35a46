import { containsWords } from '@torniquete/contract/shared/names.ts'
import { useMemo, useState } from 'react'
import type { Choices, Choosable } from './use-searchable-choice.ts'

export const filterByWords = <Row>(rows: readonly Row[], text: string, searchTextOf: (row: Row) => string) =>
  text.trim() === '' ? rows : rows.filter((row) => containsWords(searchTextOf(row), text))

const none: readonly never[] = []
const nameOf = ({ name }: Choosable) => name

export function useFilteredRows<Row extends Choosable>(
  rows: readonly Row[] | undefined,
  error: Error | null = null,
  searchTextOf: (row: Row) => string = nameOf,
): { choices: Choices<Row>; onAsk: (question: string) => void } {
  const [question, onAsk] = useState('')
  const found = useMemo(
    () => (rows ? filterByWords(rows, question, searchTextOf) : none),
    [rows, question, searchTextOf],
  )
  return { choices: { question, rows: found, stale: rows === undefined && error === null, error }, onAsk }
}
