import { type DocumentKind, type DocumentType, documentTypes } from '@torniquete/contract/document-types.ts'
import { throwError, throwIfRefused } from '@torniquete/contract/shared/errors.ts'
import type { PageQuery } from '@torniquete/contract/shared/schemas.ts'
import { checkNotYetVoided, type VoidSummary } from '@torniquete/contract/till/bills.ts'
import type { RefundFields } from '@torniquete/contract/till/payment-fields.ts'
import type { DocumentNumberGap, Void } from '@torniquete/contract/till/voids.ts'
import { selectStoredReceiptJson } from '../../fiscal/queries.ts'
import { findConstraintErrorName } from '../../platform/db/constraints.ts'
import type { Transaction } from '../../platform/db/gym-statements.ts'
import { isPersonNamedSql } from '../../platform/db/name-search.ts'
import { isRowInChunkSql, type ListChunkRange, readListPage } from '../../platform/db/paged-lists.ts'
import {
  emptySql,
  formatInstantSql,
  joinColumnsAndValues,
  joinStatements,
  quoteIdentifier,
  type Statement,
  sql,
} from '../../platform/db/sql.ts'
import { isTimeInRangeSql, type TimeRange } from '../../platform/db/time-range.ts'
import { listRestores, type SkippedDocumentNumbers } from '../../reports/history/queries.ts'
import { getDocumentIdColumn, requireRefundShift, selectRequestedTenders } from '../bills/queries.ts'

/** Id of the document that void `v` voids, completely or in part. */
const voidedId = (kind: DocumentKind): Statement =>
  kind === 'sale' ? sql`coalesce(v.id_sale, v.id_partial_sale)` : sql`v.${quoteIdentifier(getDocumentIdColumn(kind))}`

const voidAmount = (kind: DocumentKind, amount: Statement): Statement =>
  kind === 'sale'
    ? sql`case when v.id_partial_sale is null then ${amount} - partly_voided(v.gym_id, v.id_sale) else v.amount end`
    : amount

const ofKind = ({ kind, table, at, amount, about }: DocumentType): Statement => sql`
  select ${kind}::text as kind, d.id, d.number, d.${quoteIdentifier(at)} as at, ${about ? sql`concat_ws(' · ', nullif(d.party_name, ''), d.${quoteIdentifier(about)})` : sql`d.party_name`} as party_name, d.id_user, d.user_name, ${voidAmount(kind, sql`d.${quoteIdentifier(amount)}`)} as amount
  from ${quoteIdentifier(table)} d where d.gym_id = v.gym_id and d.id = ${voidedId(kind)}`

export interface VoidsFilter {
  made: TimeRange
  user_name?: string | undefined
}

const matchingOf = (gym: number, { made, user_name }: VoidsFilter, further: Statement): Statement => sql`
  from voids v
    cross join lateral (${joinStatements(documentTypes.map(ofKind), ' union all ')}) d
  where v.gym_id = ${gym} ${isTimeInRangeSql(sql`v.created_at`, made)} ${isPersonNamedSql(sql`d.id_user`, 'users', gym, user_name)} ${further}`

const cutOf = (matching: Statement, cut: Statement): Statement => sql`
  select v.id, v.number, v.created_at as at, v.reason, json_build_object('id', v.id_user, 'name', v.user_name) as user, d.kind, d.amount, v.id_partial_sale is not null as partial,
    json_build_object('id', d.id, 'number', d.number, 'at', ${formatInstantSql(sql`d.at`)}, 'party', d.party_name,
      'user', json_build_object('id', d.id_user, 'name', d.user_name)) as document,
    ${selectStoredReceiptJson(null, sql`r.gym_id = v.gym_id and r.id_void = v.id`)} as fiscal_note
  ${matching} order by v.created_at desc, v.number desc ${cut}`

export function listVoids(tx: Transaction, gym: number, filter: VoidsFilter, { page, size_page }: PageQuery) {
  const matching = matchingOf(gym, filter, emptySql)
  return readListPage<Void>(
    tx,
    { page, size_page },
    cutOf(matching, sql`limit ${size_page} offset ${page * size_page}`),
    matching,
  )
}

