import { type DocumentKind, documentTypes } from '@torniquete/contract/document-types.ts'
import type { PaymentKindFlow, PaymentKindSum, Tender } from '@torniquete/contract/till/tenders.ts'
import { type DayRange, selectDayAndMonthTableSums, selectUnstoredDaySums } from '../../platform/db/day-sums.ts'
import type { Transaction } from '../../platform/db/gym-statements.ts'
import { isPersonNamedSql } from '../../platform/db/name-search.ts'
import { emptySql, joinStatements, quoteIdentifier, type Statement, sql } from '../../platform/db/sql.ts'
import { isTimeInRangeSql, type TimeRange } from '../../platform/db/time-range.ts'
import { selectIncomeSumOfDays, selectOutgoingsSum, selectValidDocumentsSum } from '../../reports/statistics/queries.ts'
import { getDocumentIdColumn, isIncomingTenderSql } from '../bills/queries.ts'
import { selectNewAndVoidedDebtSums } from '../debts/queries.ts'

export const listTenders = (tx: Transaction, gym: number, kind: DocumentKind, id: number): Promise<Tender[]> =>
  tx.many(sql`
    select id, json_build_object('id', id_kind, 'name', kind_name) as kind, amount, received, created_at as at
    from tenders where gym_id = ${gym} and ${quoteIdentifier(getDocumentIdColumn(kind))} = ${id} order by id`)

/** JSON array of refunds (the contract's Refund). Voids that refunded no money are left out. */
export function selectRefunds(gym: number, which: Statement): Statement {
  const number = joinStatements(
    documentTypes.map(
      ({ kind, table }) =>
        sql`when ${kind} then (select d.number from ${quoteIdentifier(table)} d where d.gym_id = ${gym} and d.id = b.id)`,
    ),
    ' ',
  )
  return sql`(
    select coalesce(json_agg(json_build_object(
      'document', json_build_object('kind', b.document, 'id', b.id, 'number', case b.document ${number}
        else (select c.number from collections c where c.gym_id = ${gym} and c.id = b.id) end),
      'at', to_char(coalesce(v.created_at, r.created_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'by', json_build_object('id', coalesce(v.id_user, r.id_user), 'name', coalesce(v.user_name, r.user_name)), 'paid', b.paid) order by b.first), '[]')
    from (
        select id_void, document, id, min(first) as first,
          json_agg(json_build_object('kind', json_build_object('id', id_kind, 'name', name), 'in_drawer', in_drawer, 'amount', amount::text) order by first) as paid
        from (
          select t.id_void, t.id_kind, max(t.kind_name) as name, coalesce(t.in_drawer, k.in_drawer) as in_drawer, -sum(t.amount) as amount, min(t.id) as first,
            case when t.id_void is null then 'collection' else t.document end as document,
            case when t.id_void is null then t.id_collection else coalesce(t.id_sale, t.id_payment, t.id_purchase, t.id_expense) end as id
          from tenders t join payment_kinds k on k.gym_id = t.gym_id and k.id = t.id_kind
          where t.gym_id = ${gym} and t.amount < 0 and ${which} group by 1, 2, 4, 7, 8) part
        group by 1, 2, 3) b
      left join voids v on v.gym_id = ${gym} and v.id = b.id_void
      left join collection_voids r on r.gym_id = ${gym} and b.id_void is null and r.id_collection = b.id)`
}

const kindOf = sql`json_build_object('id', k.id, 'name', k.name)`

/** Queries over a set of documents: total amount, open debt, and amounts by payment kind (id_kind, amount). */
interface Paid {
  total: Statement
  owed: Statement
  paid: Statement
}

const isOwing = (document: DocumentKind) => document === 'sale' || document === 'payment'

/** Queries over the documents in CTE `matched` (id, amount). */
const selectPaid = (gym: number, document: DocumentKind): Paid => ({
  total: sql`select sum(amount) from matched`,
  owed: isOwing(document)
    ? // reads all open debts once, since they are few, and the planner cannot know how many documents match
      sql`select sum(d.owed) from (select * from debts where gym_id = ${gym} and owed > 0 offset 0) d join matched m on m.id = d.${quoteIdentifier(getDocumentIdColumn(document))}`
    : sql`select 0`,
  paid: sql`
    select t.id_kind, sum(t.amount) as amount
    from matched m join tenders t on t.gym_id = ${gym} and t.${quoteIdentifier(getDocumentIdColumn(document))} = m.id
    group by 1`,
})

/** Sums by payment kind in the gym's order, then the open debt, then amounts without a payment kind. */
const sumsOfPaid = (
  tx: Transaction,
  gym: number,
  parts: Statement,
  { total, owed, paid }: Paid,
): Promise<PaymentKindSum[]> =>
  tx.many(sql`
    with ${parts} paid as (${paid}), owing as (select coalesce((${owed}), 0) as amount),
      told as (
        select ${kindOf} as kind, k.position, k.id, p.amount, null::boolean as owed from paid p join payment_kinds k on k.gym_id = ${gym} and k.id = p.id_kind
        where p.amount <> 0
        union all
        select null, null, null, amount, true from owing
        union all
        select null, null, null, coalesce((${total}), 0) - coalesce((select sum(amount) from paid), 0) - (select amount from owing), null)
    select kind, amount::numeric(20, 2) as amount, owed from told where kind is not null or amount <> 0 order by position, id, owed`)

