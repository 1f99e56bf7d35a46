// Validates each row as new, already present, or rejected with reasons. Uses no queries.
import { setImmediate } from 'node:timers/promises'
import type { ImportRowReport } from '@torniquete/contract/shared/file-import.ts'
import type { DayLimits, InputResult } from '@torniquete/contract/shared/parse-input.ts'
import { foldCaseAndAccents } from '@torniquete/contract/shared/text-matching.ts'
import { type HeadingRow, listHeaderRowKeys, makeRowKey } from './headings.ts'
import { formatCell, parseAmount, parseCount, parseDay, parseText } from './parse-cells.ts'
import type { TableRow } from './read-table.ts'

export interface RowFieldReader<Field extends string> {
  /** True if the file has a column for the field. */
  has: (field: Field) => boolean
  text: (field: Field) => string
  day: (field: Field, limits: DayLimits) => InputResult<string>
  amount: (field: Field) => InputResult<string>
  count: (field: Field, most: number) => InputResult<number>
}

export interface ValidatedRows<New> {
  ready: New[]
  /** Rows that are imported with a remark or after a change. */
  adjusted: ImportRowReport[]
  present: ImportRowReport[]
  rejected: (ImportRowReport & { cells: TableRow })[]
}

export type RowResult<New> =
  | { row: New; adjusted?: string[] }
  | { present: string; name: string }
  | { reasons: string[] }

export interface RowRules<Field extends string, New, Summary extends object> {
  /** Returns the name shown for a rejected row, if it consists of several fields. */
  getName?: (values: RowFieldReader<Field>) => string
  /** Fields that are empty in a row of totals. */
  fieldsEmptyInTotals: readonly Field[]
  checkRow: (row: number, values: RowFieldReader<Field>) => RowResult<New>
  finishRows?: (ready: readonly New[]) => New[]
  summarize: (ready: readonly New[]) => Summary
}

const isTotal = (text: string) => /^(sub ?)?total(es)?( general| de .*)?:?$/.test(foldCaseAndAccents(text))
/** Names such as `Total: 45 socios` or `Suma` mean a row of totals, unless another field shows a person. */
const countedThings =
  '(clientes|socios|miembros|afiliados|alumnos|personas|activos|inscritos|registros|productos|articulos|existencias?)'
const totalLine = new RegExp(
  `^((sub ?|gran )?total(es)?|suma)( general| de .*| ${countedThings}\\b.*)?(( [a-z]+)* ?[:=].*)?$`,
)
const maySum = (text: string) => totalLine.test(foldCaseAndAccents(text))
/** Matches a name that is no person: `45`, `45 socios`, or an empty text. */
const figures = new RegExp(`^[\\d.,$ ]*(${countedThings}\\b.*)?$`)
const isNoPerson = (text: string) => maySum(text) || figures.test(foldCaseAndAccents(text))

function isSum<Field extends string>(
  cells: TableRow,
  { text }: RowFieldReader<Field>,
  name: Field,
  own: readonly Field[],
) {
  if (!cells.some((cell) => typeof cell === 'string' && maySum(formatCell(cell)))) return false
  const called = text(name)
  return isTotal(called) || (isNoPerson(called) && own.every((field) => text(field) === '' || maySum(text(field))))
}

const shortened = (name: string) => (name.length > 80 ? `${name.slice(0, 79)}…` : name)

/** Number of rows processed before other calls of the server get a turn. */
const rowsPerTurn = 100

/** Validates the rows below the titles. `row` is the row number that the spreadsheet program shows. */
export async function validateRows<Field extends string, New>(
  rows: readonly TableRow[],
  { at, fields, readings }: HeadingRow<Field>,
  name: Field,
  rules: Omit<RowRules<Field, New, object>, 'summarize'>,
  zone: string,
): Promise<ValidatedRows<New>> {
  const { fieldsEmptyInTotals, checkRow, finishRows, getName = (row) => row.text(name) } = rules
  const results: ValidatedRows<New> = { ready: [], adjusted: [], present: [], rejected: [] }
  const columns = new Map(fields.flatMap((field, column) => (field ? [[field, column] as const] : [])))
  const columnOf = (field: Field) => columns.get(field) ?? -1
  const heads = listHeaderRowKeys(rows, at)
  for (const [place, cells] of rows.entries()) {
    if (place <= at) continue
    if (place % rowsPerTurn === 0) await setImmediate()
    const values: RowFieldReader<Field> = {
      has: (field) => columns.has(field),
      text: (field) => parseText(cells[columnOf(field)]),
      day: (field, limits) => {
        const monthFirst = readings[columnOf(field)] === 'month-first'
        return parseDay(cells[columnOf(field)], { ...limits, zone, monthFirst })
      },
      amount: (field) => parseAmount(cells[columnOf(field)]),
      count: (field, most) => parseCount(cells[columnOf(field)], most),
    }
    if ([...columns.keys()].every((field) => values.text(field) === '')) continue
    if (isSum(cells, values, name, fieldsEmptyInTotals) || heads.has(makeRowKey(cells))) continue
    const row = place + 1
    const result = checkRow(row, values)
    if ('row' in result) {
      results.ready.push(result.row)
      if (result.adjusted?.length)
        results.adjusted.push({ row, name: shortened(getName(values)), reasons: result.adjusted })
    } else if ('present' in result) results.present.push({ row, name: result.name, reasons: [result.present] })
    else results.rejected.push({ row, name: shortened(getName(values)), reasons: result.reasons, cells })
  }
  return finishRows ? { ...results, ready: finishRows(results.ready) } : results
}
