import { documentTypes } from '@torniquete/contract/document-types.ts'
import { isReceiptTypeCode, receiptTypes } from '@torniquete/contract/fiscal/do/receipt-numbers.ts'
import { type ErrorDetails, type ErrorName, NamedError } from '@torniquete/contract/shared/errors.ts'
import { getSqlState } from './transaction.ts'

const reasons: Record<string, ErrorName> = {
  pins_pkey: 'pin.taken',
  usernames_pkey: 'username.taken',
  serial_numbers_pkey: 'device.serial-taken',
  clients_card: 'card.taken',
  memberships_name: 'plan.duplicate',
  membership_payments_not_paused: 'payment.paused',
  schedules_name: 'schedule.duplicate',
  payment_kinds_name: 'payment-kind.duplicate',
  payment_kinds_default_shown: 'payment-kind.default',
  tenders_whole: 'tender.other-sum',
  debts_owed: 'debt.changed',
  collection_voids_pkey: 'collection.voided',
  cash_drawers_name: 'drawer.duplicate',
  cash_shifts_one_open: 'shift.open',
  cash_shifts_open: 'shift.closed',
  cash_shifts_needed: 'shift.needed',
  products_code: 'product.code-taken',
  ...Object.fromEntries(documentTypes.map(({ kind }) => [`voids_${kind}`, 'bill.voided' as const])),
  attendances_forgotten: 'attendance.forgotten',
  fiscal_ranges_available: 'fiscal.no-range',
  fiscal_ranges_confirmed: 'fiscal.unconfirmed',
  fiscal_range_claims_overlap: 'fiscal.range-overlap',
  fiscal_voided_numbers_ncf: 'fiscal.number-used',
  purchases_ncf: 'fiscal.ncf-taken',
  expenses_ncf: 'fiscal.ncf-taken',
}

export function findConstraintErrorName(error: unknown): ErrorName | null {
  if (!(error instanceof Error) || !('code' in error)) return null
  const rule = 'constraint' in error && reasons[String(error.constraint)]
  if (rule) return rule
  if (error.code === '23503') return 'row.missing'
  return error.code === '23505' ? 'row.in-use' : null
}

/** Details for the text of a violated rule: the type of a receipt that has no number. */
export function readConstraintErrorDetails(error: unknown): ErrorDetails {
  const type = error instanceof Error && 'detail' in error ? String(error.detail) : ''
  return isReceiptTypeCode(type) ? { type: `${receiptTypes[type].name} (${type})` } : {}
}

/** Adds the PIN to the error "already taken", since the user typed that PIN. */
export async function rethrowPinTakenWithPin<Result>(
  pin: number | null | undefined,
  work: Promise<Result>,
): Promise<Result> {
  try {
    return await work
  } catch (error) {
    if (findConstraintErrorName(error) === 'pin.taken') throw new NamedError('pin.taken', { pin: String(pin ?? '') })
    throw error
  }
}

/** SQLSTATEs of values that are too long, too large or malformed. Other data errors are bugs of Torniquete. */
const badValues = new Set(['22001', '22003', '22007', '22008', '22021', '22P02', '22P05'])

export const isBadValueError = (error: unknown): boolean => badValues.has(getSqlState(error))
