import { billAmounts } from '@torniquete/contract/bills.ts'
import type { Sale } from '@torniquete/contract/sales.ts'

const lines = [
  { id_product: 1, product_name: 'Botella de agua', quantity: 2, unit_price: '50.00', discount: 0, tax: 18 },
  { id_product: 2, product_name: 'Proteína 2 lb', quantity: 1, unit_price: '1850.00', discount: 10, tax: 18 },
]

/** A sale as any other, but that nobody bought anything. */
export const sampleSale = (seller: string, now: Date): Sale => ({
  id: 1,
  number: 1,
  created_at: now.toISOString(),
  amount_total: billAmounts(lines).total,
  client: { id: 1, name: 'Cliente de ejemplo' },
  user: { id: 1, name: seller },
  sales_bill_items: lines,
  voided: null,
})
