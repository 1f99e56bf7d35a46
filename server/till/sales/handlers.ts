import { fail } from '@torniquete/contract/shared/errors.ts'
import { requireConfirmedTotal } from '@torniquete/contract/till/bills.ts'
import type { Sale } from '@torniquete/contract/till/sales.ts'
import type { AreaHandlers } from '../../platform/http/handler-types.ts'
import {
  listBuyers,
  lockBuyer,
  lockOwners,
  lockProducts,
  readBuyer,
  readDocumentList,
  readPaidDocuments,
} from '../bills/queries.ts'
import { requireAllowedDebt } from '../debts/queries.ts'
import { priceBill, readSale, saleRows, sellBill } from './queries.ts'
import { voidSale } from './void-sale.ts'

export const salesHandlers: AreaHandlers<'sales'> = {
  'sales.list': (call) =>
    readDocumentList<'salesInvoices', Sale>('salesInvoices', saleRows, call, call.query.client_name),

  'sales.export': (call) => readPaidDocuments<Sale>(saleRows, call, call.query.client_name),

  'sales.read': async ({ tx, gym, params }) => (await readSale(tx, gym, params.id)) ?? fail('row.missing'),

  'sales.create': async ({ tx, gym, user, body, clock }) => {
    const [client, bill] = await Promise.all([
      // A sale that leaves a debt locks the client, so that concurrent sales cannot exceed the debt limit.
      (body.owed === undefined ? readBuyer : lockBuyer)(tx, gym, body.id_client),
      priceBill(tx, { gym, user }, body),
    ])
    if (!client) fail('row.missing')
    if (body.owed !== undefined)
      await requireAllowedDebt(tx, { gym, role: user.role, client: client.id, owed: body.owed, shift: body.id_shift })
    requireConfirmedTotal(body.expected_total, bill.total)
    return sellBill(tx, bill, { gym_id: gym, id_party: client.id, id_user: user.id, created_at: clock(), how: body })
  },

  'sales.void': async ({ tx, gym, user, params, body, clock }) => {
    const [found] = await Promise.all([
      readSale(tx, gym, params.id),
      // Locks the client, so that payments of the sale's debt wait until commit.
      lockOwners(tx, gym, () => listBuyers(tx, gym, 'sale', params.id)),
    ])
    const { sales_bill_items: lines } = found ?? fail('row.missing')
    // Locks the products before reading the sale again, so that a concurrent void of it is seen.
    const [, sale] = await Promise.all([
      lockProducts(
        tx,
        gym,
        lines.map((item) => item.id_product),
        { deleted: true },
      ),
      readSale(tx, gym, params.id),
    ])
    await voidSale(tx, sale ?? fail('row.missing'), { gym, user, now: clock(), body })
    return (await readSale(tx, gym, params.id)) ?? fail('row.missing')
  },
}
