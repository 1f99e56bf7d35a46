import { fail } from '@torniquete/contract/shared/errors.ts'
import type { Payment } from '@torniquete/contract/till/payments.ts'
import type { AreaHandlers } from '../../platform/http/handler-types.ts'
import { insertVoid, listBuyers, lockOwners, readDocumentList, readPaidDocuments } from '../bills/queries.ts'
import { requireAllowedDebt } from '../debts/queries.ts'
import { insertPayment, paymentRows, prepareMembershipSale, readPayment } from './queries.ts'

export const paymentsHandlers: AreaHandlers<'payments'> = {
  'payments.list': (call) => readDocumentList<'items', Payment>('items', paymentRows, call, call.query.client_name),

  'payments.export': (call) => readPaidDocuments<Payment>(paymentRows, call, call.query.client_name),

  'payments.read': async ({ tx, gym, params }) => (await readPayment(tx, gym, params.id)) ?? fail('row.missing'),

  'payments.create': async ({ tx, gym, user, body, zone, clock }) => {
    const sold = await prepareMembershipSale(tx, { gym, zone, role: user.role }, body)
    const { id_client: client } = sold
    if (body.owed !== undefined)
      await requireAllowedDebt(tx, { gym, role: user.role, client, owed: body.owed, shift: body.id_shift })
    return insertPayment({ ...sold, id_user: user.id, payment_date: clock(), how: body })
  },

  'payments.void': async ({ tx, gym, user, params, body, clock }) => {
    // Locks the client, because a void may move the client's other memberships.
    await lockOwners(tx, gym, () => listBuyers(tx, gym, 'payment', params.id))
    await insertVoid(tx, await readPayment(tx, gym, params.id), {
      gym_id: gym,
      kind: 'payment',
      id: params.id,
      reason: body.reason,
      how: body,
      id_user: user.id,
      created_at: clock(),
    })
    return (await readPayment(tx, gym, params.id)) ?? fail('row.missing')
  },
}
