import type { ImportAct, ImportAnswer, ReportedRows } from '@torniquete/contract/shared/file-import.ts'
import { showNumber } from '@torniquete/contract/shared/numbers.ts'
import type { ReactNode } from 'react'
import type { Send } from '../../api/call.ts'

/** What comes in files, and how it is called. */
export interface ImportKind<Shown extends ImportAnswer> {
  title: string
  hint: string
  /** What a column may be, as people call it. */
  fields: Readonly<Record<string, string>>
  /** One of them, and more: 'cliente', 'clientes'. */
  one: string
  many: string
  /** What more is told of those that would be made. */
  summary: (shown: Shown) => ReactNode
  /** What else may be brought in, where no file is chosen yet. */
  beside?: ReactNode
  /** More that is told line by line, each kind under its title. */
  groups?: (shown: Shown) => { title: string; count: number; lines: readonly string[]; opened?: boolean }[]
  /** Of rows that are there already: 'de quien ya es cliente o está dos veces'. */
  present: string
  /** What is undone: 'Se eliminan los clientes que vinieron en'. */
  undoing: string
  /** Of those that stay then: 'con los que ya se trabajó'. */
  staying: string
  read: (body: FormData, signal: AbortSignal) => Promise<Shown>
  bring: (body: FormData, send: Send) => Promise<Shown>
  rejected: (body: FormData, signal: AbortSignal) => Promise<File>
  /** `at_door`: how many people become unknown on a terminal again, and how many are taken off. */
  useLast: () => { last: ImportAct | null; at_door?: { return: number; leave: number } | undefined } | undefined
  undo: (
    id: number,
    send: Send,
  ) => Promise<{
    deleted: number
    kept: number
    returned?: number | undefined
  }>
}

type Named = Pick<ImportKind<ImportAnswer>, 'one' | 'many'>

export const countText = ({ one, many }: Named, count: number): string =>
  `${showNumber(count)} ${count === 1 ? one : many}`
export const rowsText = (count: number): string => countText({ one: 'fila', many: 'filas' }, count)

export const formatRows = ({ first }: ReportedRows): string[] =>
  first.map(({ row, name, reasons }) => `Fila ${showNumber(row)}${name && `, ${name}`}: ${reasons.join('. ')}`)

export interface Chosen {
  file: File
  /** Each choice is another, also of the same file, which may have been mended meanwhile. */
  turn: number
  /** The place of the sheet that a person chose; null: by what stands in it. */
  sheet: number | null
  /** What a person said of the columns; null: as they are called. */
  columns: readonly (string | null)[] | null
}

/** What is sent of a chosen file; the fields before it, as whoever reads a stream needs them. */
export function makeFormData({ file, sheet, columns }: Chosen, confirm?: string): FormData {
  const form = new FormData()
  if (sheet !== null) form.append('sheet', String(sheet))
  if (columns) form.append('columns', JSON.stringify(columns))
  if (confirm) form.append('confirm', confirm)
  form.append('file', file, file.name)
  return form
}
