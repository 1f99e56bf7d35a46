import type { GymInfo, PrintedGymFields } from '@torniquete/contract/admin/gym-info.ts'
import type { FiscalIssuer } from '@torniquete/contract/fiscal/fiscal.ts'
import type { FiscalReceipt } from '@torniquete/contract/fiscal/receipts.ts'
import { formatPlanName } from '@torniquete/contract/members/memberships.ts'
import { formatDate, formatInstant, getLastMembershipDay, toLocalDay } from '@torniquete/contract/shared/dates.ts'
import { formatCountWithNoun } from '@torniquete/contract/shared/format-numbers.ts'
import { addAmounts, formatMoney, subtractAmounts } from '@torniquete/contract/shared/money.ts'
import { computeLineAmounts, type VoidSummary } from '@torniquete/contract/till/bills.ts'
import type { Payment, SoldMembership } from '@torniquete/contract/till/payments.ts'
import type { Sale } from '@torniquete/contract/till/sales.ts'
import type { Tender } from '@torniquete/contract/till/tenders.ts'
import type { Ticket } from '@torniquete/contract/till/tickets.ts'
import { type PartialVoid, sumPartialVoids } from '@torniquete/contract/till/void-lines.ts'
import {
  type BillContent,
  type BillIssuer,
  type BillLine,
  billKinds,
  formatBillName,
  type PrintedLine,
} from './bill-content.ts'
import { makeBuyerLines, makeFiscalBillIssuer, makeFiscalReceiptFields } from './fiscal-part.ts'

/** Fields of the gym that it chose to print; `fiscal` is the identity that fiscal receipts must state. */
export function makeBillIssuer(gym: GymInfo, show: PrintedGymFields, fiscal: FiscalIssuer | null = null): BillIssuer {
  const chosen = (field: keyof PrintedGymFields) => (show[field] ? gym[field] : null)
  const issuer: BillIssuer = {
    logo: chosen('logo_url'),
    name: chosen('name'),
    phone: chosen('phone_number'),
    address: chosen('address'),
    email: chosen('email'),
    hours: chosen('opening_hours'),
    services: chosen('services'),
  }
  return fiscal ? { ...issuer, ...makeFiscalBillIssuer(fiscal, issuer) } : issuer
}

/** Adds lines for the cash received and the change if the client handed over more than the amount. */
export function makeTenderLines(
  label: string,
  { amount, received }: Pick<Tender, 'amount' | 'received'>,
): PrintedLine[] {
  const given = { label, value: formatMoney(amount) }
  if (received === null || received === amount) return [given]
  return [
    given,
    { label: 'Recibido', value: formatMoney(received) },
    { label: 'Cambio', value: formatMoney(subtractAmounts(received, amount)) },
  ]
}

/** Lines of a document's payments. Payments made after the booking also show their day. */
export const makePaymentLines = (
  tenders: readonly Tender[],
  { zone, booked }: { zone: string; booked: string },
): PrintedLine[] =>
  tenders.flatMap((tender) => {
    const { kind, amount, at } = tender
    const later = at > booked ? `${formatDate(toLocalDay(zone, new Date(at)))} · ${kind.name}` : kind.name
    return makeTenderLines(Number(amount) < 0 ? `Devuelto · ${kind.name}` : later, tender)
  })

/** True if less than the total is paid, so that the document may have a debt. */
export const isUnderpaid = (total: string, tenders: readonly Tender[]): boolean =>
  Number(subtractAmounts(total, addAmounts(tenders.map(({ amount }) => amount)))) > 0

export const makeOwedField = (debt: { owed: string } | null | undefined): Pick<BillContent, 'owed'> =>
  debt && Number(debt.owed) > 0 ? { owed: formatMoney(debt.owed) } : {}

