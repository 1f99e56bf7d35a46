// Values that a row would add to a known client.
import { type ClientColumn, clientColumns } from '@torniquete/contract/members/client-import.ts'
import { addDays, showDay } from '@torniquete/contract/shared/dates.ts'
import { daysThrough } from '../../../platform/file-import/cells.ts'
import { compareFields, differ } from './likeness.ts'
import { type FilledRow, fillable, type KnownClient, type NewRow, type Period, type Span, toSpan } from './rows.ts'

/** Unpaid days of a period. A period that is over is dropped if a later one is paid. */
function unpaid(period: Period, paid: readonly Span[], today: string): Period[] {
  const { end } = toSpan(period)
  const left: Span[] = []
  let free = period.start_date
  for (const { start, end: next } of [...paid, { start: end, end }]) {
    if (start > free && free < end) left.push({ start: free, end: start < end ? start : end })
    if (next > free) free = next
  }
  const running = left.filter((span) => span.end > today)
  const latest = left.slice(-1).filter((span) => paid.every((each) => each.end < span.end))
  return (running.length > 0 ? running : latest).map((span) => ({
    ...period,
    start_date: span.start,
    duration_days: daysThrough(span.start, addDays(span.end, -1)),
  }))
}

export interface Addition extends Pick<FilledRow, 'fields' | 'periods'> {
  adds: string[]
  keeps: string[]
}
const told = (column: ClientColumn, value: string | number) => {
  const text = column === 'birth_date' ? showDay(String(value)) : String(value)
  return `${clientColumns[column]} ${text.length > 60 ? `${text.slice(0, 59)}…` : text}`
}

/** Fills empty fields only. `isFree` says that nobody has the row's card. */
export function findAddition(
  row: NewRow,
  client: KnownClient,
  { isFree, today }: { isFree: boolean; today: string },
): Addition {
  const { fields, adds, keeps }: Addition = { fields: {}, periods: [], adds: [], keeps: [] }
  if (differ(row.id_zkteco, client.id_zkteco) && row.id_zkteco)
    keeps.push(`${told('id_zkteco', client.id_zkteco ?? '')}, no ${row.id_zkteco}`)
  const alike = compareFields(row, client) as string[] // to be asked for any column
  for (const field of fillable) {
    const [said, had] = [row[field], client[field]]
    if (!said || alike.includes(field) || said === had) continue
    if (had) keeps.push(told(field, had))
    else if (field !== 'card_number' || isFree) {
      fields[field] = said
      adds.push(told(field, said))
    }
  }
  const periods = row.periods.flatMap((period) => unpaid(period, client.paid, today))
  for (const period of periods) {
    // The plan of imported clients has no name that people know.
    const what = period.plan?.name ?? 'Pagado'
    adds.push(`${what} hasta ${showDay(addDays(toSpan(period).end, -1))}`)
  }
  return { fields, periods, adds, keeps }
}
