// Which sheet of an Excel file is meant.
import { importRows } from '@torniquete/contract/import-limits.ts'
import { namesColumn, type Titles } from './headings.ts'
import { type Row, type Sheet, tooLarge } from './read-table.ts'

export interface ChosenSheet {
  rows: Row[]
  /** All that hold anything, as the file calls them, and the place of the one that is read. */
  sheets: string[]
  sheet: number
}

/**
 * The one that a person said, else the first that has a column for names, as a cover and a list of prices have none; else the
 * first that holds more than a line.
 */
export function chooseSheet<Field extends string>(
  sheets: readonly Sheet[],
  said: number | null,
  titles: Titles<Field>,
): ChosenSheet {
  const guessed = [
    sheets.findIndex(({ rows }) => namesColumn(rows, titles)),
    sheets.findIndex(({ rows }) => rows.length > 1),
    0,
  ]
  const sheet = said !== null && said < sheets.length ? said : (guessed.find((at) => at >= 0) ?? 0)
  const rows = sheets[sheet]?.rows ?? []
  // The titles are one more.
  if (rows.length > importRows + 1) tooLarge()
  return { rows, sheets: sheets.map(({ name }) => name), sheet }
}
