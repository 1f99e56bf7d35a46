import { fail } from '@torniquete/contract/shared/errors.ts'
import { admins, isAllowed } from '@torniquete/contract/shared/roles.ts'
import type { PaidRow } from '@torniquete/contract/shared/workbooks.ts'
import type { Expense } from '@torniquete/contract/till/expenses.ts'
import { listDocuments, readDocumentChunk } from '../../platform/db/document-lists.ts'
import type { AreaHandlers } from '../../platform/http/context.ts'
import { refuseFuture } from '../../platform/http/request-parts.ts'
import { addPayments, insertVoid, makeSummedListAnswer, refuseOverdraw } from '../bills/queries.ts'
import { expenses, insertExpense, isCashOfOwnShift, isPaidFromDrawer, readExpense } from './queries.ts'

export const expensesHandlers: AreaHandlers<'expenses'> = {
  'expenses.list': async ({ tx, gym, query, zone }) =>
    makeSummedListAnswer(
      'items',
      await listDocuments<Expense>(tx, gym, expenses, query, { zone, partyName: query.name }),
      query,
    ),

  'expenses.export': ({ tx, gym, query, zone, chunk }) =>
    readDocumentChunk<Expense & PaidRow>(tx, gym, addPayments(expenses), query, { zone, partyName: query.name, chunk }),

  'expenses.read': async ({ tx, gym, params }) => (await readExpense(tx, gym, params.id)) ?? fail('row.missing'),

  'expenses.create': async ({ tx, gym, user, body, today, clock }) => {
    const { spent_on, payee, paid, id_shift, refuse_short, ...fields } = body
    if (!isAllowed(user.role, admins) && !(await isCashOfOwnShift(tx, gym, user.id, { paid, id_shift })))
      fail('expense.not-by-role')
    refuseFuture('spent_on', spent_on, today)
    const id = await insertExpense(
      tx,
      {
        ...fields,
        gym_id: gym,
        id_user: user.id,
        created_at: clock(),
        spent_on: spent_on ?? today,
        party_name: payee ?? '',
      },
      { paid, id_shift },
    )
    if (refuse_short && id_shift !== undefined && (await isPaidFromDrawer(tx, gym, id)))
      await refuseOverdraw(tx, gym, id_shift)
    return (await readExpense(tx, gym, id)) ?? fail('row.missing')
  },

  'expenses.void': async ({ tx, gym, user, params, body, clock }) => {
    const made = { gym_id: gym, id: params.id, reason: body.reason, how: body, id_user: user.id, created_at: clock() }
    await insertVoid(tx, await readExpense(tx, gym, params.id), { kind: 'expense', ...made })
    return (await readExpense(tx, gym, params.id)) ?? fail('row.missing')
  },
}
