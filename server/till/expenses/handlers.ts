import type { CallBody } from '@torniquete/contract/endpoints.ts'
import { throwError } from '@torniquete/contract/shared/errors.ts'
import { adminRoles, isRoleAllowed } from '@torniquete/contract/shared/roles.ts'
import type { Expense } from '@torniquete/contract/till/expenses.ts'
import type { PaymentFields } from '@torniquete/contract/till/payment-fields.ts'
import { requireValidReceivedReceipt } from '../../fiscal/purchase-receipts/queries.ts'
import { defineDocumentTable, readDocument } from '../../platform/db/document-lists.ts'
import type { Transaction } from '../../platform/db/gym-statements.ts'
import { joinColumnsAndValues, sql } from '../../platform/db/sql.ts'
import type { AreaHandlers } from '../../platform/http/handler-types.ts'
import { refuseFutureDay } from '../../platform/http/parse-request.ts'
import {
  makeTenderCtes,
  readDocumentList,
  readDocumentsWithPayments,
  requireEnoughCash,
  selectNameSnapshot,
  selectVoidJson,
} from '../bills/queries.ts'
import { insertVoid } from '../voids/queries.ts'

export const expenseDocumentTable = defineDocumentTable('expense', {
  alias: sql`e`,
  // Searches description, category and payee.
  party: { words: sql`e.search` },
  columns: sql`
    e.id, e.number, e.created_at, e.spent_on, e.description, e.category, nullif(e.party_name, '') as payee, e.amount,
    e.tax_id, e.supplier_name, e.ncf, e.issued_on, e.goods_kind, e.included_tax,
    coalesce((
      select json_agg(json_build_object('kind', json_build_object('id', t.id_kind, 'name', t.kind_name), 'amount', t.amount::text) order by t.id)
      from tenders t where t.gym_id = e.gym_id and t.id_expense = e.id and t.id_void is null), '[]') as paid,
    ${selectNameSnapshot(sql`e.id_user`, sql`e.user_name`)} as user, ${selectVoidJson(sql`e`, 'expense')} as voided`,
})

const readExpense = (tx: Transaction, gym: number, id: number): Promise<Expense | null> =>
  readDocument(tx, gym, expenseDocumentTable, id)

/** True if cash of a drawer pays the complete expense, in a shift that the user opened. */
const isCashOfOwnShift = async (
  tx: Transaction,
  gym: number,
  user: number,
  { paid, id_shift }: PaymentFields,
): Promise<boolean> => {
  const kinds = paid ? sql`k.id = any(${paid.map(({ id_kind }) => id_kind)}::bigint[])` : sql`k.is_default`
  const { is_own } = await tx.one<{ is_own: boolean }>(sql`
    select exists (select from cash_shifts s where s.gym_id = ${gym} and s.id = ${id_shift ?? null}::bigint and s.id_user = ${user})
      and (select count(*) from payment_kinds k where k.gym_id = ${gym} and k.in_drawer and ${kinds}) = ${paid?.length ?? 1} as is_own`)
  return is_own
}

const pickReceived = ({
  tax_id,
  supplier_name,
  ncf,
  issued_on,
  goods_kind,
  included_tax,
}: CallBody<'expenses.create'>) => ({
  tax_id,
  supplier_name,
  ncf,
  issued_on,
  goods_kind,
  included_tax,
})

export const expensesHandlers: AreaHandlers<'expenses'> = {
  'expenses.list': (call) => readDocumentList<'items', Expense>('items', expenseDocumentTable, call, call.query.name),

  'expenses.export': (call) => readDocumentsWithPayments<Expense>(expenseDocumentTable, call, call.query.name),

  'expenses.read': async ({ tx, gym, params }) => (await readExpense(tx, gym, params.id)) ?? throwError('row.missing'),

  'expenses.create': async ({ tx, gym, user, body, today, clock, country }) => {
    const { description, category, amount, spent_on, payee, paid, id_shift, refuse_short } = body
    if (!isRoleAllowed(user.role, adminRoles) && !(await isCashOfOwnShift(tx, gym, user.id, { paid, id_shift })))
      throwError('expense.not-by-role')
    refuseFutureDay('spent_on', spent_on, today)
    const received = country === 'none' ? {} : pickReceived(body)
    await requireValidReceivedReceipt(tx, received, { gym, today, total: amount })
    const now = clock()
    const row = { description, category, amount, gym_id: gym, id_user: user.id, created_at: now, ...received }
    const { id } = await tx.one<{ id: number }>(sql`
      with made as (
          insert into expenses ${joinColumnsAndValues({ ...row, spent_on: spent_on ?? today, party_name: payee ?? '' })} returning *),
        ${makeTenderCtes('expense', sql`made`, { paid, id_shift }, now)}
      select id from made`)
    const fromDrawer = sql`select from tenders where gym_id = ${gym} and id_expense = ${id} and in_drawer limit 1`
    if (refuse_short && id_shift !== undefined && (await tx.maybe(fromDrawer)))
      await requireEnoughCash(tx, gym, id_shift)
    return (await readExpense(tx, gym, id)) ?? throwError('row.missing')
  },

  'expenses.void': async ({ tx, gym, user, params, body, clock }) => {
    const made = { gym_id: gym, id: params.id, reason: body.reason, how: body, id_user: user.id, created_at: clock() }
    await insertVoid(tx, await readExpense(tx, gym, params.id), { kind: 'expense', ...made })
    return (await readExpense(tx, gym, params.id)) ?? throwError('row.missing')
  },
}
