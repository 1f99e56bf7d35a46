// A made-up sale that shows the bill's layout.

import type { GymInfo, ShowInfo } from '@torniquete/contract/admin/gym-info.ts'
import { billAmounts } from '@torniquete/contract/till/bills.ts'
import type { Sale } from '@torniquete/contract/till/sales.ts'
import { now } from '../../api/server-clock.ts'
import type { BillContent } from './bill-content.ts'
import { billOfSale, makeIssuer } from './bill-of.ts'

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
