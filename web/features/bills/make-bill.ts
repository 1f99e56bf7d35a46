import type { GymInfo, ShowInfo } from '@torniquete/contract/admin/gym-info.ts'
import { goodsKinds } from '@torniquete/contract/fiscal/do/goods-kinds.ts'
import { showCode } from '@torniquete/contract/fiscal/do/report-codes.ts'
import type { FiscalIssuer } from '@torniquete/contract/fiscal/fiscal.ts'
import type { FiscalReceipt } from '@torniquete/contract/fiscal/receipts.ts'
import { shownPlanName } from '@torniquete/contract/members/memberships.ts'
import { dayInZone, lastValidDay, showDay, showInstant } from '@torniquete/contract/shared/dates.ts'
import { addSums, showMoney, subtractSums } from '@torniquete/contract/shared/money.ts'
import { pluralize } from '@torniquete/contract/shared/numbers.ts'
import { computeLineAmounts, type VoidSummary } from '@torniquete/contract/till/bills.ts'
import type { Membership, Payment } from '@torniquete/contract/till/payments.ts'
import type { Purchase } from '@torniquete/contract/till/purchases.ts'
import type { Sale } from '@torniquete/contract/till/sales.ts'
import type { Tender } from '@torniquete/contract/till/tenders.ts'
import type { Ticket } from '@torniquete/contract/till/tickets.ts'
import { type PartialVoid, sumLineVoids } from '@torniquete/contract/till/void-lines.ts'
import {
  type BillContent,
  type BillIssuer,
  type BillLine,
  billKinds,
  billName,
  type PaperLine,
} from './bill-content.ts'
import { makeBuyerFacts, makeFiscalIdentity, withFiscalPart } from './fiscal-part.ts'

/** Fields of the gym that it chose to print; `fiscal` is the identity that fiscal receipts must state. */
export function makeIssuer(gym: GymInfo, show: ShowInfo, fiscal: FiscalIssuer | null = null): BillIssuer {
  const chosen = (field: keyof ShowInfo) => (show[field] ? gym[field] : null)
  const issuer: BillIssuer = {
    logo: chosen('logo_url'),
    name: chosen('name'),
    phone: chosen('phone_number'),
    address: chosen('address'),
    email: chosen('email'),
    hours: chosen('opening_hours'),
    services: chosen('services'),
  }
  return fiscal ? { ...issuer, ...makeFiscalIdentity(fiscal, issuer) } : issuer
}

/** Adds lines for the cash received and the change if the client handed over more than the amount. */
export function cashHandedLines(label: string, { amount, received }: Pick<Tender, 'amount' | 'received'>): PaperLine[] {
  const given = { label, value: showMoney(amount) }
  if (received === null || received === amount) return [given]
  return [
    given,
    { label: 'Recibido', value: showMoney(received) },
    { label: 'Cambio', value: showMoney(subtractSums(received, amount)) },
  ]
}

/** Lines of a document's payments. Payments made after the booking also show their day. */
export const makePaidLines = (
  tenders: readonly Tender[],
  { zone, booked }: { zone: string; booked: string },
): PaperLine[] =>
  tenders.flatMap((tender) => {
    const { kind, amount, at } = tender
    const later = at > booked ? `${showDay(dayInZone(zone, new Date(at)))} · ${kind.name}` : kind.name
    return cashHandedLines(Number(amount) < 0 ? `Devuelto · ${kind.name}` : later, tender)
  })

/** True if less than the total is paid, so that the document may have a debt. */
export const isUnderpaid = (total: string, tenders: readonly Tender[]): boolean =>
  Number(subtractSums(total, addSums(tenders.map(({ amount }) => amount)))) > 0

export const makeOwedText = (debt: { owed: string } | null | undefined): Pick<BillContent, 'owed'> =>
  debt && Number(debt.owed) > 0 ? { owed: showMoney(debt.owed) } : {}

export interface BillBody extends Omit<BillContent, 'issuer'> {
  /** Time of the booking, ISO 8601. */
  at: string
}

interface Booking {
  at: string
  party: { name: string }
  partyLabel?: string
  userLabel?: string
}

interface Booked {
  number: number
  user: { name: string }
  voided: VoidSummary | null
  fiscal?: FiscalReceipt | null | undefined
}

const bodyOf = (
  zone: string,
  { number, user, voided, fiscal }: Booked,
  { at, party, partyLabel = 'Cliente', userLabel = 'Atendido por' }: Booking,
) => ({
  at,
  number,
  facts: [
    { label: 'Fecha', value: showInstant(zone, at) },
    { label: partyLabel, value: party.name },
    ...makeBuyerFacts(fiscal?.buyer, party),
    { label: userLabel, value: user.name },
  ],
  voided: voided && {
    number: voided.number,
    date: showInstant(zone, voided.at),
    reason: voided.reason,
    user: voided.user.name,
  },
})

export const makeSaleBill = (zone: string, sale: Sale): BillBody => ({
  ...bodyOf(zone, sale, { at: sale.created_at, party: sale.client }),
  title: billKinds.sale.title,
  lines: linesOfSale(sale),
  total: sale.amount_total,
  ...withFiscalPart(zone, sale.fiscal, linesOfSale(sale)),
  ...partlyOf(zone, sale.amount_total, sale),
})

export function makePurchaseBill(zone: string, purchase: Purchase): BillBody {
  const body = bodyOf(zone, purchase, {
    at: purchase.created_at,
    party: purchase.supplier,
    partyLabel: 'Proveedor',
    userLabel: 'Registrado por',
  })
  return {
    ...body,
    facts: [...body.facts, ...makeSellerReceiptFacts(purchase)],
    title: billKinds.purchase.title,
    lines: purchase.purchase_bill_items.map(({ product_name, ...line }) => ({ ...line, name: product_name })),
    total: purchase.amount_total,
  }
}

