// Chooses the sheet of an Excel file.
import { maxImportRows } from '@torniquete/contract/shared/import-limits.ts'
import { hasNameColumn, type Titles } from './headings.ts'
import { makeTooLargeError, type Row, type Sheet } from './read-table.ts'

export interface ChosenSheet {
  rows: Row[]
  /** Names of all sheets with content, and the index of the chosen one. */
  sheets: string[]
  sheet: number
}

/** The sheet that the person chose, else the first with a column for names, else the first with more than a line. */
export function chooseSheet<Field extends string>(
  sheets: readonly Sheet[],
  said: number | null,
  titles: Titles<Field>,
): ChosenSheet {
  const guessed = [
    sheets.findIndex(({ rows }) => hasNameColumn(rows, titles)),
    sheets.findIndex(({ rows }) => rows.length > 1),
    0,
  ]
  const sheet = said !== null && said < sheets.length ? said : (guessed.find((at) => at >= 0) ?? 0)
  const rows = sheets[sheet]?.rows ?? []
  // the titles take one row
  if (rows.length > maxImportRows + 1) makeTooLargeError()
  return { rows, sheets: sheets.map(({ name }) => name), sheet }
}
