import { throwError, throwIfRefused } from '@torniquete/contract/shared/errors.ts'
import { addAmounts, formatMoney, fromCents, roundToCents, subtractAmounts } from '@torniquete/contract/shared/money.ts'
import type { PageQuery } from '@torniquete/contract/shared/schemas.ts'
import type { Debt, Debtor } from '@torniquete/contract/till/debts.ts'
import type { PaymentFields } from '@torniquete/contract/till/payment-fields.ts'
import { getDocumentTable, readDocument } from '../../platform/db/document-lists.ts'
import type { Transaction } from '../../platform/db/gym-statements.ts'
import { isPersonNamedSql } from '../../platform/db/name-search.ts'
import { type ListChunkRange, makeListAnswer } from '../../platform/db/paged-lists.ts'
import { emptySql, joinColumnsAndValues, type Statement, sql } from '../../platform/db/sql.ts'
import type { AreaHandlers } from '../../platform/http/handler-types.ts'
import { findBuyer, readBuyerWithExclusiveLock } from '../bills/queries.ts'
import {
  listOpenDebts,
  listOpenDebtsOfDocuments,
  readClientDebts,
  readDebtRules,
  readDocumentDebt,
  selectDebtSumsByClient,
  selectFirstBarredDay,
  writeDebtRules,
} from './queries.ts'

/** Part of a payment, by one payment kind for one debt; `received` is set on the last part of each kind. */
interface CollectedPart {
  id_debt: number
  id_kind: number
  amount: string
  received: string | null
}

/** Distributes a payment over debts. The caller ensures that the payment does not exceed the debts. */
function allocatePayment(
  debts: readonly Pick<Debt, 'id' | 'owed'>[],
  paid: NonNullable<PaymentFields['paid']>,
): CollectedPart[] {
  const open = debts.map(({ id, owed }) => ({ id, left: roundToCents(owed) }))
  return paid.flatMap(({ id_kind, amount, received }) => {
    let rest = roundToCents(amount)
    const back = received == null ? null : roundToCents(received) - rest
    return open.flatMap((debt) => {
      const taken = Math.min(rest, debt.left)
      if (taken === 0) return []
      rest -= taken
      debt.left -= taken
      // Only the last part of the kind shows the cash handed over, which includes the change.
      const handed = back !== null && rest === 0 ? fromCents(taken + back) : null
      return [{ id_debt: debt.id, id_kind, amount: fromCents(taken), received: handed }]
    })
  })
}

const selectDefaultKind = (gym: number) => sql`select id from payment_kinds where gym_id = ${gym} and is_default`

/** Inserts the tenders of a collection. A trigger reduces the debts and refuses more than is owed. */
const insertCollected = (
  tx: Transaction,
  { gym, collection, shift, now }: { gym: number; collection: number; shift: number | undefined; now: Date },
  rows: readonly CollectedPart[],
): Promise<number> =>
  tx.run(sql`
    insert into tenders (gym_id, id_sale, id_payment, id_debt, id_collection, id_kind, kind_name, amount, received, created_at, id_user, id_shift)
    select d.gym_id, d.id_sale, d.id_payment, d.id, ${collection}::bigint, t.id_kind, coalesce(k.name, ''), t.amount, case when k.in_drawer then t.received end,
      ${now}, d.id_user, ${shift ?? null}::bigint
    from unnest(${rows.map(({ id_debt }) => id_debt)}::bigint[], ${rows.map(({ id_kind }) => id_kind)}::bigint[],
        ${rows.map(({ amount }) => amount)}::numeric[], ${rows.map(({ received }) => received)}::numeric[])
        with ordinality as t (id_debt, id_kind, amount, received, place)
      join debts d on d.gym_id = ${gym} and d.id = t.id_debt
      left join payment_kinds k on k.gym_id = d.gym_id and k.id = t.id_kind
    order by t.place`)

interface DebtorsFilter {
  name?: string | undefined
}

const selectDebtors = (gym: number, { name }: DebtorsFilter, cut: Statement): Statement => sql`
  select d.id_client as id, d.id_client, c.name, d.owed, d.since, d.documents, c.deleted_at is not null as deleted, ${selectFirstBarredDay(gym)} as barred_from
  from (
      select * from (${selectDebtSumsByClient(gym, isPersonNamedSql(sql`d.id_client`, 'clients', gym, name))}) d order by d.since, d.id_client ${cut}) d
    join clients c on c.gym_id = ${gym} and c.id = d.id_client
  order by d.since, d.id_client`

