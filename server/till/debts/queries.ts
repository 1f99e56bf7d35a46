import { throwError, throwIfRefused } from '@torniquete/contract/shared/errors.ts'
import { addAmounts, formatMoney, roundToCents } from '@torniquete/contract/shared/money.ts'
import type { RoleName } from '@torniquete/contract/shared/roles.ts'
import {
  type ClientDebts,
  type Debt,
  type DebtRules,
  type DebtSummary,
  getDebtLimit,
} from '@torniquete/contract/till/debts.ts'
import type { Transaction } from '../../platform/db/gym-statements.ts'
import { isPersonNamedSql } from '../../platform/db/name-search.ts'
import { joinAssignments, joinColumnsAndValues, type Statement, sql } from '../../platform/db/sql.ts'
import { isTimeInRangeSql, type TimeRange } from '../../platform/db/time-range.ts'

/** Reads the gym's debt rules. All are off until the gym sets them. */
export const readDebtRules = (tx: Transaction, gym: number): Promise<DebtRules> =>
  tx.one(sql`
    select coalesce(r.is_on, false) as is_on, r.gym_admin, r.gym_worker, r.bars_after,
      exists (select from debts where gym_id = g.id and owed > 0) as is_owed
    from (select ${gym}::integer as id) g left join debt_rules r on r.gym_id = g.id`)

/** Stores debt rules. If they bar debtors from the door sooner, that applies from `now`, not to passes before. */
export function writeDebtRules(
  tx: Transaction,
  gym: number,
  change: Partial<Omit<DebtRules, 'is_owed'>>,
  now: Date,
): Promise<number> {
  const bars = change.bars_after === undefined ? sql`r.bars_after` : sql`${change.bars_after}::integer`
  const days = sql`case when coalesce(${change.is_on ?? null}, r.is_on) then ${bars} end`
  return tx.run(sql`
    insert into debt_rules as r ${joinColumnsAndValues({ gym_id: gym, ...change, set_at: now })}
    on conflict (gym_id) do update set ${joinAssignments(change)}, set_at = case
      when ${days} < coalesce(case when r.is_on then r.bars_after end, ${days} + 1) then excluded.set_at else r.set_at end`)
}

interface Leaving {
  gym: number
  role: RoleName
  /** Id of the client, whose row the caller has locked so that no other debt is added. */
  client: number
  /** Amount that the new document leaves unpaid. */
  owed: string
  /** Id of the cash shift. It is checked here, since a sale without any payment has no tender that checks it. */
  shift: number | undefined
}

type Owing = Omit<DebtRules, 'is_owed' | 'bars_after'> & { owed: string; is_anonymous: boolean; in_shift: boolean }

export async function requireAllowedDebt(tx: Transaction, { gym, role, client, owed, shift }: Leaving): Promise<void> {
  const {
    owed: before,
    is_anonymous,
    in_shift,
    ...rules
  } = await tx.one<Owing>(sql`
    select coalesce(r.is_on, false) as is_on, r.gym_admin, r.gym_worker, c.is_anonymous,
      ${shift ?? null}::bigint is null or exists (select from cash_shifts where gym_id = ${gym} and id = ${shift ?? null} and closed_at is null) as in_shift,
      (select coalesce(sum(owed), 0)::numeric(20, 2) from debts where gym_id = ${gym} and id_client = c.id and owed > 0) as owed
    from clients c left join debt_rules r on r.gym_id = c.gym_id where c.gym_id = ${gym} and c.id = ${client}`)
  throwIfRefused(rules.is_on ? null : 'debt.off')
  throwIfRefused(is_anonymous ? 'debt.anonymous' : null)
  throwIfRefused(in_shift ? null : 'shift.closed')
  const most = getDebtLimit(rules, role)
  if (most === null) return
  throwIfRefused(Number(most) === 0 ? 'debt.not-by-role' : null)
  const after = addAmounts([before, owed])
  if (roundToCents(after) > roundToCents(most))
    throwError('debt.limit', { most: formatMoney(most), owed: formatMoney(after) })
}

/** SQL rows (id_client, starts): the first day on which the door bars each debtor, by present debts. */
export const selectClientsBarredByDebt = (gym: number): Statement => sql`
  (select d.id_client, min(d.since) + r.bars_after + 1 as starts
   from debts d join debt_rules r on r.gym_id = d.gym_id and r.is_on and r.bars_after is not null
   where d.gym_id = ${gym} and d.owed > 0 group by d.id_client, r.bars_after)`

/** SQL condition: the door bars the client on `day` because of debts. */
export const isClientBarredByDebtSql = (gym: number, client: Statement, day: Statement): Statement => sql`
  exists (
    select from debt_rules r join debts d on d.gym_id = r.gym_id
    where r.gym_id = ${gym} and r.is_on and d.id_client = ${client} and d.owed > 0 and d.since + r.bars_after < ${day})`

