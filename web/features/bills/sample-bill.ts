// Sample of a bill, for the preview in the settings and for trying the printer.
import type { GymInfo, PrintedGymFields } from '@torniquete/contract/admin/gym-info.ts'
import { receiptTypes } from '@torniquete/contract/fiscal/do/receipt-numbers.ts'
import type { FiscalIssuer } from '@torniquete/contract/fiscal/fiscal.ts'
import { makeTaxedLine, sumTaxedLines } from '@torniquete/contract/fiscal/tax.ts'
import { computeBillAmounts, computeLineAmounts } from '@torniquete/contract/till/bills.ts'
import type { Sale } from '@torniquete/contract/till/sales.ts'
import { now } from '../../api/server-clock.ts'
import type { BillContent } from './bill-content.ts'
import { makeBillIssuer, makeSaleBill } from './make-bill.ts'

const sampleLines = [
  { id_product: 1, product_name: 'Botella de agua', quantity: 2, unit_price: '50.00', discount: 0 },
  { id_product: 2, product_name: 'Proteína 2 lb', quantity: 1, unit_price: '1850.00', discount: 10 },
]

export function makeSampleSale(seller: string, isFiscal: boolean): Sale {
  const lines = sampleLines.map((line) => ({ ...line, tax: isFiscal ? 0 : 18 }))
  const at = now().toISOString()
  const taxed = sumTaxedLines(lines.map((line) => makeTaxedLine('18', computeLineAmounts(line).total)))
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
  { gym, shown, fiscal }: { gym: GymInfo; shown: PrintedGymFields; fiscal: FiscalIssuer | null },
  seller: string,
): BillContent => ({
  ...makeSaleBill(gym.timeZone, makeSampleSale(seller, fiscal !== null)),
  issuer: makeBillIssuer(gym, shown, fiscal),
})
