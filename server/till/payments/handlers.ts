import { makeTaxedLine } from '@torniquete/contract/fiscal/tax.ts'
import { throwError } from '@torniquete/contract/shared/errors.ts'
import type { Payment } from '@torniquete/contract/till/payments.ts'
import { bookDocumentWithReceipt, issueCreditNoteForVoid } from '../../fiscal/electronic/queries.ts'
import { prepareReceipt, storeTypedTaxIdentity, toClientWithReceiptMode } from '../../fiscal/queries.ts'
import type { AreaHandlers } from '../../platform/http/handler-types.ts'
import type { Services } from '../../services.ts'
import { listBuyerIds, lockDocumentClients, readDocumentList, readDocumentsWithPayments } from '../bills/queries.ts'
import { requireAllowedDebt } from '../debts/queries.ts'
import { insertVoid } from '../voids/queries.ts'
import { makePaymentInsert, paymentDocumentTable, prepareMembershipSale, readPayment } from './queries.ts'

export const paymentsHandlers = ({ certificates }: Pick<Services, 'certificates'>): AreaHandlers<'payments'> => ({
  'payments.list': (call) =>
    readDocumentList<'items', Payment>('items', paymentDocumentTable, call, call.query.client_name),

  'payments.export': (call) => readDocumentsWithPayments<Payment>(paymentDocumentTable, call, call.query.client_name),

  'payments.read': async ({ tx, gym, params }) => (await readPayment(tx, gym, params.id)) ?? throwError('row.missing'),

  'payments.create': async ({ tx, gym, user, body, zone, clock }) => {
    const { client, ...sold } = await prepareMembershipSale(tx, { gym, zone, role: user.role }, body)
    if (body.owed !== undefined)
      await requireAllowedDebt(tx, { gym, role: user.role, client: client.id, owed: body.owed, shift: body.id_shift })
    const row = { ...sold, id_user: user.id, payment_date: clock(), how: body }
    const terms = toClientWithReceiptMode(client)
    if (!terms) return makePaymentInsert({ ...row, taxed: null, receipt: null })
    const taxed = makeTaxedLine(sold.tax_class, sold.price)
    const receipt = prepareReceipt(terms, body.receipt, { payment: [taxed] })
    storeTypedTaxIdentity(tx, gym, terms, body.receipt)
    return bookDocumentWithReceipt(
      tx,
      { gym, terms, certificates, clock },
      makePaymentInsert({ ...row, taxed, receipt }),
    )
  },

  'payments.void': async ({ tx, gym, zone, user, params, body, clock }) => {
    // Locks the client, because a void may move the client's other memberships.
    await lockDocumentClients(tx, gym, () => listBuyerIds(tx, gym, 'payment', params.id))
    const payment = await readPayment(tx, gym, params.id)
    const id_void = await insertVoid(tx, payment, {
      gym_id: gym,
      kind: 'payment',
      id: params.id,
      reason: body.reason,
      how: body,
      id_user: user.id,
      created_at: clock(),
    })
    if (payment?.fiscal) {
      const { fiscal: receipt, membership } = payment
      const { tax_class, included_tax, price } = membership
      const lines = [{ tax_class: tax_class ?? 'exempt', included_tax: included_tax ?? '0.00', total: price }]
      const note = { gym, zone, kind: 'payment', id: params.id, receipt, id_void, lines } as const
      await issueCreditNoteForVoid(tx, { ...note, isComplete: true, certificates, now: clock() })
    }
    return (await readPayment(tx, gym, params.id)) ?? throwError('row.missing')
  },
})
