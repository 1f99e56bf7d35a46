// Ranges of receipt numbers that the tax office authorised.
import type { CallBody } from '@torniquete/contract/endpoints.ts'
import {
  expiryWarningDays,
  formatReceiptNumber,
  getLatestRangeExpiry,
  isRangeRunningOut,
  isReceiptTypeCode,
  parseReceiptNumber,
  type RangeStatus,
  type ReceiptTypeCode,
  receiptTypes,
} from '@torniquete/contract/fiscal/do/receipt-numbers.ts'
import type { FiscalRange } from '@torniquete/contract/fiscal/fiscal.ts'
import { addDays, isCalendarDay } from '@torniquete/contract/shared/dates.ts'
import { throwError, throwFieldRejection } from '@torniquete/contract/shared/errors.ts'
import type { Transaction } from '../platform/db/gym-statements.ts'
import { type Statement, sql } from '../platform/db/sql.ts'
import type { FiscalEnvironment } from './do/ecf/qr.ts'
import { insertAnnulment } from './electronic/documents.ts'

interface RangeRow {
  id: number
  type: ReceiptTypeCode
  environment: 'paper' | FiscalEnvironment
  first: number
  last: number
  next: number
  expires_on: string | null
  authorization: string | null
  /** Numbers taken out of use that are not reached yet. */
  voided_ahead: number
  is_cancelled: boolean
  needs_confirmation: boolean
  /** True for series E while the gym issues receipts on paper, or in another environment. */
  is_waiting: boolean
  /** True for the range that gives the next number of its type. */
  is_active: boolean
}

const selectRanges = (gym: number, today: string, which: Statement): Statement => sql`
  select id, type, environment, first, last, next, expires_on, "authorization", cancelled_at is not null as is_cancelled,
    unconfirmed_since is not null as needs_confirmation,
    (select count(*)::integer from fiscal_voided_numbers v where v.gym_id = r.gym_id and v.environment = r.environment
      and v.ncf like r.type || '%' and substr(v.ncf, 4)::bigint between r.next and r.last) as voided_ahead,
    type like 'E%' and not exists (select from fiscal_settings s where s.gym_id = r.gym_id and s.mode = 'electronic' and s.environment = r.environment) as is_waiting,
    id = (select min(o.id) from fiscal_ranges o where o.gym_id = r.gym_id and o.type = r.type and o.environment = r.environment and o.cancelled_at is null
      and o.next <= o.last and (o.expires_on is null or o.expires_on >= ${today}::date)) as is_active
  from fiscal_ranges r where gym_id = ${gym} ${which} order by id desc`

function findStatus(
  { next, last, expires_on, is_cancelled, is_active, is_waiting }: RangeRow,
  today: string,
): RangeStatus {
  if (is_cancelled) return 'cancelled'
  if (next > last) return 'depleted'
  if (expires_on !== null && expires_on < today) return 'expired'
  return is_active && !is_waiting ? 'active' : 'queued'
}

function showRange(row: RangeRow, today: string): FiscalRange {
  const { id, type, environment, first, last, next, voided_ahead, expires_on, authorization, needs_confirmation } = row
  const show = (sequence: number) => formatReceiptNumber({ type, sequence })
  const status = findStatus(row, today)
  const isOpen = status === 'active' || status === 'queued'
  const expiresSoon = expires_on !== null && expires_on <= addDays(today, expiryWarningDays)
  return {
    id,
    type,
    ...(environment !== 'paper' && { environment }),
    from: show(first),
    to: show(last),
    next: show(Math.min(next, last)),
    left: isOpen ? last - next + 1 - voided_ahead : 0,
    expires_on,
    authorization,
    status,
    needs_confirmation: isOpen && needs_confirmation,
    is_running_out:
      status === 'active' && (expiresSoon || isRangeRunningOut({ from: first, to: last, next: next + voided_ahead })),
  }
}

export const listRanges = async (tx: Transaction, gym: number, today: string): Promise<FiscalRange[]> =>
  (await tx.many<RangeRow>(selectRanges(gym, today, sql``))).map((row) => showRange(row, today))

async function readRange(tx: Transaction, gym: number, today: string, id: number): Promise<FiscalRange> {
  const row = await tx.maybe<RangeRow>(selectRanges(gym, today, sql`and id = ${id}`))
  return row ? showRange(row, today) : throwError('row.missing')
}

