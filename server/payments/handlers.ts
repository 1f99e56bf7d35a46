import { holdToShown } from '@torniquete/contract/bills.ts'
import { addDays, dayOf } from '@torniquete/contract/dates.ts'
import { fail, refuse } from '@torniquete/contract/errors.ts'
import { mayBuyPlan, type Payment, refuseOverlap } from '@torniquete/contract/payments.ts'
import type { PaidBy } from '@torniquete/contract/workbooks.ts'
import { insertVoid, lockBuyer, summedAnswer, withPaid } from '../bills/queries.ts'
import { listDocuments, pieceOfDocuments } from '../db/documents.ts'
import { holdToRules } from '../debts/queries.ts'
import type { HandlersOf } from '../http/context.ts'
import { readPlan } from '../memberships/queries.ts'
import { insertPayment, paidPeriods, payments, readPayment } from './queries.ts'

export const paymentsHandlers: HandlersOf<'payments'> = {
  'payments.list': async ({ tx, gym, query, zone }) =>
    summedAnswer(
      'items',
      await listDocuments<Payment>(tx, gym, payments, query, { partyName: query.client_name, zone }),
      query,
    ),

  'payments.export': ({ tx, gym, query, zone, piece }) =>
    pieceOfDocuments<Payment & PaidBy>(tx, gym, withPaid(payments), query, {
      partyName: query.client_name,
      zone,
      piece,
    }),

  'payments.read': async ({ tx, gym, params }) => (await readPayment(tx, gym, params.id)) ?? fail('row.missing'),

  'payments.create': async ({ tx, gym, user, body, zone, clock }) => {
    const start_date = dayOf(zone, body.start_date)
    // In this order: what is paid is read once nobody else sells to the client.
    const [client, plan, paid] = await Promise.all([
      lockBuyer(tx, gym, body.id_client),
      readPlan(tx, gym, body.id_membership),
      paidPeriods(tx, gym, body.id_client, start_date),
    ])
    if (!client || !plan) fail('row.missing')
    refuse(mayBuyPlan(client, plan))
    if (body.owed !== undefined) await holdToRules(tx, { gym, role: user.role, client, owed: body.owed })
    holdToShown(body.expected_total, plan.price)
    const { expected_days: shown } = body
    if (shown != null && shown !== plan.duration_days) fail('plan.days-changed', { shown, now: plan.duration_days })
    const expire_membership = addDays(start_date, plan.duration_days)
    refuseOverlap(client, { start_date, expire_membership }, paid, body.overlap)
    return insertPayment({
      gym_id: gym,
      id_client: client.id,
      party_name: client.name,
      id_user: user.id,
      id_membership: plan.id,
      name: plan.name,
      price: plan.price,
      duration_days: plan.duration_days,
      start_date,
      payment_date: clock(),
      how: body,
    })
  },

  'payments.void': async ({ tx, gym, user, params, body, clock }) => {
    const { client } = (await readPayment(tx, gym, params.id)) ?? fail('row.missing')
    // What else they paid for may move.
    await lockBuyer(tx, gym, client.id)
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
