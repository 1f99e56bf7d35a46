import type { CallBody } from '@torniquete/contract/endpoints.ts'
import { computeTaxShare, type TaxedLine } from '@torniquete/contract/fiscal/tax.ts'
import { throwError, throwIfRefused } from '@torniquete/contract/shared/errors.ts'
import { addAmounts, fromCents, subtractAmounts, toCents } from '@torniquete/contract/shared/money.ts'
import { checkNotYetVoided, computeLineAmounts } from '@torniquete/contract/till/bills.ts'
import type { PaymentFields } from '@torniquete/contract/till/payment-fields.ts'
import type { Sale } from '@torniquete/contract/till/sales.ts'
import {
  computeVoidedLineParts,
  isCompleteVoid,
  listUnvoidedLines,
  splitRefundByPaymentKind,
  type VoidedLinePart,
} from '@torniquete/contract/till/void-lines.ts'
import { issueCreditNoteForVoid } from '../../fiscal/electronic/queries.ts'
import { findConstraintErrorName } from '../../platform/db/constraints.ts'
import type { Transaction } from '../../platform/db/gym-statements.ts'
import { joinColumnsAndValues, sql } from '../../platform/db/sql.ts'
import type { Services } from '../../services.ts'
import { requireRefundShift, sumQuantitiesByProduct } from '../bills/queries.ts'
import { insertAdjustment } from '../stock/queries.ts'
import { insertVoid } from '../voids/queries.ts'

interface VoidAct {
  gym: number
  zone: string
  user: { id: number; name: string }
  now: Date
  body: CallBody<'sales.void'>
  certificates: Services['certificates']
}

/** Reads the cents left to refund by payment kind: `collected` is the part of `all` that paid the sale's debt later. */
async function readLedger(tx: Transaction, gym: number, sale: number) {
  const [kinds, debt] = await Promise.all([
    tx.many<{ id_kind: number; all: string; collected: string }>(sql`
      select id_kind, sum(amount) as all, coalesce(sum(amount) filter (where id_debt is not null), 0)::numeric(12, 2) as collected
      from tenders where gym_id = ${gym} and id_sale = ${sale} group by 1 order by min(id)`),
    tx.maybe<{ owed: string }>(sql`select owed from debts where gym_id = ${gym} and id_sale = ${sale}`),
  ])
  const cents = (text: string) => toCents(text) ?? 0
  return {
    kinds: kinds.map((kind) => ({ ...kind, all: cents(kind.all), collected: cents(kind.collected) })),
    owed: cents(debt?.owed ?? '0.00'),
  }
}

const asPaid = (parts: readonly { id_kind: number; cents: number }[]): PaymentFields['paid'] =>
  parts.length > 0 ? parts.map(({ id_kind, cents }) => ({ id_kind, amount: fromCents(cents) })) : undefined

/** Voids the requested quantities, or all that are left. The caller must have locked the products. */
export async function voidSale(tx: Transaction, sale: Sale, act: VoidAct): Promise<void> {
  const { gym, zone, user, now, body, certificates } = act
  throwIfRefused(checkNotYetVoided(sale))
  const { id, number, sales_bill_items: items } = sale
  const parts = computeVoidedLineParts(items, body.lines ?? listUnvoidedLines(items))
  const document = { gym_id: gym, reason: body.reason, id_user: user.id, created_at: now }
  const taxes = sale.fiscal ? await computeIncludedTaxes(tx, gym, sale, parts) : []
  const isPartial = body.lines !== undefined && !isCompleteVoid(items, body.lines)
  let id_void: number
  if (isPartial) id_void = await insertPartialVoid(tx, sale, parts, taxes, act)
  else {
    const how = sale.partial_voids && !body.paid ? { ...body, ...(await selectRefundable(tx, gym, id)) } : body
    id_void = await insertVoid(tx, sale, { ...document, kind: 'sale', id, how })
  }
  if (sale.fiscal) {
    const note = { gym, zone, kind: 'sale', id, receipt: sale.fiscal, id_void, lines: taxes } as const
    await issueCreditNoteForVoid(tx, { ...note, isComplete: !isPartial, certificates, now })
  }
  // Goods that are not put back are booked as a loss at once, which leaves stock and open counts unchanged.
  if (body.restock === false)
    await insertAdjustment(
      tx,
      {
        ...document,
        kind: 'loss',
        reason: `Anulación de la venta N.º ${number}: ${body.reason}`,
        user_name: user.name,
      },
      [...sumQuantitiesByProduct(parts)].map(([id_product, quantity]) => ({ id_product, change: -quantity })),
    )
}

