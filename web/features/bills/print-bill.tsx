import type { GymInfo, ShowInfo } from '@torniquete/contract/gym-info.ts'
import type { Sale } from '@torniquete/contract/sales.ts'
import type { Ticket } from '@torniquete/contract/tickets.ts'
import { call } from '../../api/call.ts'
import { printPaper } from '../../kit/printing.ts'
import { toast } from '../../kit/toast.ts'
import { tendersByKind } from '../paying/tenders-by-kind.ts'
import { Bill } from './Bill.tsx'
import { type BillContent, billName } from './bill-content.ts'
import { billOfSale, billOfTicket, isPaidShort, issuerOf, owedOf, paidLinesOf } from './bill-of.ts'
import { sampleBill } from './sample-bill.ts'

type BillOf = (gym: GymInfo, show: ShowInfo) => BillContent

type Paid = Pick<BillContent, 'paid' | 'owed'>

/** What is not known of it stands on no paper. */
async function paidOf({ id, created_at: booked, amount_total }: Sale, zone: Promise<string>): Promise<Paid> {
  const params = { document: 'sale', id } as const
  try {
    const tenders = await call('tenders.read', { params })
    const debt = isPaidShort(amount_total, tenders) ? await call('debts.of-document', { params }) : null
    return { paid: paidLinesOf(tenders, { zone: await zone, booked }), ...owedOf(debt) }
  } catch {
    return {}
  }
}

/** A ticket is paid whole. */
async function paidOfTicket({ payment, sale }: Ticket, zone: Promise<string>): Promise<Paid> {
  try {
    const tenders = await Promise.all([
      call('tenders.read', { params: { document: 'payment', id: payment.id } }),
      call('tenders.read', { params: { document: 'sale', id: sale.id } }),
    ])
    return { paid: paidLinesOf(tendersByKind(tenders.flat()), { zone: await zone, booked: sale.created_at }) }
  } catch {
    return {}
  }
}

/** A bill on paper without a step between, as the gym's are now; answers whether it could be drawn. */
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

/** The bill of a sale just made. */
export const printSale = (sale: Sale): Promise<boolean> =>
  print(
    (gym, show) => ({ ...billOfSale(gym.timeZone, sale), issuer: issuerOf(gym, show) }),
    'La venta está hecha, la factura no se imprimió',
    { paid: (zone) => paidOf(sale, zone) },
  )

/** The one paper of a membership and products that were sold at once. */
export const printTicket = ({ payment, sale }: Ticket): Promise<boolean> =>
  print(
    (gym, show) => ({ ...billOfTicket(gym.timeZone, { payment, sale }), issuer: issuerOf(gym, show) }),
    'La venta está hecha, el ticket no se imprimió',
    { paid: (zone) => paidOfTicket({ payment, sale }, zone) },
  )

/** A bill that nobody owes, for the printer to be tried. */
export const printSample = (seller: string): Promise<boolean> =>
  print((gym, show) => sampleBill(gym, show, seller), 'La prueba no se imprimió', {
    title: () => 'Prueba de impresión',
  })
