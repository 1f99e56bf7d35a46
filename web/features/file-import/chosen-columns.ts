// The columns that a person chose, remembered in this browser for files of the same titles: a mended file is one.
import type { ImportAnswer } from '@torniquete/contract/shared/file-import.ts'
import { foldName } from '@torniquete/contract/shared/names.ts'

const storedUnder = 'import-columns'
/** Files of so many kinds are remembered. */
const mostKept = 20

/** Titles that the server adds to the file of rows to be mended. */
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
    return JSON.parse(localStorage.getItem(storedUnder) ?? '{}') as Kept // as it is written below
  } catch {
    return {}
  }
}

/** Two columns may have one title. */
const titleAt = ({ heading }: Columns[number], at: number): string => `${at} ${foldName(heading)}`

export function keepColumns(title: string, columns: Columns, fields: Fields): void {
  const chosen = Object.fromEntries(columns.map((column, at) => [titleAt(column, at), fields[at] ?? null]))
  const { [keyOf(title, columns)]: _, ...others } = readKept()
  const kept = Object.entries({ ...others, [keyOf(title, columns)]: chosen }).slice(-mostKept)
  try {
    localStorage.setItem(storedUnder, JSON.stringify(Object.fromEntries(kept)))
  } catch {
    // A full or forbidden store forgets: the columns are chosen again.
  }
}

/** The fields that were chosen for the same titles before; null where that is as the server reads them anyway. */
export function recallColumns(title: string, columns: Columns): Fields | null {
  const chosen = readKept()[keyOf(title, columns)]
  if (!chosen) return null
  const fields = columns.map((column, at) => chosen[titleAt(column, at)] ?? null)
  return fields.every((field, at) => field === columns[at]?.field) ? null : fields
}