/** Sums of documents by payment kind; `standing` selects the valid documents (id, amount). */
export const listSumsByPaymentKind = (
  tx: Transaction,
  gym: number,
  document: DocumentKind,
  standing: Statement,
): Promise<PaymentKindSum[]> =>
  sumsOfPaid(tx, gym, sql`matched as materialized (${standing}),`, selectPaid(gym, document))

interface DaysRange {
  gym: number
  days: DayRange
  seller?: string | undefined
}

/** Sums by payment kind of whole days. `standing` selects the documents of days without stored sums. */
export const listDaySumsByPaymentKind = (
  tx: Transaction,
  document: DocumentKind,
  standing: Statement,
  { days, between, ...range }: DaysRange & { between: TimeRange },
): Promise<PaymentKindSum[]> =>
  sumsOfPaid(tx, range.gym, emptySql, {
    owed: isOwing(document)
      ? sql`
          select sum(d.owed) from debts d
          where d.gym_id = ${range.gym} and d.owed > 0 and d.${quoteIdentifier(getDocumentIdColumn(document))} is not null
            ${isTimeInRangeSql(sql`d.created_at`, between)} ${isPersonNamedSql(sql`d.id_user`, 'users', range.gym, range.seller)}`
      : sql`select 0`,
    total:
      document === 'sale' || document === 'payment'
        ? selectValidDocumentsSum(range, document, days)
        : sql`select sum(amount) from (${standing}) d`,
    paid: sql`
      select id_kind, sum(standing) as amount from (${tenderSums({ days, ...range }, sql`and document = ${document}`)}) t group by 1`,
  })

const bySeller = ({ gym, seller }: Omit<DaysRange, 'days'>, column = sql`id_user`) =>
  isPersonNamedSql(column, 'users', gym, seller)

/** Stored sums of whole days, read by month where the range includes a complete month. */
const tenderSums = ({ days, ...range }: DaysRange, which = emptySql): Statement => sql`
  ${selectDayAndMonthTableSums(
    days,
    (span) => sql`
      select document, id_kind, moved, standing, collected from ${span === 'month' ? sql`tender_months` : sql`tender_days`}
      where gym_id = ${range.gym} ${which} ${bySeller(range)}`,
  )}
  union all
  select s.document, s.id_kind, s.moved, s.standing, s.collected from ${selectUnstoredDaySums(range.gym, days, 'tenders_between')}
  where true ${which} ${bySeller(range)}`

/** SQL condition: kind `m` had refunds in the range, so its income of zero is the result of a refund. */
function wentBack({ gym, between, ...range }: Omit<DaysRange, 'days'> & { between: TimeRange }): Statement {
  const ofKind = sql`n.id_kind = m.id_kind ${bySeller({ gym, ...range }, sql`n.id_user`)}`
  return sql`(
    exists (select from voids v join tenders n on n.gym_id = v.gym_id and n.id_void = v.id
            where v.gym_id = ${gym} ${isTimeInRangeSql(sql`v.created_at`, between)} and ${ofKind})
    or exists (select from tenders n where n.gym_id = ${gym} and n.id_debt is not null and n.amount < 0 ${isTimeInRangeSql(sql`n.created_at`, between)} and ${ofKind}))`
}

/** Reads all sums in one statement, so that a concurrent sale is in all of them or in none. */
export function listFlowByPaymentKind(
  tx: Transaction,
  { days, between, ...range }: DaysRange & { between: TimeRange },
): Promise<PaymentKindFlow[]> {
  return tx.many(sql`
    with moved as (
        select id_kind, coalesce(sum(t.moved) filter (where ${isIncomingTenderSql}), 0) as income, coalesce(sum(t.moved) filter (where not ${isIncomingTenderSql}), 0) as expenses,
          sum(t.collected) as collected
        from (${tenderSums({ days, ...range })}) t group by 1),
      -- OFFSET 0 makes PostgreSQL compute each sum once; otherwise the pending amount would compute them again
      debts as (
        select *, made - collected - annulled as pending
        from (select f.*, (select coalesce(sum(collected), 0)::numeric(20, 2) from moved) as collected from (${selectNewAndVoidedDebtSums({ ...range, between })}) f offset 0) d),
      told as (
        select ${kindOf} as kind, k.in_drawer, k.position, k.id, m.income, m.expenses, null::json as debts
        from moved m join payment_kinds k on k.gym_id = ${range.gym} and k.id = m.id_kind
        where m.income <> 0 or m.expenses <> 0 or ${wentBack({ ...range, between })}
        union all
        select null, false, null, null, pending, 0, json_build_object('made', made::text, 'collected', collected::text, 'annulled', annulled::text)
        from debts where made <> 0 or collected <> 0 or annulled <> 0
        union all
        select null, false, null, null, coalesce((${selectIncomeSumOfDays(range, days)}), 0) - coalesce((select sum(income) from moved), 0) - (select pending from debts),
          coalesce((${selectOutgoingsSum({ ...range, between })}), 0) - coalesce((select sum(expenses) from moved), 0), null)
    select kind, in_drawer, income::numeric(20, 2) as income, expenses::numeric(20, 2) as expenses, (income - expenses)::numeric(20, 2) as balance, debts
    from told where kind is not null or debts is not null or income <> 0 or expenses <> 0 order by position, id, debts is null`)
}
