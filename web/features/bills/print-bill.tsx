import type { GymInfo, ShowInfo } from '@torniquete/contract/gym-info.ts'
import type { Sale } from '@torniquete/contract/sales.ts'
import { call } from '../../api/call.ts'
import { printPaper } from '../../kit/printing.ts'
import { toast } from '../../kit/toast.ts'
import { Bill } from './Bill.tsx'
import { type BillContent, billName, type PaperLine } from './bill-content.ts'
import { billOfSale, issuerOf, paidLinesOf } from './bill-of.ts'
import { sampleBill } from './sample-bill.ts'

type BillOf = (gym: GymInfo, show: ShowInfo) => BillContent

/** What is not known of it stands on no paper. */
const paidOf = (sale: Sale) =>
  call('tenders.read', { params: { document: 'sale', id: sale.id } }).then(paidLinesOf, () => [])

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
    { paid: paidOf(sale) },
  )

/** A bill that nobody owes, for the printer to be tried. */
export const printSample = (seller: string): Promise<boolean> =>
  print((gym, show) => sampleBill(gym, show, seller), 'La prueba no se imprimió', {
    title: () => 'Prueba de impresión',
  })
