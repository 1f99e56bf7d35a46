import type { CompletedImport, ImportAnswer, ImportRowReports } from '@torniquete/contract/shared/file-import.ts'
import { formatNumber } from '@torniquete/contract/shared/format-numbers.ts'
import type { ReactNode } from 'react'
import type { CallFunction } from '../../api/call.ts'

export interface FileImportDefinition<Shown extends ImportAnswer> {
  title: string
  hint: string
  fields: Readonly<Record<string, string>>
  /** Fields that are offered only if the gym has a country. */
  fiscalFields: readonly string[]
  one: string
  many: string
  summary: (shown: Shown) => ReactNode
  beside?: ReactNode
  groups?: (shown: Shown) => { title: string; count: number; lines: readonly string[]; opened?: boolean }[]
  /** Words for rows that already exist: 'de quien ya es cliente o está dos veces'. */
  present: string
  /** First words of the question before an undo: 'Se eliminan los clientes que vinieron en'. */
  undoing: string
  /** Words for rows that an undo does not delete: 'con los que ya se trabajó'. */
  staying: string
  read: (body: FormData, signal: AbortSignal) => Promise<Shown>
  bring: (body: FormData, send: CallFunction) => Promise<Shown>
  rejected: (body: FormData) => Promise<File>
  /** `at_door`: effect of an undo on terminals: users who become unknown again, and users who are deleted. */
  useLast: () => { last: CompletedImport | null; at_door?: { return: number; leave: number } | undefined } | undefined
  undo: (id: number, send: CallFunction) => Promise<{ deleted: number; kept: number; returned?: number | undefined }>
}

type Named = Pick<FileImportDefinition<ImportAnswer>, 'one' | 'many'>

export const formatImportCount = ({ one, many }: Named, count: number): string =>
  `${formatNumber(count)} ${count === 1 ? one : many}`
export const formatRowCount = (count: number): string => formatImportCount({ one: 'fila', many: 'filas' }, count)

export const formatReportedRows = ({ first }: ImportRowReports): string[] =>
  first.map(({ row, name, reasons }) => `Fila ${formatNumber(row)}${name && `, ${name}`}: ${reasons.join('. ')}`)

export interface ImportFileChoice {
  file: File
  /** Number that increases with each choice: the same file may have been corrected, so it is read again. */
  turn: number
  sheet: number | null
  columns: readonly (string | null)[] | null
}

/** Request body for a chosen file. The fields come before the file, because the server reads the body as a stream. */
export function makeImportFormData({ file, sheet, columns }: ImportFileChoice, confirm?: string): FormData {
  const form = new FormData()
  if (sheet !== null) form.append('sheet', String(sheet))
  if (columns) form.append('columns', JSON.stringify(columns))
  if (confirm) form.append('confirm', confirm)
  form.append('file', file, file.name)
  return form
}
