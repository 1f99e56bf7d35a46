import { billAmounts, holdToShown, mayCharge } from '@torniquete/contract/bills.ts'
import type { Body } from '@torniquete/contract/endpoints.ts'
import { fail, refuse } from '@torniquete/contract/errors.ts'
import { mayBeSold } from '@torniquete/contract/products.ts'
import type { Sale } from '@torniquete/contract/sales.ts'
import type { PaidBy } from '@torniquete/contract/workbooks.ts'
import {
  type BookedLine,
  insertVoid,
  lockProducts,
  readBuyer,
  type StockedProduct,
  summedAnswer,
  takeStock,
  withPaid,
} from '../bills/queries.ts'
import { listDocuments, pieceOfDocuments } from '../db/documents.ts'
import type { HandlersOf } from '../http/context.ts'
import { bookSale, readSale, sales } from './queries.ts'

/** The lines at the prices of the stockroom, never at those of a browser. */
const priced = (items: Body<'sales.create'>['items'], stock: ReadonlyMap<number, StockedProduct>): BookedLine[] =>
  items.map(({ id_product, quantity, discount, tax }) => {
    const product = stock.get(id_product) ?? fail('row.missing')
    refuse(mayBeSold(product), { name: product.name })
    const unit_price = product.sale_price ?? fail('row.missing')
    return { id_product, product_name: product.name, quantity, unit_price, discount, tax }
  })

export const salesHandlers: HandlersOf<'sales'> = {
  'sales.list': async ({ tx, gym, query, zone }) =>
    summedAnswer(
      'salesInvoices',
      await listDocuments<Sale>(tx, gym, sales, query, { partyName: query.client_name, zone }),
      query,
    ),

  'sales.export': ({ tx, gym, query, zone, piece }) =>
    pieceOfDocuments<Sale & PaidBy>(tx, gym, withPaid(sales), query, { partyName: query.client_name, zone, piece }),

  'sales.read': async ({ tx, gym, params }) => (await readSale(tx, gym, params.id)) ?? fail('row.missing'),

  'sales.create': async ({ tx, gym, user, body, clock }) => {
    const [client, stock] = await Promise.all([
      readBuyer(tx, gym, body.id_client),
      lockProducts(
        tx,
        gym,
        body.items.map((item) => item.id_product),
      ),
    ])
    if (!client) fail('row.missing')
    const lines = priced(body.items, stock)
    refuse(mayCharge(lines))
    const amount_total = billAmounts(lines).total
    holdToShown(body.expected_total, amount_total)
    const now = clock()
    takeStock(tx, gym, stock, lines, now)
    return bookSale({
      gym_id: gym,
      id_party: client.id,
      id_user: user.id,
      amount_total,
      created_at: now,
      lines,
      how: body,
    })
  },

  'sales.void': async ({ tx, gym, user, params, body, clock }) => {
    const lines = (await readSale(tx, gym, params.id))?.sales_bill_items ?? []
    // Whether it is void already shows once its products are locked: who came first had them until then.
    const [, sale] = await Promise.all([
      lockProducts(
        tx,
        gym,
        lines.map((item) => item.id_product),
        { deleted: true },
      ),
      readSale(tx, gym, params.id),
    ])
    await insertVoid(tx, sale, {
      gym_id: gym,
      kind: 'sale',
      id: params.id,
      reason: body.reason,
      how: body,
      id_user: user.id,
      created_at: clock(),
    })
    return (await readSale(tx, gym, params.id)) ?? fail('row.missing')
  },
}
