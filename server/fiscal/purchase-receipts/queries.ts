// Receipts of sellers: the fiscal fields of purchases and expenses.
import type { ReceivedReceipt, ReceivedReceiptChange } from '@torniquete/contract/fiscal/purchase-receipts.ts'
import { throwError, throwFieldRejection } from '@torniquete/contract/shared/errors.ts'
import { roundToCents } from '@torniquete/contract/shared/money.ts'
import type { Transaction } from '../../platform/db/gym-statements.ts'
import { joinAssignments, quoteIdentifier, type Statement, sql } from '../../platform/db/sql.ts'
import { refuseFutureDay } from '../../platform/http/parse-request.ts'

type Kind = 'purchase' | 'expense'

/** Bookings and changes with a seller's number follow each other until commit, so that no number is entered twice. */
const lockSellerNumbers = (tx: Transaction, gym: number): Promise<unknown> =>
  tx.run(sql`select from fiscal_settings where gym_id = ${gym} for no key update`)

interface Received extends Pick<ReceivedReceiptChange, 'ncf' | 'issued_on' | 'included_tax'> {
  /** RNC or cédula of the seller. */
  tax_id?: string | null | undefined
}

/** Fails if a field contradicts the document, or if the seller's number belongs to another document. */
export async function requireValidReceivedReceipt(
  tx: Transaction,
  { ncf, issued_on, included_tax, tax_id }: Received,
  { gym, today, total, own }: { gym: number; today: string; total: string; own?: { kind: Kind; id: number } },
): Promise<void> {
  refuseFutureDay('issued_on', issued_on, today)
  if (included_tax != null && roundToCents(included_tax) > roundToCents(total))
    throwFieldRejection(['body', 'included_tax'], 'El ITBIS no puede ser mayor que el total')
  if (ncf == null || tax_id == null) return
  await lockSellerNumbers(tx, gym)
  const isOther = (kind: Kind): Statement => (own?.kind === kind ? sql`and d.id <> ${own.id}` : sql``)
  const taken = await tx.maybe(sql`
    select from purchases d join suppliers s on s.gym_id = d.gym_id and s.id = d.id_supplier
    where d.gym_id = ${gym} and d.ncf = ${ncf} and d.voided_at is null and s.tax_id = ${tax_id} ${isOther('purchase')}
    union all
    select from expenses d where d.gym_id = ${gym} and d.ncf = ${ncf} and d.voided_at is null and d.tax_id = ${tax_id} ${isOther('expense')}
    limit 1`)
  if (taken) throwError('fiscal.ncf-taken')
}

interface StoredReceipt extends ReceivedReceipt {
  total: string
  is_voided: boolean
}

const selectReceipt = (gym: number, kind: Kind, id: number): Statement =>
  kind === 'purchase'
    ? sql`
      select d.id, s.tax_id, coalesce(s.legal_name, s.name) as supplier_name, d.ncf, d.issued_on, d.goods_kind, d.included_tax, d.amount_total as total,
        d.voided_at is not null as is_voided
      from purchases d join suppliers s on s.gym_id = d.gym_id and s.id = d.id_supplier where d.gym_id = ${gym} and d.id = ${id}`
    : sql`
      select d.id, d.tax_id, d.supplier_name, d.ncf, d.issued_on, d.goods_kind, d.included_tax, d.amount as total, d.voided_at is not null as is_voided
      from expenses d where d.gym_id = ${gym} and d.id = ${id}`

const tables = { purchase: 'purchases', expense: 'expenses' } as const

/** Changes the fiscal fields of a booked document, which is otherwise fixed. */
export async function editReceivedReceipt(
  tx: Transaction,
  { gym, today, kind, id }: { gym: number; today: string; kind: Kind; id: number },
  change: ReceivedReceiptChange,
): Promise<ReceivedReceipt> {
  const seller = (['tax_id', 'supplier_name'] as const).find((field) => change[field] !== undefined)
  if (kind === 'purchase' && seller) throwFieldRejection(['body', seller], 'En una compra se cambia en el proveedor')
  await lockSellerNumbers(tx, gym)
  const read = () => tx.maybe<StoredReceipt>(sql`${selectReceipt(gym, kind, id)} for no key update of d`)
  const before = (await read()) ?? throwError('row.missing')
  if (before.is_voided) throwError('bill.voided')
  await requireValidReceivedReceipt(
    tx,
    { ...before, ...change },
    { gym, today, total: before.total, own: { kind, id } },
  )
  const set = joinAssignments(change)
  if (set.text !== '')
    await tx.run(sql`
      update ${quoteIdentifier(tables[kind])} set version = version + 1, ${set} where gym_id = ${gym} and id = ${id}`)
  const { total: _total, is_voided: _voided, ...after } = (await read()) ?? throwError('row.missing')
  return after
}
