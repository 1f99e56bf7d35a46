import { billAmounts, holdToShown, mayCharge } from '@torniquete/contract/bills.ts'
import { limitText } from '@torniquete/contract/discounts.ts'
import type { Body } from '@torniquete/contract/endpoints.ts'
import { fail, Rejected, refuse } from '@torniquete/contract/errors.ts'
import { mayBeSold } from '@torniquete/contract/products.ts'
import type { Sale } from '@torniquete/contract/sales.ts'
import type { PaidBy } from '@torniquete/contract/workbooks.ts'
import {
  type BookedLine,
  insertVoid,
  lockBuyer,
  lockProducts,
  readBuyer,
  type StockedProduct,
  summedAnswer,
  takeStock,
  withPaid,
} from '../bills/queries.ts'
import { listDocuments, pieceOfDocuments } from '../db/documents.ts'
import { holdToRules } from '../debts/queries.ts'
import { readLimits } from '../discounts/queries.ts'
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

/** Refuses more than the role may give, at each line that gives it. */
function holdToLimit(items: Body<'sales.create'>['items'], most: number): void {
  const over = items.flatMap(({ discount }, at) => (discount > most ? [at] : []))
  if (over.length > 0)
    throw new Rejected(
      over.map((at) => ({ type: 'too_big', msg: limitText(most), loc: ['body', 'items', at, 'discount'] })),
    )
}

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
    const discounted = body.items.some(({ discount }) => discount > 0) && user.role !== 'gym_super_admin'
    const [client, stock, limits] = await Promise.all([
      // Who is to owe is sold to by one at a time.
      (body.owed === undefined ? readBuyer : lockBuyer)(tx, gym, body.id_client),
      lockProducts(
        tx,
        gym,
        body.items.map((item) => item.id_product),
      ),
      // Most sales have none, and ask nothing.
      discounted ? readLimits(tx, gym) : null,
    ])
    if (!client) fail('row.missing')
    if (body.owed !== undefined) await holdToRules(tx, { gym, role: user.role, client, owed: body.owed })
    if (limits) holdToLimit(body.items, user.role === 'gym_admin' ? limits.gym_admin : limits.gym_worker)
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
    const { sales_bill_items: lines, client } = (await readSale(tx, gym, params.id)) ?? fail('row.missing')
    // Whether it is void already shows once its products are locked: who came first had them until then. Nobody pays of
    // what is owed of it meanwhile.
    const [, , sale] = await Promise.all([
      lockBuyer(tx, gym, client.id),
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
