// What a row would add to somebody who is known.
import { type ClientColumn, clientColumns } from '@torniquete/contract/client-import.ts'
import { addDays, showDay } from '@torniquete/contract/dates.ts'
import { importedPlanName } from '@torniquete/contract/memberships.ts'
import { daysThrough } from '../../file-import/cells.ts'
import { differ, likenessOf } from './likeness.ts'
import { type FilledRow, fillable, type KnownClient, type NewRow, type Period } from './rows.ts'

/** The first days that are not paid yet, of those that are still to come where some begin later; null where all are. */
function unpaid(period: Period | null, { paid_until, periods }: KnownClient, today: string): Period | null {
  if (!period || paid_until === null || paid_until <= period.start_date) return period
  const last = addDays(period.start_date, period.duration_days - 1)
  const from = (start_date: string, until: string) =>
    start_date > until ? null : { ...period, start_date, duration_days: daysThrough(start_date, until) }
  if (periods.length === 0) return from(paid_until, last)
  let free = period.start_date < today ? today : period.start_date
  for (const { start, end } of periods) {
    if (start > free) return from(free, start > last ? last : addDays(start, -1))
    if (end > free) free = end
  }
  return from(free, last)
}

export interface Addition extends Pick<FilledRow, 'fields' | 'period'> {
  adds: string[]
  keeps: string[]
}
const told = (column: ClientColumn, value: string | number) => {
  const text = column === 'birth_date' ? showDay(String(value)) : String(value)
  return `${clientColumns[column]} ${text.length > 60 ? `${text.slice(0, 59)}…` : text}`
}

/** What is empty there is filled; what is not stays. `isFree`: whether the row's card is nobody's. */
export function additionOf(
  row: NewRow,
  client: KnownClient,
  { isFree, today }: { isFree: boolean; today: string },
): Addition {
  const { fields, adds, keeps }: Addition = { fields: {}, period: null, adds: [], keeps: [] }
  if (differ(row.id_zkteco, client.id_zkteco) && row.id_zkteco)
    keeps.push(`${told('id_zkteco', client.id_zkteco ?? '')}, no ${row.id_zkteco}`)
  const alike = likenessOf(row, client) as string[] // to be asked for any column
  for (const field of fillable) {
    const [said, had] = [row[field], client[field]]
    if (!said || alike.includes(field) || said === had) continue
    if (had) keeps.push(told(field, had))
    else if (field !== 'card_number' || isFree) {
      fields[field] = said
      adds.push(told(field, said))
    }
  }
  const period = unpaid(row.period, client, today)
  if (period)
    adds.push(
      `${period.plan?.name ?? importedPlanName} hasta ${showDay(addDays(period.start_date, period.duration_days - 1))}`,
    )
  return { fields, period, adds, keeps }
}
