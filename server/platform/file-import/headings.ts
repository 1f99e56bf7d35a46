import type { ColumnInterpretation } from '@torniquete/contract/shared/file-import.ts'
import { foldCaseAndAccents } from '@torniquete/contract/shared/text-matching.ts'
import { canHaveSwappedDayAndMonth, formatCell, isMonthFirstColumn } from './parse-cells.ts'
import type { TableRow } from './read-table.ts'

/** Known column titles of an area, in lower case without accents, separated by vertical bars. */
export interface ColumnTitles<Field extends string> {
  /** Name of the field without which a row is invalid. */
  name: Field
  /** Titles of each field. The first title that a column has gets its field, so the order is the preference. */
  words: readonly (readonly [field: Field, words: string])[]
  /** Words that may follow a title: `Teléfono (WhatsApp)`. */
  endings: RegExp
  /** Field whose column may only contain row numbers 1, 2, 3…, and the titles that such a column has. */
  numbered?: { field: Field; titles: readonly string[] }
  /** Fields whose cells are dates. */
  days: readonly Field[]
}

/** Normalises a title: `Teléfono (WhatsApp):` → `telefono whatsapp`; `N.º` → `n`. */
const normalizeTitle = (heading: string): string =>
  foldCaseAndAccents(heading.replace(/[ºª°]/g, ''))
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()

/** Number of rows searched for titles, since the gym's name, a month, or empty rows may come first. */
const searchedRows = 25

export interface HeadingRow<Field extends string> {
  /** Index of the row that contains the titles. */
  at: number
  titles: string[]
  fields: (Field | null)[]
  readings: (ColumnInterpretation | null)[]
}

function matchFields<Field extends string>(row: TableRow, { words, endings }: ColumnTitles<Field>): (Field | null)[] {
  const headings = row.map((cell) => normalizeTitle(formatCell(cell)))
  // A title such as `Tel. / Cel.` matches by either part.
  const parts = row.map((cell) => formatCell(cell).split('/').map(normalizeTitle))
  const fields = headings.map((): Field | null => null)
  for (const [field, all] of words) {
    if (fields.includes(field)) continue
    for (const word of all.split('|')) {
      const column = headings.findIndex(
        (heading, at) =>
          fields[at] === null &&
          (heading === word || heading.replace(endings, '') === word || parts[at]?.includes(word)),
      )
      if (column < 0) continue
      fields[column] = field
      break
    }
  }
  return fields
}

/** Finds the title row: with a title for names, else with most titles, else the first. `given`: user's choice. */
export function findHeadingRow<Field extends string>(
  rows: readonly TableRow[],
  known: ColumnTitles<Field>,
  given: readonly (Field | null)[] | null,
): HeadingRow<Field> {
  const scores = rows.slice(0, searchedRows).map((row) => {
    const fields = matchFields(row, known)
    const found = fields.filter((field) => field !== null).length
    return found === 0 ? 0 : found + (fields.includes(known.name) ? 100 : 0)
  })
  const at = scores.reduce((most, score, row) => (score > (scores[most] ?? 0) ? row : most), 0)
  const width = Math.max(...rows.slice(at, at + searchedRows).map((row) => row.length))
  const titles = Array.from({ length: width }, (_, column) => formatCell(rows[at]?.[column]))
  const below = rows.slice(at + 1)
  const heads = listHeaderRowKeys(rows, at)
  const guessed = matchFields(titles, known)
  const counts = (column: number) =>
    known.numbered !== undefined &&
    guessed[column] === known.numbered.field &&
    known.numbered.titles.includes(normalizeTitle(titles[column] ?? '')) &&
    countsRows(below, column, heads)
  const fields = titles.map((_, column) =>
    given ? (given[column] ?? null) : counts(column) ? null : (guessed[column] ?? null),
  )
  const readings = fields.map((field, column): ColumnInterpretation | null => {
    if (field === null) return counts(column) ? 'row-count' : null
    if (!known.days.includes(field)) return null
    const cells = below.map((row) => row[column])
    return canHaveSwappedDayAndMonth(cells) ? 'half-turned' : isMonthFirstColumn(cells) ? 'month-first' : null
  })
  return { at, titles, fields, readings }
}

export const makeRowKey = (row: TableRow): string =>
  row
    .map((cell) => foldCaseAndAccents(formatCell(cell)))
    .join('\n')
    .trim()

/** Lists the lines up to the titles, which are repeated on each printed page. */
export const listHeaderRowKeys = (rows: readonly TableRow[], at: number): ReadonlySet<string> =>
  new Set(rows.slice(0, at + 1).map(makeRowKey))

const isNumber = (text: string) => /^\d+$/.test(text)

/** True if a column only counts rows 1, 2, 3…, perhaps restarting on each page. Needs at least three rows. */
function countsRows(rows: readonly TableRow[], column: number, heads: ReadonlySet<string>): boolean {
  const said = rows.flatMap((row) => {
    const text = formatCell(row[column])
    return text === '' || (!isNumber(text) && heads.has(makeRowKey(row))) ? [] : [text]
  })
  const numbers = said.filter(isNumber)
  const follows = (text: string, at: number) => text === '1' || text === String(Number(numbers[at - 1] ?? 0) + 1)
  return numbers.length >= 3 && said.length - numbers.length < 2 && numbers.every(follows)
}

export const hasNameColumn = <Field extends string>(rows: readonly TableRow[], known: ColumnTitles<Field>): boolean =>
  rows.slice(0, searchedRows).some((row) => matchFields(row, known).includes(known.name))
