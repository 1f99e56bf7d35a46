// Validates each row: new, present already, or rejected with reasons. Pure: no queries.
import { setImmediate } from 'node:timers/promises'
import { foldName } from '@torniquete/contract/shared/names.ts'
import type { DayLimits, Reading } from '@torniquete/contract/shared/typed.ts'
import { type Headings, listRepeatedHeads, makeRowKey } from './headings.ts'
import { formatCell, readAmount, readCount, readDay, readFilledText } from './parse-cells.ts'
import type { Row } from './read-table.ts'

/** Values of a row by field. */
export interface ParsedRow<Field extends string> {
  /** True if the file has a column of the field. */
  has: (field: Field) => boolean
  text: (field: Field) => string
  day: (field: Field, limits: DayLimits) => Reading<string>
  amount: (field: Field) => Reading<string>
  count: (field: Field, most: number) => Reading<number>
}

interface ReportedRow {
  row: number
  name: string
  reasons: string[]
}

export interface ValidatedRows<New> {
  ready: New[]
  /** Rows that are imported with a remark or a change. */
  adjusted: ReportedRow[]
  present: ReportedRow[]
  rejected: (ReportedRow & { cells: Row })[]
}

/** Result for one row. */
export type RowResult<New> =
  | { made: New; adjusted?: string[] }
  | { present: string; name: string }
  | { reasons: string[] }

export interface RowRules<Field extends string, New, Summary extends object> {
  /** Name of a rejected row, if it is more than one field. */
  nameOf?: (said: ParsedRow<Field>) => string
  /** Fields that are empty in a line of totals. */
  ownFields: readonly Field[]
  verdictOf: (row: number, said: ParsedRow<Field>) => RowResult<New>
  /** Final step that needs all rows. */
  afterwards?: (ready: readonly New[]) => New[]
  /** Further results for the preview. */
  summaryOf: (ready: readonly New[]) => Summary
}

/** Titles of lines with totals. */
const sums = /^(sub ?)?total(es)?( general| de .*)?:?$/
const isTotal = (text: string) => sums.test(foldName(text))
/** `Total: 45 socios`, `TOTAL CLIENTES 45`, `Suma`: totals unless another field says that it is a person. */
const things =
  '(clientes|socios|miembros|afiliados|alumnos|personas|activos|inscritos|registros|productos|articulos|existencias?)'
const counted = new RegExp(`^((sub ?|gran )?total(es)?|suma)( general| de .*| ${things}\\b.*)?(( [a-z]+)* ?[:=].*)?$`)
const maySum = (text: string) => counted.test(foldName(text))
/** `45`, `45 socios`, or empty; any other name is a person. */
const figures = new RegExp(`^[\\d.,$ ]*(${things}\\b.*)?$`)
const isNobody = (text: string) => maySum(text) || figures.test(foldName(text))

function isSum<Field extends string>(
  cells: Row,
  { text }: ParsedRow<Field>,
  name: Field,
  own: readonly Field[],
): boolean {
  if (!cells.some((cell) => typeof cell === 'string' && maySum(formatCell(cell)))) return false
  const called = text(name)
  return isTotal(called) || (isNobody(called) && own.every((field) => text(field) === '' || maySum(text(field))))
}

/** Longest name in a report. */
const longestTold = 80
const shortened = (name: string) => (name.length > longestTold ? `${name.slice(0, longestTold - 1)}…` : name)

/** Rows processed before other calls get a turn. */
const atOnce = 100

/** Validates the rows below the titles; `row` counts like the file's own program. */
export async function validateRows<Field extends string, New>(
  rows: readonly Row[],
  { at, fields, readings }: Headings<Field>,
  name: Field,
  {
    ownFields,
    verdictOf,
    afterwards,
    nameOf = (said) => said.text(name),
  }: Omit<RowRules<Field, New, object>, 'summaryOf'>,
  zone: string,
): Promise<ValidatedRows<New>> {
  const judged: ValidatedRows<New> = { ready: [], adjusted: [], present: [], rejected: [] }
  const columns = new Map(fields.flatMap((field, column) => (field ? [[field, column] as const] : [])))
  const columnOf = (field: Field) => columns.get(field) ?? -1
  const heads = listRepeatedHeads(rows, at)
  for (const [place, cells] of rows.entries()) {
    if (place <= at) continue
    if (place % atOnce === 0) await setImmediate()
    const reads = (field: Field, way: (typeof readings)[number]) => readings[columnOf(field)] === way
    const said: ParsedRow<Field> = {
      has: (field) => columns.has(field),
      text: (field) => readFilledText(cells[columnOf(field)]),
      day: (field, limits) =>
        readDay(cells[columnOf(field)], { ...limits, zone, monthFirst: reads(field, 'month-first') }),
      amount: (field) => readAmount(cells[columnOf(field)], reads(field, 'decimal-comma')),
      count: (field, most) => readCount(cells[columnOf(field)], most, reads(field, 'decimal-comma')),
    }
    if ([...columns.keys()].every((field) => said.text(field) === '') || isSum(cells, said, name, ownFields)) continue
    if (heads.has(makeRowKey(cells))) continue
    const row = place + 1
    const verdict = verdictOf(row, said)
    if ('made' in verdict) {
      judged.ready.push(verdict.made)
      if (verdict.adjusted?.length)
        judged.adjusted.push({ row, name: shortened(nameOf(said)), reasons: verdict.adjusted })
    } else if ('present' in verdict) judged.present.push({ row, name: verdict.name, reasons: [verdict.present] })
    else judged.rejected.push({ row, name: shortened(nameOf(said)), reasons: verdict.reasons, cells })
  }
  return afterwards ? { ...judged, ready: afterwards(judged.ready) } : judged
}
