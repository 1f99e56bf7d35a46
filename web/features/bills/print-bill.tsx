import type { GymInfo, ReceiptFields } from '@torniquete/contract/admin/gym-info.ts'
import { receiptTypes } from '@torniquete/contract/fiscal/do/receipt-numbers.ts'
import type { FiscalIssuer } from '@torniquete/contract/fiscal/fiscal.ts'
import type { FiscalReceipt } from '@torniquete/contract/fiscal/receipts.ts'
import { makeTaxedLine, sumTaxes } from '@torniquete/contract/fiscal/tax.ts'
import { addAmounts } from '@torniquete/contract/shared/money.ts'
import { computeBillAmounts, computeLineAmounts } from '@torniquete/contract/till/bills.ts'
import type { Payment } from '@torniquete/contract/till/payments.ts'
import type { Sale } from '@torniquete/contract/till/sales.ts'
import type { Ticket } from '@torniquete/contract/till/tickets.ts'
import { call } from '../../api/call.ts'
import { now } from '../../api/server-clock.ts'
import { requestPrint } from '../../kit/printing.ts'
import { toast } from '../../kit/toast.ts'
import { mergeTendersByKind } from '../paying/payment-kind-sums.ts'
import { Bill } from './Bill.tsx'
import { type BillContent, formatBillName } from './bill-content.ts'
import {
  type BillBody,
  isUnderpaid,
  makeIssuer,
  makeNoteBill,
  makeOwedField,
  makePaidLines,
  makeSaleBill,
  makeTicketBill,
} from './make-bill.ts'

interface Billed {
  document: 'sale' | 'payment'
  id: number
  total: string
}

async function howPaid({ document, id, total }: Billed) {
  const params = { document, id }
  const tenders = await call('tenders.read', { params })
  const debt = isUnderpaid(total, tenders) ? await call('debts.of-document', { params }) : null
  return { tenders, owed: debt?.owed ?? '0.00' }
}

/**
 * Prints a document without a preview, with the gym's current data. Returns false if the gym's data could not be
 * loaded. Payments and debt are left out if they could not be loaded.
 */
async function print(
  failure: string,
  bodyOf: (zone: string) => BillBody,
  documents: readonly Billed[],
  title?: string,
): Promise<boolean> {
  try {
    const [gym, show, paid] = await Promise.all([
      call('gym-info.read'),
      call('show-info.read'),
      Promise.all(documents.map(howPaid)).catch(() => []),
    ])
    const body = bodyOf(gym.timeZone)
    const bill: BillContent = { ...body, issuer: makeIssuer(gym, show, body.fiscal && (await call('fiscal.issuer'))) }
    if (paid.length > 0) {
      const tenders = paid.flatMap((each) => each.tenders)
      const shown =
        paid.length === 1 ? tenders : mergeTendersByKind(tenders).filter(({ amount }) => Number(amount) !== 0)
      bill.paid = makePaidLines(shown, { zone: gym.timeZone, booked: body.at })
      Object.assign(bill, makeOwedField({ owed: addAmounts(paid.map(({ owed }) => owed)) }))
    }
    requestPrint({ content: <Bill bill={bill} />, title: title ?? formatBillName(bill), by: bill.issuer.name ?? null })
    return true
  } catch (error) {
    toast.failure(failure, error instanceof Error ? error.message : null)
    return false
  }
}

const saleOf = ({ id, amount_total }: Sale): Billed => ({ document: 'sale', id, total: amount_total })

export const printSale = (sale: Sale): Promise<boolean> =>
  print('La venta está hecha, la factura no se imprimió', (zone) => makeSaleBill(zone, sale), [saleOf(sale)])

export const printTicket = (ticket: Ticket): Promise<boolean> =>
  print('La venta está hecha, el ticket no se imprimió', (zone) => makeTicketBill(zone, ticket), [
    { document: 'payment', id: ticket.payment.id, total: ticket.payment.membership.price },
    saleOf(ticket.sale),
  ])

export const printNote = (document: Sale | Payment, note: FiscalReceipt): Promise<boolean> =>
  print('La nota de crédito no se imprimió', (zone) => makeNoteBill(zone, document, note), [])

export const printSampleBill = (seller: string, isFiscal: boolean): Promise<boolean> =>
  print(
    'La prueba no se imprimió',
    (zone) => makeSaleBill(zone, makeSampleSale(seller, isFiscal)),
    [],
    'Prueba de impresión',
  )

const sampleLines = [
  { id_product: 1, product_name: 'Botella de agua', quantity: 2, unit_price: '50.00', discount: 0 },
  { id_product: 2, product_name: 'Proteína 2 lb', quantity: 1, unit_price: '1850.00', discount: 10 },
]

function makeSampleSale(seller: string, isFiscal: boolean): Sale {
  const lines = sampleLines.map((line) => ({ ...line, tax: isFiscal ? 0 : 18 }))
  const at = now().toISOString()
  const taxed = sumTaxes(lines.map((line) => makeTaxedLine('18', computeLineAmounts(line).total)))
  return {
    id: 1,
    number: 1,
    created_at: at,
    amount_total: computeBillAmounts(lines).total,
    client: { id: 1, name: 'Cliente de ejemplo' },
    user: { id: 1, name: seller },
    sales_bill_items: lines.map((line, index) => ({
      ...line,
      line: index + 1,
      voided_quantity: 0,
      voided_amount: '0.00',
      voided_discount: '0.00',
    })),
    voided: null,
    partial_voids: null,
    ...(isFiscal && { fiscal: { ...sampleReceipt, ...taxed, issued_at: at } }),
  }
}

/** The tax office never authorises number 0. */
const sampleReceipt = {
  ncf: 'B0200000000',
  type: 'B02',
  type_name: receiptTypes.B02.name,
  expires_on: null,
  modifies: null,
  buyer: null,
  status: 'paper',
  security_code: null,
  signed_at: null,
  qr: null,
} as const

/** `fiscal` is null if the gym issues no fiscal receipts. */
export const makeSampleBill = (
  { gym, shown, fiscal }: { gym: GymInfo; shown: ReceiptFields; fiscal: FiscalIssuer | null },
  seller: string,
): BillContent => ({
  ...makeSaleBill(gym.timeZone, makeSampleSale(seller, fiscal !== null)),
  issuer: makeIssuer(gym, shown, fiscal),
})
