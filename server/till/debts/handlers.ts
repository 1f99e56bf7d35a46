import { fail, refuse } from '@torniquete/contract/shared/errors.ts'
import { addSums, showMoney, subtractSums, sumToCents } from '@torniquete/contract/shared/money.ts'
import { getDocumentRows, readDocument } from '../../platform/db/document-lists.ts'
import { makeListAnswer } from '../../platform/db/lists.ts'
import type { AreaHandlers } from '../../platform/http/context.ts'
import { findBuyer, lockBuyer } from '../bills/queries.ts'
import { insertCollection } from '../collections/queries.ts'
import { allocatePayment, insertCollected, selectDefaultKind } from './allocate-payment.ts'
import { listDebtors, readDebtorChunk } from './debtors.ts'
import { listDebtsOfDocuments, openDebts, readDebt, readDebts, readRules, writeRules } from './queries.ts'

export const debtsHandlers: AreaHandlers<'debts'> = {
  'debts.rules': ({ tx, gym }) => readRules(tx, gym),

  'debts.set-rules': async ({ tx, gym, body, clock }) => {
    // An empty body changes nothing.
    if (Object.values(body).some((said) => said !== undefined)) await writeRules(tx, gym, body, clock())
    return readRules(tx, gym)
  },

  'debts.list': async ({ tx, gym, query }) => {
    const { amount_sum, ...list } = await listDebtors(tx, gym, query)
    return { ...makeListAnswer(list, query), amount_sum }
  },

  'debts.export': ({ tx, gym, query, chunk }) => readDebtorChunk(tx, gym, query, chunk),

  'debts.of-client': async ({ tx, gym, params }) => {
    const client = (await findBuyer(tx, gym, params.id_client)) ?? fail('row.missing')
    return readDebts(tx, gym, client.id)
  },

  'debts.collect': async ({ tx, gym, user, params, body, clock }) => {
    const { amount, expected_owed, id_shift } = body
    const client = (await lockBuyer(tx, gym, params.id_client)) ?? fail('row.missing')
    refuse(client.is_anonymous ? 'debt.anonymous' : null)
    const paid = body.paid ?? [{ id_kind: await selectDefaultKind(tx, gym), amount }]
    if (addSums(paid.map((part) => part.amount)) !== amount) fail('debt.other-sum')
    const debts = await openDebts(tx, gym, client.id)
    const owed = addSums(debts.map((debt) => debt.owed))
    refuse(debts.length === 0 ? 'debt.none' : null)
    // Only a payment of the full debt must match the sum that the caller saw; a part payment applies to any.
    if (expected_owed != null && expected_owed !== owed && (amount === owed || amount === expected_owed))
      fail('debt.other', { shown: showMoney(expected_owed), now: showMoney(owed) })
    if (sumToCents(amount) > sumToCents(owed)) fail('debt.less', { owed: showMoney(owed) })
    const now = clock()
    const collection = await insertCollection(tx, {
      gym_id: gym,
      client_name: client.name,
      amount,
      left_owing: subtractSums(owed, amount),
      created_at: now,
      id_user: user.id,
    })
    await insertCollected(tx, { gym, collection: collection.id, shift: id_shift, now }, allocatePayment(debts, paid))
    return { ...(await readDebts(tx, gym, client.id)), ...collection }
  },

  'debts.of-documents': ({ tx, gym, params, query }) => listDebtsOfDocuments(tx, gym, params.document, query.ids),

  'debts.of-document': async ({ tx, gym, params: { document, id } }) => {
    const [found, debt] = await Promise.all([
      readDocument(tx, gym, getDocumentRows(document), id),
      readDebt(tx, gym, document, id),
    ])
    return found ? debt : fail('row.missing')
  },
}
