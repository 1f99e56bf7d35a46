import type { GymInfo, ShowInfo } from '@torniquete/contract/admin/gym-info.ts'
import { addSums } from '@torniquete/contract/shared/money.ts'
import type { Sale } from '@torniquete/contract/till/sales.ts'
import type { Ticket } from '@torniquete/contract/till/tickets.ts'
import { call } from '../../api/call.ts'
import { printPaper } from '../../kit/printing.ts'
import { toast } from '../../kit/toast.ts'
import { tendersByKind } from '../paying/kind-sums.ts'
import { Bill } from './Bill.tsx'
import { type BillContent, billName } from './bill-content.ts'
import { billOfSale, billOfTicket, isPaidShort, makeIssuer, makePaidLines, readOwed } from './bill-of.ts'
import { sampleBill } from './sample-bill.ts'

type BillOf = (gym: GymInfo, show: ShowInfo) => BillContent

type Paid = Pick<BillContent, 'paid' | 'owed'>

/** The paper leaves out facts that could not be read. */
async function paidOf({ id, created_at: booked, amount_total }: Sale, zone: Promise<string>): Promise<Paid> {
  try {
    const { tenders, owed } = await howPaid('sale', id, amount_total)
    return { paid: makePaidLines(tenders, { zone: await zone, booked }), ...readOwed({ owed }) }
  } catch {
    return {}
  }
}

async function howPaid(document: 'sale' | 'payment', id: number, total: string) {
  const params = { document, id }
  const tenders = await call('tenders.read', { params })
  const debt = isPaidShort(total, tenders) ? await call('debts.of-document', { params }) : null
  return { tenders, owed: debt?.owed ?? '0.00' }
}

async function paidOfTicket({ payment, sale }: Ticket, zone: Promise<string>): Promise<Paid> {
  try {
    const both = await Promise.all([
      howPaid('payment', payment.id, payment.membership.price),
      howPaid('sale', sale.id, sale.amount_total),
    ])
    const tenders = tendersByKind(both.flatMap((each) => each.tenders)).filter(({ amount }) => Number(amount) !== 0)
    return {
      paid: makePaidLines(tenders, { zone: await zone, booked: sale.created_at }),
      ...readOwed({ owed: addSums(both.map(({ owed }) => owed)) }),
    }
  } catch {
    return {}
  }
}

/** Prints a bill without a preview, with the gym's current fields; returns if it could be drawn. */
async function print(
  billOf: BillOf,
  failure: string,
  { title = billName, paid }: { title?: typeof billName; paid?: (zone: Promise<string>) => Promise<Paid> } = {},
): Promise<boolean> {
  try {
    const reading = call('gym-info.read')
    const [gym, show, told] = await Promise.all([
      reading,
      call('show-info.read'),
      paid?.(reading.then(({ timeZone }) => timeZone)),
    ])
    const bill = { ...billOf(gym, show), ...told }
    printPaper({ content: <Bill bill={bill} />, title: title(bill), by: bill.issuer.name ?? null })
    return true
  } catch (error) {
    toast.failure(failure, error instanceof Error ? error.message : null)
    return false
  }
}

export const printSale = (sale: Sale): Promise<boolean> =>
  print(
    (gym, show) => ({ ...billOfSale(gym.timeZone, sale), issuer: makeIssuer(gym, show) }),
    'La venta está hecha, la factura no se imprimió',
    { paid: (zone) => paidOf(sale, zone) },
  )

export const printTicket = ({ payment, sale }: Ticket): Promise<boolean> =>
  print(
    (gym, show) => ({ ...billOfTicket(gym.timeZone, { payment, sale }), issuer: makeIssuer(gym, show) }),
    'La venta está hecha, el ticket no se imprimió',
    { paid: (zone) => paidOfTicket({ payment, sale }, zone) },
  )

export const printSample = (seller: string): Promise<boolean> =>
  print((gym, show) => sampleBill(gym, show, seller), 'La prueba no se imprimió', {
    title: () => 'Prueba de impresión',
  })
