// Products and suppliers of the demo gym, and a generated year of sales and purchases.

import { addDays } from '@torniquete/contract/shared/dates.ts'
import { computeBillAmounts } from '@torniquete/contract/till/bills.ts'
import { makeRandomGenerator, pickRandomItem } from './person-names.ts'

/** The check digits of their invented numbers are wrong, so that no company has them. */
export const demoSuppliers = [
  { name: 'Distribuidora Caribe', email: 'pedidos@example.com', phone_number: '809-555-0201', tax_id: '100000007' },
  { name: 'Nutrición del Cibao', email: 'ventas@example.com', phone_number: '809-555-0202', tax_id: '100000005' },
  { name: 'Textiles Ozama', email: null, phone_number: '809-555-0203', tax_id: '100000006' },
]

interface Article {
  name: string
  description: string
  unit_of_measure: string
  min_quantity: number
  sale_price: string
  code: string
  /** Unit cost when purchased; `lot` is the quantity of a purchase, `supplier` an index in `suppliers`. */
  cost: string
  lot: number
  supplier: number
  /** Relative frequency with which the product is sold. */
  demand: number
}

const makeArticle = (
  code: string,
  [name, description, unit_of_measure]: [string, string, string],
  [sale_price, cost]: [string, string],
  [min_quantity, lot, supplier, demand]: [number, number, number, number],
): Article => ({ name, description, unit_of_measure, min_quantity, sale_price, code, cost, lot, supplier, demand })

export const demoProducts: Article[] = [
  makeArticle('7460000000011', ['Agua', 'Botella 500 ml', 'Unidad'], ['35.00', '15.50'], [24, 240, 0, 30]),
  makeArticle('7460000000028', ['Agua grande', 'Botella 1.5 l', 'Unidad'], ['60.00', '28.00'], [12, 96, 0, 10]),
  makeArticle('7460000000035', ['Bebida isotónica', 'Botella 600 ml', 'Unidad'], ['95.00', '58.00'], [12, 120, 0, 18]),
  makeArticle('7460000000042', ['Café', 'Vaso', 'Unidad'], ['50.00', '12.00'], [10, 100, 0, 9]),
  makeArticle('7460000000059', ['Barra de proteína', 'Chocolate', 'Unidad'], ['150.00', '92.00'], [10, 60, 1, 12]),
  makeArticle('7460000000066', ['Batido de proteína', 'Vaso 400 ml', 'Unidad'], ['225.00', '110.00'], [8, 60, 1, 9]),
  makeArticle('7460000000073', ['Proteína en polvo', 'Bote 2 lb', 'Bote'], ['2450.00', '1680.00'], [3, 12, 1, 1]),
  makeArticle('7460000000080', ['Creatina', 'Bote 300 g', 'Bote'], ['1350.00', '890.00'], [3, 12, 1, 1]),
  makeArticle('7460000000097', ['Toalla', 'Algodón', 'Unidad'], ['350.00', '180.00'], [5, 24, 2, 2]),
  makeArticle('7460000000103', ['Camiseta Quisqueya', 'Tallas S a XL', 'Unidad'], ['650.00', '310.00'], [6, 30, 2, 2]),
  makeArticle('7460000000110', ['Guantes de pesas', 'Par', 'Par'], ['780.00', '430.00'], [3, 12, 2, 1]),
  makeArticle('7460000000127', ['Candado', 'Para casillero', 'Unidad'], ['275.00', '140.00'], [4, 20, 2, 2]),
  makeArticle('7460000000134', ['Vendas elásticas', 'Par', 'Par'], ['320.00', '170.00'], [4, 18, 2, 1]),
]

export interface DocumentLine {
  /** Index of the product in `articles`. */
  article: number
  quantity: number
  unit_price: string
  discount: number
  tax: number
}

export interface ShopDocument {
  kind: 'sale' | 'purchase'
  /** Time in the gym's time zone, such as `2026-03-01 18:05:00`. */
  time: string
  lines: DocumentLine[]
  amount_total: string
  /**
   * Buyer of a sale: index of the member, or null for the anonymous client. Seller of a purchase: index in `suppliers`.
   */
  party: number | null
  /** Index of the user who booked it. */
  user: number
}

/** Generates a year of purchases and sales in order of time that never sell more than the stock. */
export function makeShopHistory(today: string, members: number, users: number): ShopDocument[] {
  const random = makeRandomGenerator(20_260_202)
  const stock = demoProducts.map(() => 0)
  const wanted = demoProducts.flatMap((each, index) => Array.from({ length: each.demand }, () => index))
  const bookings: ShopDocument[] = []
  for (let back = 365; back >= 1; back -= 1) {
    const day = addDays(today, -back)
    demoProducts.forEach((each, index) => {
      // Purchases nothing on the last days, so that some products are low on stock.
      if ((stock[index] ?? 0) > each.min_quantity * 2 || back < 6) return
      stock[index] = (stock[index] ?? 0) + each.lot
      const lines = [{ article: index, quantity: each.lot, unit_price: each.cost, discount: 0, tax: 18 }]
      bookings.push(makeBooking('purchase', `${day} 09:${10 + index}:00`, lines, each.supplier, Math.min(1, users - 1)))
    })
    const times = Array.from({ length: 6 + Math.floor(random() * 12) }, () => 600 + Math.floor(random() * 720)).sort(
      (a, b) => a - b,
    )
    for (const minutes of times) {
      const lines = saleLines(random, wanted, stock)
      if (lines.length === 0) continue
      const party = random() < 0.4 ? null : Math.floor(random() * members)
      bookings.push(makeBooking('sale', `${day} ${formatTime(minutes)}`, lines, party, Math.floor(random() * users)))
    }
  }
  return bookings
}

function makeBooking(
  kind: ShopDocument['kind'],
  time: string,
  lines: DocumentLine[],
  party: number | null,
  user: number,
): ShopDocument {
  return { kind, time, lines, amount_total: computeBillAmounts(lines).total, party, user }
}

function saleLines(random: () => number, wanted: readonly number[], stock: number[]): DocumentLine[] {
  const chosen = new Set(Array.from({ length: 1 + Math.floor(random() * 2.4) }, () => pickRandomItem(random, wanted)))
  return [...chosen].flatMap((index) => {
    const left = stock[index] ?? 0
    if (left === 0) return []
    const quantity = Math.min(left, random() < 0.8 ? 1 : 2)
    stock[index] = left - quantity
    const unit_price = demoProducts[index]?.sale_price ?? '0.00'
    return [{ article: index, quantity, unit_price, discount: random() < 0.06 ? 10 : 0, tax: 18 }]
  })
}

const padTwoDigits = (value: number) => String(Math.floor(value)).padStart(2, '0')
const formatTime = (minutes: number) => `${padTwoDigits(minutes / 60)}:${padTwoDigits(minutes % 60)}:00`
