import { containsWords } from '@torniquete/contract/shared/text-matching.ts'
import { useMemo, useState } from 'react'
import type { ChoiceSearchResult, ChoosableRow } from './use-searchable-choice.ts'

export const filterByWords = <Row>(rows: readonly Row[], text: string, searchTextOf: (row: Row) => string) =>
  text.trim() === '' ? rows : rows.filter((row) => containsWords(searchTextOf(row), text))

const none: readonly never[] = []
const nameOf = ({ name }: ChoosableRow) => name

export function useFilteredRows<Row extends ChoosableRow>(
  rows: readonly Row[] | undefined,
  error: Error | null = null,
  searchTextOf: (row: Row) => string = nameOf,
): { choices: ChoiceSearchResult<Row>; onAsk: (question: string) => void } {
  const [question, onAsk] = useState('')
  const found = useMemo(
    () => (rows ? filterByWords(rows, question, searchTextOf) : none),
    [rows, question, searchTextOf],
  )
  return { choices: { question, rows: found, stale: rows === undefined && error === null, error }, onAsk }
}
