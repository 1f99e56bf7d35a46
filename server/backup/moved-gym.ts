// A gym beside others, in a database where its number may be taken. All keys and references begin with the gym, so ids of rows stay
// as they are: the same one in another gym is another row. The gym's own number stands in few other places, which are named here.
import type { ExportHead } from './export-manifest.ts'

type Columns = ExportHead['tables'][number]
/** One row, column by column, as COPY writes it. */
type Row = string[]

/** The column that says whose a row is. */
export const gymColumn = (table: string): string => (table === 'gyms' ? 'id' : 'gym_id')

export class MovedGym {
  readonly from: number
  readonly to: number
  readonly #address: RegExp
  constructor(from: number, to: number) {
    this.from = from
    this.to = to
    this.#address = new RegExp(`(/v1/images/\\w+/[\\w.-]+\\?token=)${from}-`, 'g')
  }

  /** Whole rows of a table as they are to be stored. */
  rows(table: Columns, rows: Buffer): Buffer {
    if (this.from === this.to) return rows
    // One byte a letter: tabs and line ends are part of no other.
    const lines = rows.toString('latin1').split('\n')
    const last = lines.pop() ?? ''
    const moved = lines.map((line) => `${this.#addresses(this.#row(table, line.split('\t')).join('\t'))}\n`)
    return Buffer.from(moved.join('') + last, 'latin1')
  }

  #row({ name, columns }: Columns, row: Row): Row {
    const at = (column: string) => columns.indexOf(column)
    const set = (column: string, change: (value: string) => string) => {
      row[at(column)] = change(row[at(column)] ?? '')
    }
    const isOwn = (column: string) => row[at(column)] === String(this.from)
    if (name === 'history' && row[at('entity')] === 'gym' && isOwn('entity_id')) set('entity_id', () => String(this.to))
    if (name === 'history') set('changes', (json) => json.replaceAll(/("gym_id": )(\d+)(?=[,}])/g, `$1${this.to}`))
    if (name === 'images') set('token', (token) => token.replace(/^\d+-/, `${this.to}-`))
    set(gymColumn(name), () => String(this.to))
    return row
  }

  /** A picture's address names the gym in its token, wherever it stands. */
  #addresses(line: string): string {
    return line.replaceAll(this.#address, `$1${this.to}-`)
  }
}
