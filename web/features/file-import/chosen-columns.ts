// Column choices remembered in this browser for files with the same titles, such as a corrected file.
import type { ImportAnswer } from '@torniquete/contract/shared/file-import.ts'
import { foldName } from '@torniquete/contract/shared/names.ts'

const storedUnder = 'import-columns'
/** Maximum number of remembered files. */
const mostKept = 20

/** Titles that the server adds to the file of rejected rows. */
const added = new Set(['motivo', 'fila en el archivo'])

type Columns = ImportAnswer['columns']
type Fields = (string | null)[]
type Kept = Record<string, Record<string, string | null>>

const keyOf = (title: string, columns: Columns): string =>
  `${title}: ${columns
    .map(({ heading }) => foldName(heading))
    .filter((heading) => !added.has(heading))
    .join(', ')}`

function readKept(): Kept {
  try {
    return JSON.parse(localStorage.getItem(storedUnder) ?? '{}') as Kept
  } catch {
    return {}
  }
}

/** Two columns may share a title. */
const titleAt = ({ heading }: Columns[number], at: number): string => `${at} ${foldName(heading)}`

export function keepColumns(title: string, columns: Columns, fields: Fields): void {
  const chosen = Object.fromEntries(columns.map((column, at) => [titleAt(column, at), fields[at] ?? null]))
  const { [keyOf(title, columns)]: _, ...others } = readKept()
  const kept = Object.entries({ ...others, [keyOf(title, columns)]: chosen }).slice(-mostKept)
  try {
    localStorage.setItem(storedUnder, JSON.stringify(Object.fromEntries(kept)))
  } catch {
    // Without storage the columns are chosen again.
  }
}

/** Remembered fields for these titles; null if the server guesses the same. */
export function recallColumns(title: string, columns: Columns): Fields | null {
  const chosen = readKept()[keyOf(title, columns)]
  if (!chosen) return null
  const fields = columns.map((column, at) => chosen[titleAt(column, at)] ?? null)
  return fields.every((field, at) => field === columns[at]?.field) ? null : fields
}