async function listDebtors(tx: Transaction, gym: number, { page, size_page, ...filter }: PageQuery & DebtorsFilter) {
  const [items, summed] = await Promise.all([
    tx.many<Debtor>(selectDebtors(gym, filter, sql`limit ${size_page} offset ${page * size_page}`)),
    tx.one<{ total: number; amount_sum: string }>(sql`
      select count(*)::integer as total, coalesce(sum(d.owed), 0)::numeric(20, 2) as amount_sum
      from (${selectDebtSumsByClient(gym, isPersonNamedSql(sql`d.id_client`, 'clients', gym, filter.name))}) d`),
  ])
  return { items, ...summed }
}

/** Returns the complete list as first chunk: a payment between two chunks would shift the cursor. */
const readDebtorChunk = async (
  tx: Transaction,
  gym: number,
  filter: DebtorsFilter,
  { after }: Pick<ListChunkRange, 'after'>,
): Promise<Debtor[]> => (after === null ? tx.many(selectDebtors(gym, filter, emptySql)) : [])

export const debtsHandlers: AreaHandlers<'debts'> = {
  'debts.rules': ({ tx, gym }) => readDebtRules(tx, gym),

  'debts.set-rules': async ({ tx, gym, body, clock }) => {
    // Without any field the rules are not written, so their version stays.
    if (Object.values(body).some((said) => said !== undefined)) await writeDebtRules(tx, gym, body, clock())
    return readDebtRules(tx, gym)
  },

  'debts.list': async ({ tx, gym, query }) => {
    const { amount_sum, ...list } = await listDebtors(tx, gym, query)
    return { ...makeListAnswer(list, query), amount_sum }
  },

  'debts.export': ({ tx, gym, query, chunk }) => readDebtorChunk(tx, gym, query, chunk),

  'debts.of-client': async ({ tx, gym, params }) => {
    const client = (await findBuyer(tx, gym, params.id_client)) ?? throwError('row.missing')
    return readClientDebts(tx, gym, client.id)
  },

  'debts.collect': async ({ tx, gym, user, params, body, clock }) => {
    const { amount, expected_owed, id_shift } = body
    const client = (await readBuyerWithExclusiveLock(tx, gym, params.id_client)) ?? throwError('row.missing')
    throwIfRefused(client.is_anonymous ? 'debt.anonymous' : null)
    const paid = body.paid ?? [{ id_kind: (await tx.one<{ id: number }>(selectDefaultKind(gym))).id, amount }]
    if (addAmounts(paid.map((part) => part.amount)) !== amount) throwError('debt.other-sum')
    const debts = await listOpenDebts(tx, gym, client.id)
    const owed = addAmounts(debts.map((debt) => debt.owed))
    throwIfRefused(debts.length === 0 ? 'debt.none' : null)
    // A payment of the full debt must match the sum that the caller saw; a part payment need not.
    if (expected_owed != null && expected_owed !== owed && (amount === owed || amount === expected_owed))
      throwError('debt.other', { shown: formatMoney(expected_owed), now: formatMoney(owed) })
    if (roundToCents(amount) > roundToCents(owed)) throwError('debt.less', { owed: formatMoney(owed) })
    const now = clock()
    const left_owing = subtractAmounts(owed, amount)
    const row = { gym_id: gym, client_name: client.name, amount, left_owing, created_at: now, id_user: user.id }
    const collection = await tx.one<{ id: number; number: number }>(
      sql`insert into collections ${joinColumnsAndValues(row)} returning id, number`,
    )
    await insertCollected(tx, { gym, collection: collection.id, shift: id_shift, now }, allocatePayment(debts, paid))
    return { ...(await readClientDebts(tx, gym, client.id)), ...collection }
  },

  'debts.of-documents': ({ tx, gym, params, query }) => listOpenDebtsOfDocuments(tx, gym, params.document, query.ids),

  'debts.of-document': async ({ tx, gym, params: { document, id } }) => {
    const [found, debt] = await Promise.all([
      readDocument(tx, gym, getDocumentTable(document), id),
      readDocumentDebt(tx, gym, document, id),
    ])
    return found ? debt : throwError('row.missing')
  },
}