async function selectRefundable(tx: Transaction, gym: number, id: number) {
  const { kinds } = await readLedger(tx, gym, id)
  const rest = kinds.reduce((sum, { all }) => sum + all, 0)
  const paid = asPaid(
    splitRefundByPaymentKind(
      rest,
      kinds.map(({ id_kind, all }) => ({ id_kind, cents: all })),
    ),
  )
  return paid ? { paid } : { id_shift: undefined }
}

/** Tax that each voided part includes: the share of its line's tax by the amount voided so far, less what was noted. */
async function computeIncludedTaxes(
  tx: Transaction,
  gym: number,
  sale: Sale,
  parts: readonly VoidedLinePart[],
): Promise<TaxedLine[]> {
  const before = await tx.many<{ line: number; included_tax: string }>(sql`
    select line, sum(included_tax)::text as included_tax from void_lines
    where gym_id = ${gym} and id_sale = ${sale.id} and included_tax is not null group by line`)
  return parts.map(({ line, amount }) => {
    const item = sale.sales_bill_items.find((each) => each.line === line) ?? throwError('row.missing')
    const whole = { amount: computeLineAmounts(item).total, tax: item.included_tax ?? '0.00' }
    const noted = before.find((each) => each.line === line)?.included_tax ?? '0.00'
    const included = computeTaxShare(whole, addAmounts([item.voided_amount, amount]))
    return { tax_class: item.tax_class ?? 'exempt', total: amount, included_tax: subtractAmounts(included, noted) }
  })
}

async function insertPartialVoid(
  tx: Transaction,
  { id }: Sale,
  parts: readonly VoidedLinePart[],
  taxes: readonly TaxedLine[],
  { gym, user, now, body }: VoidAct,
): Promise<number> {
  const amount = addAmounts(parts.map((part) => part.amount))
  const { kinds, owed } = await readLedger(tx, gym, id)
  const cents = toCents(amount) ?? 0
  const annulled = Math.min(cents, owed)
  const refund = cents - annulled
  const paidWith = kinds.map(({ id_kind, all, collected }) => ({ id_kind, cents: all - collected }))
  // Fails if the refund would touch a later collection, which has its own receipt and is refunded completely.
  const isKnown = kinds.length > 0
  if (isKnown && refund > paidWith.reduce((sum, kind) => sum + kind.cents, 0)) throwError('void.collected')
  const paid = body.paid ?? (isKnown ? asPaid(splitRefundByPaymentKind(refund, paidWith)) : undefined)
  const made = await tx.one<{ id: number }>(sql`
    insert into voids ${joinColumnsAndValues({
      gym_id: gym,
      id_partial_sale: id,
      amount,
      annulled: fromCents(annulled),
      reason: body.reason,
      id_user: user.id,
      created_at: now,
    })} returning id`)
  await tx.run(sql`
    insert into void_lines (gym_id, id_void, id_sale, line, quantity, amount, discount, included_tax)
    select ${gym}, ${made.id}, ${id}, l.* from unnest(${parts.map(({ line }) => line)}::smallint[], ${parts.map(({ quantity }) => quantity)}::integer[],
      ${parts.map((part) => part.amount)}::numeric[], ${parts.map((part) => part.discount)}::numeric[],
      ${parts.map((_, at) => taxes[at]?.included_tax ?? null)}::numeric[]) l`)
  await tx.run(sql`
    insert into stock_movements (gym_id, id_product, quantity, reason, id_sale, id_void)
    select ${gym}, l.id_product, l.quantity, 'void', ${id}, ${made.id}
    from unnest(${parts.map(({ id_product }) => id_product)}::bigint[], ${parts.map(({ quantity }) => quantity)}::integer[]) l (id_product, quantity)
    order by 2`)
  try {
    if (paid)
      await tx.run(sql`
        insert into tenders (gym_id, id_sale, id_void, id_kind, kind_name, amount, created_at, id_user, id_shift)
        select v.gym_id, s.id, v.id, t.id_kind, coalesce(k.name, ''), -t.amount, v.created_at, s.id_user, ${body.id_shift ?? null}::bigint
        from voids v join sales s on s.gym_id = v.gym_id and s.id = ${id}
          cross join unnest(${paid.map(({ id_kind }) => id_kind)}::bigint[], ${paid.map((part) => part.amount)}::numeric[]) t (id_kind, amount)
          left join payment_kinds k on k.gym_id = v.gym_id and k.id = t.id_kind
        where v.gym_id = ${gym} and v.id = ${made.id}`)
  } catch (error) {
    if (findConstraintErrorName(error) === 'tender.other-sum') throwError('tender.other-refund')
    throw error
  }
  await requireRefundShift(tx, gym, body, sql`t.id_void = ${made.id}`)
  return made.id
}