/** The seller's receipt; nothing if the gym issues no fiscal receipts or the fields are empty. */
function makeSellerReceiptFacts({ ncf, issued_on, goods_kind, included_tax }: Purchase): PaperLine[] {
  return [
    ...(ncf ? [{ label: 'NCF', value: ncf }] : []),
    ...(issued_on ? [{ label: 'Fecha del comprobante', value: showDay(issued_on) }] : []),
    ...(goods_kind ? [{ label: 'Tipo de bienes y servicios', value: showCode(goodsKinds, goods_kind) }] : []),
    ...(included_tax ? [{ label: 'ITBIS incluido', value: showMoney(included_tax) }] : []),
  ]
}

const daysOf = ({ start_date, duration_days, expire_membership }: Membership): PaperLine[] => [
  { label: 'Primer día', value: showDay(start_date) },
  { label: 'Último día', value: showDay(lastValidDay(expire_membership)) },
  { label: 'Duración', value: pluralize(duration_days, 'día', 'días') },
]

const lineOfPlan = ({ membership: { name, tax_class }, list_price, discount }: Payment): BillLine => ({
  name: shownPlanName(name),
  quantity: 1,
  unit_price: list_price,
  discount,
  tax: 0,
  isExempt: tax_class === 'exempt',
})

const linesOfSale = ({ sales_bill_items }: Sale): BillLine[] =>
  sales_bill_items.map(({ product_name, voided_quantity, voided_amount, ...line }) => ({
    ...line,
    name: product_name,
    isExempt: line.tax_class === 'exempt',
    ...(voided_quantity > 0 && { voided: { quantity: voided_quantity, amount: voided_amount } }),
  }))

/** Partial voids of a sale; `total` is the amount of the paper, which may be a ticket with a membership. */
function partlyOf(zone: string, total: string, sale: Sale): Pick<BillContent, 'partly'> {
  if (!sale.partial_voids || sale.voided) return {}
  const voids = sale.partial_voids.map(({ number, at, reason, amount }) => ({
    label: `Anulación N.º ${number} · ${showInstant(zone, at)} · ${reason}`,
    value: showMoney(`-${amount}`),
  }))
  return { partly: { voids, rest: subtractSums(total, sumLineVoids(sale)) } }
}

/** One paper for a membership payment and a sale that were sold together; `facts` lists both document numbers. */
export function makeTicketBill(zone: string, { payment, sale, fiscal }: Ticket): BillBody {
  const body = bodyOf(zone, { ...sale, fiscal }, { at: sale.created_at, party: sale.client })
  const total = addSums([payment.membership.price, sale.amount_total])
  const lines = [lineOfPlan(payment), ...linesOfSale(sale)]
  return {
    at: sale.created_at,
    title: 'Ticket',
    number: undefined,
    facts: [
      ...body.facts,
      { label: billKinds.payment.title, value: `N.º ${payment.number}` },
      { label: billKinds.sale.title, value: `N.º ${sale.number}` },
      ...daysOf(payment.membership),
    ],
    lines,
    total,
    voided: null,
    ...withFiscalPart(zone, fiscal, lines),
    ...partlyOf(zone, total, sale),
  }
}

export function makePaymentBill(zone: string, payment: Payment): BillBody {
  const body = bodyOf(zone, payment, { at: payment.membership.payment_date, party: payment.client })
  return {
    ...body,
    title: billKinds.payment.title,
    facts: [...body.facts, ...daysOf(payment.membership)],
    lines: [lineOfPlan(payment)],
    total: payment.membership.price,
    ...withFiscalPart(zone, payment.fiscal, [lineOfPlan(payment)]),
  }
}

/** Parts of a sale that were voided: by the partial void, or all that were left before the sale was voided. */
function voidedLines(sale: Sale, partial: PartialVoid | undefined): BillLine[] {
  return linesOfSale(sale).flatMap(({ voided, ...line }, at) => {
    const left = {
      quantity: line.quantity - (voided?.quantity ?? 0),
      amount: subtractSums(computeLineAmounts(line).total, voided?.amount ?? '0.00'),
    }
    const part = partial ? partial.lines?.find((each) => each.line === at + 1) : left
    return part && part.quantity > 0 ? [{ ...line, quantity: part.quantity, amount: part.amount }] : []
  })
}

/** Paper of a credit note, which was issued when the document or lines of it were voided. */
export function makeNoteBill(zone: string, document: Sale | Payment, note: FiscalReceipt): BillBody {
  const isSale = 'sales_bill_items' in document
  const partial = isSale ? document.partial_voids?.find(({ fiscal_note }) => fiscal_note?.ncf === note.ncf) : undefined
  const { reason, user } = partial ?? document.voided ?? { reason: '', user: document.user }
  const body = bodyOf(
    zone,
    { ...document, user, voided: null, fiscal: note },
    { at: note.issued_at, party: document.client },
  )
  const lines = isSale ? voidedLines(document, partial) : [lineOfPlan(document)]
  return {
    ...body,
    title: note.type_name,
    number: undefined,
    facts: [
      ...body.facts,
      { label: 'Anula', value: billName({ ...billKinds[isSale ? 'sale' : 'payment'], number: document.number }) },
      { label: 'Motivo', value: reason },
    ],
    lines,
    total: note.total,
    ...withFiscalPart(zone, note, []),
  }
}
