import type { FiscalReceipt } from '@torniquete/contract/fiscal/receipts.ts'
import { addAmounts } from '@torniquete/contract/shared/money.ts'
import type { Payment } from '@torniquete/contract/till/payments.ts'
import type { Sale } from '@torniquete/contract/till/sales.ts'
import type { Ticket } from '@torniquete/contract/till/tickets.ts'
import { call } from '../../api/call.ts'
import { requestPrint } from '../../kit/printing.ts'
import { toast } from '../../kit/toast.ts'
import { mergeTendersByKind } from '../paying/payment-kind-sums.ts'
import { Bill, ReceiptQrCode } from './Bill.tsx'
import { type BillContent, formatBillName } from './bill-content.ts'
import {
  type BillWithoutIssuer,
  isUnderpaid,
  makeBillIssuer,
  makeCreditNoteBill,
  makeOwedField,
  makePaymentLines,
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
  bodyOf: (zone: string) => BillWithoutIssuer,
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
    if (body.fiscal?.electronic) await ReceiptQrCode.preload()
    const bill: BillContent = {
      ...body,
      issuer: makeBillIssuer(gym, show, body.fiscal && (await call('fiscal.issuer'))),
    }
    if (paid.length > 0) {
      const tenders = paid.flatMap((each) => each.tenders)
      const shown =
        paid.length === 1 ? tenders : mergeTendersByKind(tenders).filter(({ amount }) => Number(amount) !== 0)
      bill.paid = makePaymentLines(shown, { zone: gym.timeZone, booked: body.at })
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

export const printCreditNote = (document: Sale | Payment, note: FiscalReceipt): Promise<boolean> =>
  print('La nota de crédito no se imprimió', (zone) => makeCreditNoteBill(zone, document, note), [])

export const printSampleBill = (sale: Sale): Promise<boolean> =>
  print('La prueba no se imprimió', (zone) => makeSaleBill(zone, sale), [], 'Prueba de impresión')
