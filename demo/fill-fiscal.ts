// Fiscal receipts of the demo gym: numbers of its purchases, authorised ranges, and a few receipts of today.
import { defaultTimeZone } from '@torniquete/contract/shared/dates.ts'
import type { Transaction } from '../server/platform/db/gym-statements.ts'
import { sql } from '../server/platform/db/sql.ts'
import type { ApiCaller } from './demo-session.ts'

/** Invented number of an expense's seller; its check digit is wrong, so that no company has it. */
const sellerTaxIds = { 'Inmobiliaria Yuna': '100000001', 'Eléctrica del Norte': '100000002', 'Red Cibao': '100000003' }

/** Adds the sellers' numbers to purchases and expenses of two months, paid by transfer; the newest purchase has none. */
export async function fillSupplierReceiptNumbers(tx: Transaction, gym: number): Promise<void> {
  const isRecent = sql`gym_id = ${gym} and created_at > now() - interval '62 days'`
  await tx.run(sql`
    update purchases set ncf = 'B01' || lpad(number::text, 8, '0'), issued_on = (created_at at time zone ${defaultTimeZone})::date, goods_kind = '09'
    where ${isRecent} and number < (select max(number) from purchases where gym_id = ${gym})`)
  await tx.run(sql`
    update expenses set ncf = 'B01' || lpad(number::text, 8, '0'), issued_on = spent_on, tax_id = seller.tax_id, supplier_name = party_name,
      goods_kind = case category when 'Alquiler' then '03' else '02' end, included_tax = round(amount - amount / 1.18, 2)
    from unnest(${Object.keys(sellerTaxIds)}::text[], ${Object.values(sellerTaxIds)}::text[]) as seller (name, tax_id)
    where ${isRecent} and party_name = seller.name`)
  await tx.run(sql`
    insert into tenders (gym_id, id_purchase, id_expense, id_kind, kind_name, in_drawer, amount, created_at, id_user)
    select ${gym}, d.id_purchase, d.id_expense, k.id, k.name, false, d.amount, d.created_at, d.id_user
    from (
      select id as id_purchase, null::bigint as id_expense, amount_total as amount, created_at, id_user from purchases where ${isRecent}
      union all select null, id, amount, created_at, id_user from expenses where ${isRecent}) d
      join payment_kinds k on k.gym_id = ${gym} and k.name = 'Transferencia'
    order by d.created_at`)
}

/** RNC of the demo gym. */
export const demoTaxId = '131246796'

const ranges = [
  { type: 'B01', from: 'B0100000001', to: 'B0100000500' },
  { type: 'B02', from: 'B0200000001', to: 'B0200005000' },
  { type: 'B04', from: 'B0400000001', to: 'B0400000100' },
]

const buyers = [
  { tax_id: '101850043', legal_name: 'Constructora Higüey SRL' },
  { tax_id: '00113918205', legal_name: 'Milagros Tejada' },
  { tax_id: '401506254', legal_name: 'Colegio Máximo SRL' },
]

/** Switches fiscal receipts on and sells with them: two to consumers, three with credit, of which one is voided. */
export async function fillFiscalReceipts(admin: ApiCaller, products: readonly number[]): Promise<void> {
  await admin('fiscal.set-settings', {
    country: 'DO',
    tax_id: demoTaxId,
    legal_name: 'Gimnasio Quisqueya SRL',
    trade_name: 'Gimnasio Quisqueya',
    address: 'Av. Independencia 100',
    municipality: 'Santo Domingo de Guzmán',
    province: 'Distrito Nacional',
  })
  for (const range of ranges) await admin('fiscal.create-range', range)
  const { items: clients } = await admin('clients.list')
  const sell = (at: number, receipt?: (typeof buyers)[number]) =>
    admin('sales.create', {
      id_client: clients[at]?.id ?? 0,
      items: [{ id_product: products[at] ?? 0, quantity: 1 }],
      ...(receipt && { receipt: { type: 'credit', ...receipt } }),
    })
  await sell(0)
  await sell(1)
  for (const [at, buyer] of buyers.entries()) {
    const { id } = await sell(at + 2, buyer)
    if (at === 2) await admin('sales.void', { reason: 'El cliente devolvió el producto' }, { id })
  }
  await admin('fiscal.void-number', { ncf: 'B0100000500', kind: '03' })
}
