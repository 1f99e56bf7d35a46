import { holdToShown } from '@torniquete/contract/bills.ts'
import { dayOf } from '@torniquete/contract/dates.ts'
import { fail, refuse } from '@torniquete/contract/errors.ts'
import { mayBuyPlan, type Payment } from '@torniquete/contract/payments.ts'
import { insertVoid, summedAnswer } from '../bills/queries.ts'
import { readBuyer } from '../clients/queries.ts'
import { listDocuments } from '../db/documents.ts'
import type { HandlersOf } from '../http/context.ts'
import { readPlan } from '../memberships/queries.ts'
import { insertPayment, payments, readPayment } from './queries.ts'

export const paymentsHandlers: HandlersOf<'payments'> = {
  'payments.list': async ({ tx, gym, query, zone }) =>
    summedAnswer(
      'items',
      await listDocuments<Payment>(tx, gym, payments, query, { partyName: query.client_name, zone }),
      query,
    ),

  'payments.read': async ({ tx, gym, params }) => (await readPayment(tx, gym, params.id)) ?? fail('row.missing'),

  'payments.create': async ({ tx, gym, user, body, zone, now }) => {
    const [client, plan] = await Promise.all([
      readBuyer(tx, gym, body.id_client),
      readPlan(tx, gym, body.id_membership),
    ])
    if (!client || !plan) fail('row.missing')
    refuse(mayBuyPlan(client, plan))
    holdToShown(body.expected_total, plan.price)
    const id = await insertPayment(tx, {
      gym_id: gym,
      id_client: client.id,
      id_user: user.id,
      id_membership: plan.id,
      name: plan.name,
      price: plan.price,
      duration_days: plan.duration_days,
      start_date: dayOf(zone, body.start_date),
      payment_date: now,
    })
    return (await readPayment(tx, gym, id)) ?? fail('row.missing')
  },

  'payments.void': async ({ tx, gym, user, params, body, now }) => {
    await insertVoid(tx, await readPayment(tx, gym, params.id), {
      gym_id: gym,
      id_payment: params.id,
      reason: body.reason,
      id_user: user.id,
      created_at: now,
    })
    return (await readPayment(tx, gym, params.id)) ?? fail('row.missing')
  },
}
