import type { GymInfo, ShowInfo } from '@torniquete/contract/gym-info.ts'
import type { Sale } from '@torniquete/contract/sales.ts'
import type { Ticket } from '@torniquete/contract/tickets.ts'
import { call } from '../../api/call.ts'
import { printPaper } from '../../kit/printing.ts'
import { toast } from '../../kit/toast.ts'
import { Bill } from './Bill.tsx'
import { type BillContent, billName, type PaperLine } from './bill-content.ts'
import { billOfSale, billOfTicket, issuerOf, paidLinesOf, paidTogether } from './bill-of.ts'
import { sampleBill } from './sample-bill.ts'
import type { ShownBill } from './use-show-bill.ts'

type BillOf = (gym: GymInfo, show: ShowInfo) => BillContent

/** What is not known of it stands on no paper. */
const paidOf = (...documents: readonly { document: ShownBill; id: number }[]) =>
  Promise.all(documents.map((params) => call('tenders.read', { params }))).then(
    (tenders) => paidLinesOf(paidTogether(tenders.flat())),
    () => [],
  )

/** A bill on paper without a step between, as the gym's are now; answers whether it could be drawn. */
async function print(
  billOf: BillOf,
  failure: string,
  { title = billName, paid }: { title?: typeof billName; paid?: Promise<PaperLine[]> } = {},
): Promise<boolean> {
  try {
    const [gym, show] = await Promise.all([call('gym-info.read'), call('show-info.read')])
    const bill = { ...billOf(gym, show), paid: (await paid) ?? [] }
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
    { paid: paidOf({ document: 'sale', id: sale.id }) },
  )

/** The one paper of a membership and products that were sold at once. */
export const printTicket = ({ payment, sale }: Ticket): Promise<boolean> =>
  print(
    (gym, show) => ({ ...billOfTicket(gym.timeZone, { payment, sale }), issuer: issuerOf(gym, show) }),
    'La venta está hecha, el ticket no se imprimió',
    { paid: paidOf({ document: 'payment', id: payment.id }, { document: 'sale', id: sale.id }) },
  )

/** A bill that nobody owes, for the printer to be tried. */
export const printSample = (seller: string): Promise<boolean> =>
  print((gym, show) => sampleBill(gym, show, seller), 'La prueba no se imprimió', {
    title: () => 'Prueba de impresión',
  })
