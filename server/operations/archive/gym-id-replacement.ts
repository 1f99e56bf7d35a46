// Gives a new number to a gym whose number is taken in the target database. Keys and references begin with the gym, so
// ids of rows stay the same; the gym's number occurs in few other places, listed below.
import type { ArchivedTable } from './archive-format.ts'
import { findGymColumn } from './archive-tables.ts'

export class GymIdReplacement {
  readonly from: number
  readonly to: number
  readonly #pictureAddress: RegExp
  constructor(from: number, to: number) {
    this.from = from
    this.to = to
    this.#pictureAddress = new RegExp(`(/v1/images/\\w+/[\\w.-]+\\?token=)${from}-`, 'g')
  }

  renumber(table: ArchivedTable, rows: Buffer): Buffer {
    if (this.from === this.to) return rows
    // One byte becomes one character, which is safe: no other UTF-8 character contains a tab or line end.
    const lines = rows.toString('latin1').split('\n')
    const last = lines.pop() ?? ''
    const moved = lines.map((line) => {
      const row = this.#renumberRow(table, line.split('\t')).join('\t')
      // A picture's URL contains the gym's number in its token, in whichever column the URL is stored.
      return `${row.replaceAll(this.#pictureAddress, `$1${this.to}-`)}\n`
    })
    return Buffer.from(moved.join('') + last, 'latin1')
  }

  #renumberRow({ name, columns }: ArchivedTable, row: string[]): string[] {
    const indexOf = (column: string) => columns.indexOf(column)
    const change = (column: string, to: (value: string) => string) => {
      row[indexOf(column)] = to(row[indexOf(column)] ?? '')
    }
    if (name === 'history') {
      if (row[indexOf('entity')] === 'gym' && row[indexOf('entity_id')] === String(this.from))
        change('entity_id', () => String(this.to))
      change('changes', (json) => json.replaceAll(/("gym_id": )(\d+)(?=[,}])/g, `$1${this.to}`))
    }
    if (name === 'images') change('token', (token) => token.replace(/^\d+-/, `${this.to}-`))
    change(findGymColumn(name), () => String(this.to))
    return row
  }
}
