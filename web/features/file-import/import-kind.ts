import type { ImportAct, ImportAnswer, ReportedRows } from '@torniquete/contract/shared/file-import.ts'
import { showNumber } from '@torniquete/contract/shared/numbers.ts'
import type { ReactNode } from 'react'
import type { Send } from '../../api/call.ts'

export interface ImportKind<Shown extends ImportAnswer> {
  title: string
  hint: string
  fields: Readonly<Record<string, string>>
  one: string
  many: string
  summary: (shown: Shown) => ReactNode
  beside?: ReactNode
  groups?: (shown: Shown) => { title: string; count: number; lines: readonly string[]; opened?: boolean }[]
  /** Text about rows already present: 'de quien ya es cliente o está dos veces'. */
  present: string
  /** Start of the undo question: 'Se eliminan los clientes que vinieron en'. */
  undoing: string
  /** Text about rows that an undo keeps: 'con los que ya se trabajó'. */
  staying: string
  read: (body: FormData, signal: AbortSignal) => Promise<Shown>
  bring: (body: FormData, send: Send) => Promise<Shown>
  rejected: (body: FormData) => Promise<File>
  /** `at_door`: people who become unknown on a terminal again, and those deleted from it. */
  useLast: () => { last: ImportAct | null; at_door?: { return: number; leave: number } | undefined } | undefined
  undo: (id: number, send: Send) => Promise<{ deleted: number; kept: number; returned?: number | undefined }>
}

type Named = Pick<ImportKind<ImportAnswer>, 'one' | 'many'>

export const countText = ({ one, many }: Named, count: number): string =>
  `${showNumber(count)} ${count === 1 ? one : many}`
export const rowsText = (count: number): string => countText({ one: 'fila', many: 'filas' }, count)

export const formatRows = ({ first }: ReportedRows): string[] =>
  first.map(({ row, name, reasons }) => `Fila ${showNumber(row)}${name && `, ${name}`}: ${reasons.join('. ')}`)

export interface Chosen {
  file: File
  /** Each choice is new, because the same file may have been corrected. */
  turn: number
  sheet: number | null
  columns: readonly (string | null)[] | null
}

/** Request body for a chosen file; the fields come first, because the server reads it as a stream. */
export function makeFormData({ file, sheet, columns }: Chosen, confirm?: string): FormData {
  const form = new FormData()
  if (sheet !== null) form.append('sheet', String(sheet))
  if (columns) form.append('columns', JSON.stringify(columns))
  if (confirm) form.append('confirm', confirm)
  form.append('file', file, file.name)
  return form
}