export function readVoidChunk(
  tx: Transaction,
  gym: number,
  filter: VoidsFilter,
  chunk: ListChunkRange,
): Promise<Void[]> {
  const key = sql`v.created_at, v.number`
  const further = isRowInChunkSql(chunk, gym, { rows: sql`voids v`, alias: sql`v`, key, sign: sql`<` })
  return tx.many(cutOf(matchingOf(gym, filter, further), sql`limit ${chunk.most}`))
}

const numbered = [...documentTypes.map(({ kind }) => kind), 'void', 'collection'] as const

/** Raises the next number of each document kind by `count`, because papers printed before a restore may show them. */
export async function skipDocumentNumbers(
  tx: Transaction,
  gym: number,
  count: number,
): Promise<SkippedDocumentNumbers> {
  const skipped = await tx.many<{ kind: string; last: number }>(sql`
    insert into document_numbers as d (gym_id, kind, last) select ${gym}, kind, ${count} from unnest(${numbered}::text[]) kind
    on conflict (gym_id, kind) do update set last = d.last + ${count} returning kind, last`)
  return Object.fromEntries(skipped.map(({ kind, last }) => [kind, [last - count + 1, last]]))
}

/** Ranges of document numbers that restores skipped, the newest restore first. */
export async function listSkippedDocumentNumbers(
  tx: Transaction,
  gym: number,
  made: TimeRange,
): Promise<DocumentNumberGap[]> {
  const [restored, { owing }] = await Promise.all([
    listRestores(tx, gym, made),
    tx.one<{ owing: boolean }>(sql`select exists (select from debt_rules where gym_id = ${gym}) as owing`),
  ])
  return restored.flatMap(({ at, from, skipped }) =>
    ([...numbered, 'shift'] as const).flatMap((kind) => {
      const [first, last] = skipped[kind] ?? []
      // Gyms that never sold on credit have no collections, so they do not see their numbers.
      const isTold = kind !== 'collection' || owing
      return !isTold || first === undefined || last === undefined ? [] : [{ at, copied_at: from, kind, first, last }]
    }),
  )
}

/** CTEs for a void's refund. Without payment parts or a shift, a trigger refunds each tender by its own kind. */
function refundParts(kind: DocumentKind, { paid, id_shift }: RefundFields): Statement {
  if (!paid && id_shift == null) return emptySql
  const column = quoteIdentifier(getDocumentIdColumn(kind))
  const document = documentTypes.find((each) => each.kind === kind)?.table ?? ''
  const back = paid
    ? selectRequestedTenders({ paid }, emptySql)
    : sql`(select o.id_kind, sum(o.amount) from tenders o
        where o.gym_id = v.gym_id and o.${column} = v.${column} and o.id_void is null group by 1 having sum(o.amount) > 0) as t (id_kind, amount)`
  return sql`,
    refunded as (
      insert into tenders (gym_id, ${column}, id_void, id_kind, kind_name, amount, created_at, id_user, id_shift)
      select v.gym_id, v.${column}, v.id, t.id_kind, coalesce(k.name, ''), -t.amount, v.created_at, d.id_user, ${id_shift ?? null}::bigint
      from made v join ${quoteIdentifier(document)} d on d.gym_id = v.gym_id and d.id = v.${column}
        cross join lateral ${back} left join payment_kinds k on k.gym_id = v.gym_id and k.id = t.id_kind)`
}

interface NewVoid {
  gym_id: number
  kind: DocumentKind
  id: number
  reason: string
  id_user: number
  created_at: Date
  how: RefundFields
}

/**
 * Voids a document and returns the void's id. Triggers mark the document and return its stock. Of two concurrent voids
 * the second fails.
 */
export async function insertVoid(
  tx: Transaction,
  document: { voided: VoidSummary | null } | null,
  { kind, id, how, ...row }: NewVoid,
): Promise<number> {
  throwIfRefused(checkNotYetVoided(document ?? throwError('row.missing')))
  const made = sql`insert into voids ${joinColumnsAndValues({ ...row, [getDocumentIdColumn(kind)]: id })} returning *`
  try {
    const { id: id_void } = await tx.one<{ id: number }>(
      sql`with made as (${made}) ${refundParts(kind, how)} select id from made`,
    )
    await requireRefundShift(tx, row.gym_id, how, sql`t.id_void = ${id_void}`)
    return id_void
  } catch (error) {
    // For a document with a debt, the refund may be less than the total, so the error must name the paid amount.
    if (findConstraintErrorName(error) === 'tender.other-sum') throwError('tender.other-refund')
    throw error
  }
}
