import type { FiscalReceipt } from '@torniquete/contract/fiscal/receipts.ts'
import { makeTaxedLine } from '@torniquete/contract/fiscal/tax.ts'
import { throwError } from '@torniquete/contract/shared/errors.ts'
import { addAmounts, subtractAmounts } from '@torniquete/contract/shared/money.ts'
import { applyBillDiscountToLines, requireConfirmedTotal } from '@torniquete/contract/till/bills.ts'
import type { Payment } from '@torniquete/contract/till/payments.ts'
import type { Sale } from '@torniquete/contract/till/sales.ts'
import { splitTicketPayment, sumTenders, type Ticket } from '@torniquete/contract/till/tickets.ts'
import { addSignatureFields, bookDocumentWithReceipt, type SignatureFields } from '../../fiscal/electronic/queries.ts'
import {
  makeReceiptCte,
  type NewReceipt,
  prepareReceipt,
  selectInsertedReceiptJson,
  selectStoredReceiptJson,
  storeTypedTaxIdentity,
  toClientWithReceiptMode,
} from '../../fiscal/queries.ts'
import { getDocumentTable, readDocument } from '../../platform/db/document-lists.ts'
import type { Transaction } from '../../platform/db/gym-statements.ts'
import { quoteIdentifier, sql } from '../../platform/db/sql.ts'
import type { AreaHandlers } from '../../platform/http/handler-types.ts'
import { LastWriteStatement } from '../../platform/http/last-statement.ts'
import type { Services } from '../../services.ts'
import { getDocumentIdColumn } from '../bills/queries.ts'
import { requireAllowedDebt } from '../debts/queries.ts'
import { makePaymentInsert, prepareMembershipSale, readPayment } from '../payments/queries.ts'
import {
  addIncludedTaxes,
  bookSale,
  priceSaleAndLockProducts,
  readSale,
  saleReceiptSourceSql,
} from '../sales/queries.ts'

/** Books both documents. Every ticket takes their numbers in this order, so that two tickets cannot deadlock. */
async function bookTicket(
  tx: Transaction,
  membership: LastWriteStatement<Payment>,
  products: LastWriteStatement<Sale>,
  receipt: NewReceipt | null,
): Promise<LastWriteStatement<Ticket>> {
  const payment = await tx.one<Payment>(sql`with ${membership.changes} ${membership.row}`)
  const booked = sql`${products.changes},
    joined as (insert into tickets (gym_id, id_payment, id_sale) select gym_id, ${payment.id}, id from bill)`
  if (receipt) {
    const owner = { ...saleReceiptSourceSql, id_payment: sql`${payment.id}::bigint` }
    return new LastWriteStatement(
      sql`${booked} ${makeReceiptCte(receipt, owner)}`,
      sql`select ${JSON.stringify(payment)}::jsonb || jsonb_build_object('fiscal', ${selectInsertedReceiptJson(receipt, 'payment')}, 'fiscal_note', null) as payment,
        to_jsonb(s) || jsonb_build_object('fiscal', ${selectInsertedReceiptJson(receipt, 'sale')}, 'fiscal_note', null) as sale,
        ${selectInsertedReceiptJson(receipt, null)} as fiscal, null as fiscal_note from (${products.row}) s`,
    )
  }
  return new LastWriteStatement(
    booked,
    sql`select ${JSON.stringify(payment)}::json as payment, row_to_json(s) as sale from (${products.row}) s`,
  )
}

/** Adds the signature of the ticket's only receipt to the ticket and to both of its parts. */
const signTicket = (ticket: Ticket, fields: SignatureFields): Ticket => ({
  ...addSignatureFields(ticket, fields),
  payment: addSignatureFields(ticket.payment, fields),
  sale: addSignatureFields(ticket.sale, fields),
})

export const ticketsHandlers = ({ certificates }: Pick<Services, 'certificates'>): AreaHandlers<'tickets'> => ({
  'tickets.create': async ({ tx, gym, user, body, zone, clock }) => {
    const { id_client, expected_total, discount } = body
    const [membership = body.membership] = applyBillDiscountToLines([body.membership], discount)
    const discountLoc = discount > 0 ? ['body', 'discount'] : ['body', 'membership', 'discount']
    // Statements run in this order: first the lock of the client, then those of the products.
    const [{ client, ...sold }, priced] = await Promise.all([
      prepareMembershipSale(tx, { gym, zone, role: user.role, discountLoc }, { ...membership, id_client }),
      priceSaleAndLockProducts(tx, { gym, user }, body),
    ])
    const total = addAmounts([sold.price, priced.total])
    requireConfirmedTotal(expected_total, total)
    // Constraints check the sum of a document's tenders only if it has any, so a missing sum is checked here.
    const { paid, owed, id_shift } = body
    const due = subtractAmounts(total, owed ?? '0.00')
    if ((sumTenders(body) ?? due) !== due || Number(due) < 0) throwError('tender.other-sum')
    if (owed !== undefined)
      await requireAllowedDebt(tx, { gym, role: user.role, client: client.id, owed, shift: id_shift })
    const how = splitTicketPayment({ paid, owed, id_shift }, sold.price)
    const now = clock()
    const terms = toClientWithReceiptMode(client)
    const bill = terms ? addIncludedTaxes(priced) : { ...priced, taxed: [] }
    const taxed = terms && makeTaxedLine(sold.tax_class, sold.price)
    const receipt = terms && taxed && prepareReceipt(terms, body.receipt, { payment: [taxed], sale: bill.taxed })
    if (terms && receipt) storeTypedTaxIdentity(tx, gym, terms, body.receipt)
    const ticket = await bookTicket(
      tx,
      makePaymentInsert({ ...sold, id_user: user.id, payment_date: now, how: how.membership, taxed, receipt: null }),
      bookSale(tx, bill, {
        receipt: null,
        gym_id: gym,
        id_party: sold.id_client,
        id_user: user.id,
        created_at: now,
        how: how.products,
      }),
      receipt,
    )
    return terms ? bookDocumentWithReceipt(tx, { gym, terms, certificates, clock }, ticket, signTicket) : ticket
  },

  'tickets.read': async ({ tx, gym, params: { document, id } }) => {
    const [found, ticket] = await Promise.all([
      readDocument(tx, gym, getDocumentTable(document), id),
      tx.maybe<{ id_payment: number; id_sale: number }>(sql`
        select id_payment, id_sale from tickets where gym_id = ${gym} and ${quoteIdentifier(getDocumentIdColumn(document))} = ${id}`),
    ])
    if (!found) throwError('row.missing')
    if (!ticket) return []
    const [payment, sale, receipt] = await Promise.all([
      readPayment(tx, gym, ticket.id_payment),
      readSale(tx, gym, ticket.id_sale),
      tx.one<{ fiscal: FiscalReceipt | null }>(sql`
        select ${selectStoredReceiptJson(null, sql`r.gym_id = ${gym} and r.id_sale = ${ticket.id_sale} and r.id_void is null`)} as fiscal`),
    ])
    // Notes are compared by their time, since a void of each part makes one.
    const notes = [payment?.fiscal_note ?? null, sale?.fiscal_note ?? null]
      .filter((note) => note !== null)
      .toSorted((one, other) => (one.issued_at < other.issued_at ? 1 : -1))
    return payment && sale ? [{ payment, sale, ...receipt, fiscal_note: notes[0] ?? null }] : []
  },
})
