import type { Sale } from '@torniquete/contract/sales.ts'
import { call } from '../../api/call.ts'
import { printPaper } from '../../kit/printing.ts'
import { toast } from '../../kit/toast.ts'
import { Bill } from './Bill.tsx'
import { billName } from './bill-content.ts'
import { billOfSale, issuerOf } from './bill-of.ts'

/** The bill of a sale just made, on paper without a step between. */
export async function printSale(sale: Sale): Promise<void> {
  try {
    const [gym, show] = await Promise.all([call('gym-info.read'), call('show-info.read')])
    const bill = { ...billOfSale(gym.timeZone, sale), issuer: issuerOf(gym, show) }
    printPaper({ content: <Bill bill={bill} />, title: billName(bill), by: bill.issuer.name ?? null })
  } catch (error) {
    toast.failure('La venta está hecha, la factura no se imprimió', error instanceof Error ? error.message : null)
  }
}