/** SQL condition: debts barred the client from the door at `at`. False for times before the rule was set. */
export const wasClientBarredByDebtSql = (
  gym: number,
  client: Statement,
  at: Statement,
  day: Statement,
): Statement => sql`
  exists (
    select from debt_rules r join debts d on d.gym_id = r.gym_id
    where r.gym_id = ${gym} and r.is_on and r.set_at <= ${at} and d.id_client = ${client} and d.since + r.bars_after < ${day}
      and coalesce(d.counts_from <= ${at}, true) and (d.settled_at is null or d.settled_at > ${at}))`

export const selectTotalDebt = (gym: number, client: Statement): Statement => sql`
  (select sum(d.owed)::numeric(20, 2) from debts d where d.gym_id = ${gym} and d.id_client = ${client} and d.owed > 0)`

export const selectDebtSumsByClient = (gym: number, further: Statement): Statement => sql`
  select d.id_client, sum(d.owed)::numeric(20, 2) as owed, min(d.since) as since, count(*)::integer as documents
  from debts d where d.gym_id = ${gym} and d.owed > 0 ${further} group by d.id_client`

/** SQL expression: first day on which debt `d` bars its client from the door. */
export const selectFirstBarredDay = (gym: number): Statement =>
  sql`d.since + (select r.bars_after from debt_rules r where r.gym_id = ${gym} and r.is_on) + 1`

export const listDebtSummaries = (tx: Transaction, gym: number, clients: readonly number[]): Promise<DebtSummary[]> =>
  tx.many(sql`
    select d.id_client, d.owed, d.since, ${selectFirstBarredDay(gym)} as barred_from
    from (${selectDebtSumsByClient(gym, sql`and d.id_client = any(${clients}::bigint[])`)}) d order by d.id_client`)

/** Open debts of a client, the oldest first. */
export const listOpenDebts = (tx: Transaction, gym: number, client: number): Promise<Debt[]> =>
  tx.many(sql`
    select d.id, json_build_object('kind', case when d.id_sale is null then 'payment' else 'sale' end,
        'id', coalesce(d.id_sale, d.id_payment), 'number', coalesce(s.number, p.number)) as document,
      p.name, d.since, d.amount, d.owed
    from debts d
      left join sales s on s.gym_id = d.gym_id and s.id = d.id_sale
      left join membership_payments p on p.gym_id = d.gym_id and p.id = d.id_payment
    where d.gym_id = ${gym} and d.id_client = ${client} and d.owed > 0 order by d.created_at, d.id`)

export async function readClientDebts(tx: Transaction, gym: number, client: number): Promise<ClientDebts> {
  const [[owed = null], debts] = await Promise.all([
    listDebtSummaries(tx, gym, [client]),
    listOpenDebts(tx, gym, client),
  ])
  return { owed, debts }
}

const columnOf = (document: 'sale' | 'payment'): Statement => (document === 'sale' ? sql`id_sale` : sql`id_payment`)

/** Open debts of documents; fully paid debts are left out. */
export const listOpenDebtsOfDocuments = (
  tx: Transaction,
  gym: number,
  document: 'sale' | 'payment',
  ids: readonly number[],
): Promise<{ id: number; owed: string }[]> =>
  tx.many(sql`
    select ${columnOf(document)} as id, owed from debts
    where gym_id = ${gym} and ${columnOf(document)} = any(${ids}::bigint[]) and owed > 0 order by 1`)

export const readDocumentDebt = (
  tx: Transaction,
  gym: number,
  document: 'sale' | 'payment',
  id: number,
): Promise<Pick<Debt, 'amount' | 'owed'> | null> =>
  tx.maybe(sql`
    select amount, owed from debts
    where gym_id = ${gym} and ${columnOf(document)} = ${id}`)

interface Range {
  gym: number
  between: TimeRange
  seller?: string | undefined
}

/** Query of one row (made, annulled): debts made in a range, and debts that voids cancelled. */
export const selectNewAndVoidedDebtSums = ({ gym, between, seller }: Range): Statement => sql`
    select (select coalesce(sum(d.amount), 0)::numeric(20, 2) from debts d
            where d.gym_id = ${gym} ${isTimeInRangeSql(sql`d.created_at`, between)} ${isPersonNamedSql(sql`d.id_user`, 'users', gym, seller)}) as made,
      ((select coalesce(sum(d.annulled - coalesce((select sum(v.annulled) from voids v where v.gym_id = d.gym_id and v.id_partial_sale = d.id_sale), 0)), 0)
        from debts d
        where d.gym_id = ${gym} and d.annulled > 0 ${isTimeInRangeSql(sql`d.settled_at`, between)} ${isPersonNamedSql(sql`d.id_user`, 'users', gym, seller)})
       + (select coalesce(sum(v.annulled), 0) from voids v join debts d on d.gym_id = v.gym_id and d.id_sale = v.id_partial_sale
          where v.gym_id = ${gym} and v.id_partial_sale is not null ${isTimeInRangeSql(sql`v.created_at`, between)}
            ${isPersonNamedSql(sql`d.id_user`, 'users', gym, seller)}))::numeric(20, 2) as annulled`
