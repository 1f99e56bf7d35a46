import type { GymInfo, ShowInfo } from '@torniquete/contract/admin/gym-info.ts'
import { addSums } from '@torniquete/contract/shared/money.ts'
import { billAmounts } from '@torniquete/contract/till/bills.ts'
import type { Sale } from '@torniquete/contract/till/sales.ts'
import type { Ticket } from '@torniquete/contract/till/tickets.ts'
import { call } from '../../api/call.ts'
import { now } from '../../api/server-clock.ts'
import { printPaper } from '../../kit/printing.ts'
import { toast } from '../../kit/toast.ts'
import { tendersByKind } from '../paying/kind-sums.ts'
import { Bill } from './Bill.tsx'
import { type BillContent, billName } from './bill-content.ts'
import { billOfSale, billOfTicket, isPaidShort, makeIssuer, makePaidLines, readOwed } from './bill-of.ts'

type BillOf = (gym: GymInfo, show: ShowInfo) => BillContent

type Paid = Pick<BillContent, 'paid' | 'owed'>

async function howPaid({ document, id, total }: Billed) {
  const params = { document, id }
  const tenders = await call('tenders.read', { params })
  const debt = isPaidShort(total, tenders) ? await call('debts.of-document', { params }) : null
  return { tenders, owed: debt?.owed ?? '0.00' }
}

interface Billed {
  document: 'sale' | 'payment'
  id: number
  total: string
}

/** Payments and debt of the documents on a paper; it leaves out those that could not be read. */
async function paidOf(documents: readonly Billed[], booked: string, zone: Promise<string>): Promise<Paid> {
  try {
    const all = await Promise.all(documents.map(howPaid))
    const tenders = all.flatMap((each) => each.tenders)
    const shown = all.length === 1 ? tenders : tendersByKind(tenders).filter(({ amount }) => Number(amount) !== 0)
    return {
      paid: makePaidLines(shown, { zone: await zone, booked }),
      ...readOwed({ owed: addSums(all.map(({ owed }) => owed)) }),
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

const saleOf = ({ id, amount_total }: Sale): Billed => ({ document: 'sale', id, total: amount_total })

export const printSale = (sale: Sale): Promise<boolean> =>
  print(
    (gym, show) => ({ ...billOfSale(gym.timeZone, sale), issuer: makeIssuer(gym, show) }),
    'La venta está hecha, la factura no se imprimió',
    { paid: (zone) => paidOf([saleOf(sale)], sale.created_at, zone) },
  )

export const printTicket = ({ payment, sale }: Ticket): Promise<boolean> =>
  print(
    (gym, show) => ({ ...billOfTicket(gym.timeZone, { payment, sale }), issuer: makeIssuer(gym, show) }),
    'La venta está hecha, el ticket no se imprimió',
    {
      paid: (zone) => {
        const membership: Billed = { document: 'payment', id: payment.id, total: payment.membership.price }
        return paidOf([membership, saleOf(sale)], sale.created_at, zone)
      },
    },
  )

export const printSample = (seller: string): Promise<boolean> =>
  print((gym, show) => sampleBill(gym, show, seller), 'La prueba no se imprimió', {
    title: () => 'Prueba de impresión',
  })

const lines = [
  { id_product: 1, product_name: 'Botella de agua', quantity: 2, unit_price: '50.00', discount: 0, tax: 18 },
  { id_product: 2, product_name: 'Proteína 2 lb', quantity: 1, unit_price: '1850.00', discount: 10, tax: 18 },
]

const sampleSale = (seller: string): Sale => ({
  id: 1,
  number: 1,
  created_at: now().toISOString(),
  amount_total: billAmounts(lines).total,
  client: { id: 1, name: 'Cliente de ejemplo' },
  user: { id: 1, name: seller },
  sales_bill_items: lines.map((line, at) => ({
    ...line,
    line: at + 1,
    voided_quantity: 0,
    voided_amount: '0.00',
    voided_discount: '0.00',
  })),
  voided: null,
  partial_voids: null,
})

export const sampleBill = (gym: GymInfo, shown: ShowInfo, seller: string): BillContent => ({
  ...billOfSale(gym.timeZone, sampleSale(seller)),
  issuer: makeIssuer(gym, shown),
})