const reject = (field: string, msg: string): never => throwFieldRejection(['body', field], msg)

const describeForm = (type: ReceiptTypeCode): string =>
  `Debe ser un número de ${type}, como ${formatReceiptNumber({ type, sequence: 1 })}`

function readSequence(field: string, text: string, type: ReceiptTypeCode): number {
  const number = parseReceiptNumber(text.toUpperCase())
  return number?.type === type ? number.sequence : reject(field, describeForm(type))
}

/** Expiry of a new range; null for types that do not expire. */
function chooseExpiry(type: ReceiptTypeCode, given: string | null | undefined, today: string): string | null {
  if (!receiptTypes[type].expires) return null
  if (given && !isCalendarDay(given)) reject('expires_on', 'Debe ser una fecha AAAA-MM-DD')
  if (given && given < today) reject('expires_on', 'Esa fecha ya pasó')
  return given ?? getLatestRangeExpiry(type, today)
}

export async function createRange(
  tx: Transaction,
  gym: number,
  today: string,
  { type: typed, from, to, expires_on, authorization = null }: CallBody<'fiscal.create-range'>,
): Promise<FiscalRange> {
  const type = typed.toUpperCase()
  if (!isReceiptTypeCode(type)) return reject('type', 'Ese tipo de comprobante no existe')
  const [first, last] = [readSequence('from', from, type), readSequence('to', to, type)]
  if (last < first) reject('to', 'El último número va después del primero')
  const inserted = await tx.maybe<{ id: number }>(sql`
    insert into fiscal_ranges (gym_id, type, environment, first, last, next, expires_on, "authorization")
    select gym_id, ${type}, case when ${type} like 'E%' then environment else 'paper' end, ${first}, ${last}, ${first}, ${chooseExpiry(type, expires_on, today)}, ${authorization}
    from fiscal_settings where gym_id = ${gym} and country <> 'none' returning id`)
  return readRange(tx, gym, today, inserted?.id ?? throwError('fiscal.off'))
}

/**
 * Numbers already used stay valid; the others are never given. Electronic ones are reported as never used. In paper mode a
 * range without used numbers is not reported, because another installation of the gym may use it.
 */
export async function cancelRange(tx: Transaction, gym: number, today: string, id: number): Promise<FiscalRange> {
  const cancelled = await tx.maybe<
    Pick<RangeRow, 'type' | 'environment' | 'next' | 'last'> & { is_reported: boolean; now: string }
  >(sql`
    update fiscal_ranges r set cancelled_at = now() where gym_id = ${gym} and id = ${id} and cancelled_at is null
    returning type, environment, next, last, cancelled_at as now, type like 'E%' and next <= last
      and (next > first or exists (select from fiscal_settings s where s.gym_id = r.gym_id and s.mode = 'electronic' and s.country <> 'none')) as is_reported`)
  const range = await readRange(tx, gym, today, id)
  if (!cancelled) return throwError('fiscal.range-cancelled')
  const { type, environment, next: first, last, is_reported, now } = cancelled
  if (is_reported) await insertAnnulment(tx, gym, { type, environment, first, last, now })
  return range
}

/** Sets the next number after a restore, because papers printed after the backup may show later numbers. */
export async function confirmRangeNextNumber(
  tx: Transaction,
  { gym, today, id, next }: { gym: number; today: string; id: number; next: string },
): Promise<FiscalRange> {
  const row = await tx.maybe<RangeRow>(sql`${selectRanges(gym, today, sql`and id = ${id}`)} for no key update`)
  if (!row) return throwError('row.missing')
  if (row.is_cancelled) throwError('fiscal.range-cancelled')
  if (!row.needs_confirmation) throwError('fiscal.range-confirmed')
  const sequence = readSequence('next', next, row.type)
  if (sequence < row.next || sequence > row.last + 1)
    reject(
      'next',
      `Debe estar entre ${formatReceiptNumber({ type: row.type, sequence: row.next })} y el final del rango`,
    )
  await tx.run(sql`
    update fiscal_ranges set next = case when id = ${id} then ${sequence}::bigint else next end, unconfirmed_since = null
    where gym_id = ${gym} and type = ${row.type} and environment = ${row.environment} and (id = ${id} or id > ${id} and next = first)`)
  return readRange(tx, gym, today, id)
}
