import type {
  DayReadings,
  ImportAct,
  ImportAnswer,
  ImportProgress,
  ReportedRows,
  RowChoices,
} from '@torniquete/contract/shared/file-import.ts'
import { showNumber } from '@torniquete/contract/shared/numbers.ts'
import type { ComponentType, ReactNode } from 'react'
import type { Send } from '../../api/use-send.ts'

export interface SimilarProps<Shown extends ImportAnswer> {
  shown: Shown
  choices: RowChoices
  onChange: (choices: RowChoices) => void
}

export const noChoices: RowChoices = { kinds: {}, rows: {} }

/** What comes in files, and how it is called. */
export interface ImportKind<Shown extends ImportAnswer> {
  title: string
  hint: string
  /** What a column may be, as people call it. */
  fields: Readonly<Record<string, string>>
  /** One of them, and more: 'cliente', 'clientes'. */
  one: string
  many: string
  /** Of how many rows what they say is added to who is there already; where there may be any. */
  filled?: (shown: Shown) => number
  /** Rows that are probably there already, with what is to become of them. */
  Similar?: ComponentType<SimilarProps<Shown>>
  /** Rows that `Similar` asks about: what keeps one out is not told a second time. */
  asked?: (shown: Shown) => readonly { row: number }[]
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
  /** How far it has come, asked again and again while `isAsked`. */
  useProgress: (isAsked: boolean) => ImportProgress | null | undefined
  /** `at_door`: how many people become unknown on a terminal again, and how many are taken off. */
  useLast: () => { last: ImportAct | null; at_door?: { return: number; leave: number } | undefined } | undefined
  undo: (
    id: number,
    send: Send,
  ) => Promise<{
    deleted: number
    kept: number
    restored?: number | undefined
    returned?: number | undefined
  }>
}

/** Milliseconds between two looks at how far it has come. */
export const progressInterval = 400

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
  /** How a person said that columns are read whose days are in doubt; null: nothing was said. */
  readings: DayReadings | null
  /** What a person said of rows that are probably there already. */
  choices: RowChoices
}

/** What is sent of a chosen file; the fields before it, as whoever reads a stream needs them. */
export function makeFormData({ file, sheet, columns, readings, choices }: Chosen, confirm?: string): FormData {
  const form = new FormData()
  if (sheet !== null) form.append('sheet', String(sheet))
  if (columns) form.append('columns', JSON.stringify(columns))
  if (readings) form.append('readings', JSON.stringify(readings))
  if (choices !== noChoices) form.append('choices', JSON.stringify(choices))
  if (confirm) form.append('confirm', confirm)
  form.append('file', file, file.name)
  return form
}
