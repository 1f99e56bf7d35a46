import { throwError } from '@torniquete/contract/shared/errors.ts'
import { requireConfirmedTotal } from '@torniquete/contract/till/bills.ts'
import type { Sale } from '@torniquete/contract/till/sales.ts'
import { bookDocumentWithReceipt } from '../../fiscal/electronic/queries.ts'
import { prepareReceipt, storeTypedTaxIdentity, toClientWithReceiptMode } from '../../fiscal/queries.ts'
import type { AreaHandlers } from '../../platform/http/handler-types.ts'
import type { Services } from '../../services.ts'
import {
  listBuyerIds,
  lockDocumentClients,
  lockProducts,
  readBuyerWithExclusiveLock,
  readBuyerWithSharedLock,
  readDocumentList,
  readDocumentsWithPayments,
} from '../bills/queries.ts'
import { requireAllowedDebt } from '../debts/queries.ts'
import { addIncludedTaxes, bookSale, priceSaleAndLockProducts, readSale, saleDocumentTable } from './queries.ts'
import { voidSale } from './void-sale.ts'

export const salesHandlers = ({ certificates }: Pick<Services, 'certificates'>): AreaHandlers<'sales'> => ({
  'sales.list': (call) =>
    readDocumentList<'salesInvoices', Sale>('salesInvoices', saleDocumentTable, call, call.query.client_name),

  'sales.export': (call) => readDocumentsWithPayments<Sale>(saleDocumentTable, call, call.query.client_name),

  'sales.read': async ({ tx, gym, params }) => (await readSale(tx, gym, params.id)) ?? throwError('row.missing'),

  'sales.create': async ({ tx, gym, user, body, clock }) => {
    const keepsIdentity = (body.receipt?.tax_id ?? body.receipt?.legal_name) != null
    const locks = body.owed !== undefined || keepsIdentity
    const [client, priced] = await Promise.all([
      // A sale that leaves a debt locks the client, so that concurrent sales cannot exceed the debt limit; one with a
      // typed identity locks the client to store it.
      (locks ? readBuyerWithExclusiveLock : readBuyerWithSharedLock)(tx, gym, body.id_client),
      priceSaleAndLockProducts(tx, { gym, user }, body),
    ])
    if (!client) throwError('row.missing')
    if (body.owed !== undefined)
      await requireAllowedDebt(tx, { gym, role: user.role, client: client.id, owed: body.owed, shift: body.id_shift })
    requireConfirmedTotal(body.expected_total, priced.total)
    const sale = { gym_id: gym, id_party: client.id, id_user: user.id, created_at: clock(), how: body }
    const terms = toClientWithReceiptMode(client)
    if (!terms) return bookSale(tx, priced, { ...sale, receipt: null })
    const bill = addIncludedTaxes(priced)
    const receipt = prepareReceipt(terms, body.receipt, { sale: bill.taxed })
    storeTypedTaxIdentity(tx, gym, terms, body.receipt)
    return bookDocumentWithReceipt(tx, { gym, terms, certificates, clock }, bookSale(tx, bill, { ...sale, receipt }))
  },

  'sales.void': async ({ tx, gym, zone, user, params, body, clock }) => {
    const [found] = await Promise.all([
      readSale(tx, gym, params.id),
      // Locks the client, so that payments of the sale's debt wait until commit.
      lockDocumentClients(tx, gym, () => listBuyerIds(tx, gym, 'sale', params.id)),
    ])
    const { sales_bill_items: lines } = found ?? throwError('row.missing')
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
    await voidSale(tx, sale ?? throwError('row.missing'), { gym, zone, user, now: clock(), body, certificates })
    return (await readSale(tx, gym, params.id)) ?? throwError('row.missing')
  },
})