export interface BillWithoutIssuer extends Omit<BillContent, 'issuer'> {
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

export const makeBillHeaderFields = (
  zone: string,
  { number, user, voided, fiscal }: Booked,
  { at, party, partyLabel = 'Cliente', userLabel = 'Atendido por' }: Booking,
) => ({
  at,
  number,
  facts: [
    { label: 'Fecha', value: formatInstant(zone, at) },
    { label: partyLabel, value: party.name },
    ...makeBuyerLines(fiscal?.buyer, party),
    { label: userLabel, value: user.name },
  ],
  voided: voided && {
    number: voided.number,
    date: formatInstant(zone, voided.at),
    reason: voided.reason,
    user: voided.user.name,
  },
})

export const makeSaleBill = (zone: string, sale: Sale): BillWithoutIssuer => ({
  ...makeBillHeaderFields(zone, sale, { at: sale.created_at, party: sale.client }),
  title: billKinds.sale.title,
  lines: linesOfSale(sale),
  total: sale.amount_total,
  ...makeFiscalReceiptFields(zone, sale.fiscal, linesOfSale(sale)),
  ...(sale.voided ? {} : makePartlyVoided(zone, sale.amount_total, sale.partial_voids ?? [])),
})

const daysOf = ({ start_date, duration_days, expire_membership }: SoldMembership): PrintedLine[] => [
  { label: 'Primer día', value: formatDate(start_date) },
  { label: 'Último día', value: formatDate(getLastMembershipDay(expire_membership)) },
  { label: 'Duración', value: formatCountWithNoun(duration_days, 'día', 'días') },
]

const lineOfPlan = ({ membership: { name, tax_class }, list_price, discount }: Payment): BillLine => ({
  name: formatPlanName(name),
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

type VoidedPart = Pick<PartialVoid, 'number' | 'at' | 'reason' | 'amount'>

/** Voids of parts of a paper with this total. */
function makePartlyVoided(zone: string, total: string, parts: readonly VoidedPart[]): Pick<BillContent, 'partly'> {
  if (parts.length === 0) return {}
  const voids = parts.map(({ number, at, reason, amount }) => ({
    label: `Anulación N.º ${number} · ${formatInstant(zone, at)} · ${reason}`,
    value: formatMoney(`-${amount}`),
  }))
  return { partly: { voids, rest: subtractAmounts(total, addAmounts(parts.map(({ amount }) => amount))) } }
}

function listVoids({ payment, sale }: Ticket): VoidedPart[] {
  const left = subtractAmounts(sale.amount_total, sumPartialVoids(sale))
  return [
    ...(sale.partial_voids ?? []),
    ...(sale.voided ? [{ ...sale.voided, amount: left }] : []),
    ...(payment.voided ? [{ ...payment.voided, amount: payment.membership.price }] : []),
  ]
}

/** One paper for a membership payment and a sale that were sold together; `facts` lists both document numbers. */
export function makeTicketBill(zone: string, ticket: Ticket): BillWithoutIssuer {
  const { payment, sale, fiscal } = ticket
  const body = makeBillHeaderFields(zone, { ...sale, fiscal }, { at: sale.created_at, party: sale.client })
  const total = addAmounts([payment.membership.price, sale.amount_total])
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
    ...makeFiscalReceiptFields(zone, fiscal, lines),
    ...makePartlyVoided(zone, total, listVoids(ticket)),
  }
}

export function makeMembershipPaymentBill(zone: string, payment: Payment): BillWithoutIssuer {
  const body = makeBillHeaderFields(zone, payment, { at: payment.membership.payment_date, party: payment.client })
  return {
    ...body,
    title: billKinds.payment.title,
    facts: [...body.facts, ...daysOf(payment.membership)],
    lines: [lineOfPlan(payment)],
    total: payment.membership.price,
    ...makeFiscalReceiptFields(zone, payment.fiscal, [lineOfPlan(payment)]),
  }
}

/** Parts of a sale that were voided: by the partial void, or all that were left before the sale was voided. */
function voidedLines(sale: Sale, partial: PartialVoid | undefined): BillLine[] {
  return linesOfSale(sale).flatMap(({ voided, ...line }, at) => {
    const left = {
      quantity: line.quantity - (voided?.quantity ?? 0),
      amount: subtractAmounts(computeLineAmounts(line).total, voided?.amount ?? '0.00'),
    }
    const part = partial ? partial.lines?.find((each) => each.line === at + 1) : left
    return part && part.quantity > 0 ? [{ ...line, quantity: part.quantity, amount: part.amount }] : []
  })
}

/** Paper of a credit note, which was issued when the document or lines of it were voided. */
export function makeCreditNoteBill(zone: string, document: Sale | Payment, note: FiscalReceipt): BillWithoutIssuer {
  const isSale = 'sales_bill_items' in document
  const partial = isSale ? document.partial_voids?.find(({ fiscal_note }) => fiscal_note?.ncf === note.ncf) : undefined
  const { reason, user } = partial ?? document.voided ?? { reason: '', user: document.user }
  const body = makeBillHeaderFields(
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
      { label: 'Anula', value: formatBillName({ ...billKinds[isSale ? 'sale' : 'payment'], number: document.number }) },
      { label: 'Motivo', value: reason },
    ],
    lines,
    total: note.total,
    ...makeFiscalReceiptFields(zone, note, []),
  }
}
