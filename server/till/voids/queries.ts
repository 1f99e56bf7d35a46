import { type DocumentKind, type DocumentType, documentTypes } from '@torniquete/contract/document-types.ts'
import type { PageQuery } from '@torniquete/contract/shared/schemas.ts'
import type { NumberGap, Void } from '@torniquete/contract/till/voids.ts'
import { selectReceiptObject } from '../../fiscal/queries.ts'
import type { Transaction } from '../../platform/db/gym-statements.ts'
import { selectIdsByName } from '../../platform/db/name-search.ts'
import { type ListChunk, readListPage, selectChunkRows } from '../../platform/db/paged-lists.ts'
import { emptySql, joinStatements, quoteIdentifier, type Statement, sql } from '../../platform/db/sql.ts'
import { isInRange, type TimeRange } from '../../platform/db/time-range.ts'
import { listRestores, type SkippedNumbers } from '../../reports/history/queries.ts'
import { voidIdColumn } from '../bills/queries.ts'

const utc = (column: Statement) => sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** Id of the document that void `v` voids, completely or in part. */
const voidedId = (kind: DocumentKind): Statement =>
  kind === 'sale' ? sql`coalesce(v.id_sale, v.id_partial_sale)` : sql`v.${quoteIdentifier(voidIdColumn(kind))}`

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
  where v.gym_id = ${gym} ${isInRange(sql`v.created_at`, made)} ${selectIdsByName(sql`d.id_user`, 'users', gym, user_name)} ${further}`

const cutOf = (matching: Statement, cut: Statement): Statement => sql`
  select v.id, v.number, v.created_at as at, v.reason, json_build_object('id', v.id_user, 'name', v.user_name) as user, d.kind, d.amount, v.id_partial_sale is not null as partial,
    json_build_object('id', d.id, 'number', d.number, 'at', ${utc(sql`d.at`)}, 'party', d.party_name,
      'user', json_build_object('id', d.id_user, 'name', d.user_name)) as document,
    (select ${selectReceiptObject(null)} from fiscal_receipts r where r.gym_id = v.gym_id and r.id_void = v.id) as fiscal_note
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

export function readVoidChunk(tx: Transaction, gym: number, filter: VoidsFilter, chunk: ListChunk): Promise<Void[]> {
  const key = sql`v.created_at, v.number`
  const further = selectChunkRows(chunk, gym, { rows: sql`voids v`, alias: sql`v`, key, sign: sql`<` })
  return tx.many(cutOf(matchingOf(gym, filter, further), sql`limit ${chunk.most}`))
}

const numbered = [...documentTypes.map(({ kind }) => kind), 'void', 'collection'] as const

/** Raises the next number of each document kind by `count`, because papers printed before a restore may show them. */
export async function skipDocumentNumbers(tx: Transaction, gym: number, count: number): Promise<SkippedNumbers> {
  const skipped = await tx.many<{ kind: string; last: number }>(sql`
    insert into document_numbers as d (gym_id, kind, last) select ${gym}, kind, ${count} from unnest(${numbered}::text[]) kind
    on conflict (gym_id, kind) do update set last = d.last + ${count} returning kind, last`)
  return Object.fromEntries(skipped.map(({ kind, last }) => [kind, [last - count + 1, last]]))
}

/** Ranges of document numbers that restores skipped, the newest restore first. */
export async function listSkippedNumbers(tx: Transaction, gym: number, made: TimeRange): Promise<NumberGap[]> {
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
