import type { CallQuery } from '@torniquete/contract/endpoints.ts'
import type { PageQuery } from '@torniquete/contract/shared/schemas.ts'
import type { DebtCollection, DebtCollectionExportRow } from '@torniquete/contract/till/debt-collections.ts'
import type { Transaction } from '../../platform/db/gym-statements.ts'
import { isPersonNamedSql } from '../../platform/db/name-search.ts'
import { isRowInChunkSql, type ListChunkRange } from '../../platform/db/paged-lists.ts'
import { emptySql, type Statement, sql } from '../../platform/db/sql.ts'
import { isTimeInRangeSql, toTimeRange } from '../../platform/db/time-range.ts'
import { selectAmountsByPaymentKind, selectNameSnapshot } from '../bills/queries.ts'

type Filter = Omit<CallQuery<'collections.list'>, keyof PageQuery>

/** SQL source of the tenders of collection `c`, without refunds. */
const parts = sql`from tenders t where t.gym_id = c.gym_id and t.id_collection = c.id and t.amount > 0`

/** SQL condition: the document that tender `t` paid is voided. */
const isVoided = sql`(
  exists (select from sales s where s.gym_id = t.gym_id and s.id = t.id_sale and s.voided_at is not null)
  or exists (select from membership_payments p where p.gym_id = t.gym_id and p.id = t.id_payment and p.voided_at is not null))`

/** Amount of collection `c` that was refunded, by a void of a paid document or of the collection. */
const returned = sql`
  (case when exists (select from collection_voids v where v.gym_id = c.gym_id and v.id_collection = c.id) then c.amount
   else (select coalesce(sum(t.amount), 0) ${parts} and ${isVoided}) end)`

const shown = sql`
  c.id, c.number, c.created_at as at, c.amount, c.left_owing as left, ${returned}::numeric(14, 2) as returned,
  (select json_build_object('id', d.id_client, 'name', c.client_name, 'deleted', case when k.deleted_at is not null then true end)
   from debts d join clients k on k.gym_id = d.gym_id and k.id = d.id_client
   where d.gym_id = c.gym_id and d.id = (select min(t.id_debt) ${parts})) as client,
  case when c.id_user is not null then ${selectNameSnapshot(sql`c.id_user`, sql`c.user_name`)} end as user,
  (select json_agg(json_build_object('kind', case when d.id_sale is null then 'payment' else 'sale' end, 'id', coalesce(d.id_sale, d.id_payment),
       'number', coalesce(s.number, p.number), 'name', p.name, 'amount', paid.amount::text,
       'voided', case when coalesce(s.voided_at, p.voided_at) is not null then true end,
       'left', (d.amount - (select sum(b.amount) from tenders b where b.gym_id = c.gym_id and b.id_debt = d.id and b.id <= paid.last)
         - (select coalesce(sum(v.annulled), 0) from voids v where v.gym_id = c.gym_id and v.id_partial_sale = d.id_sale and v.created_at <= c.created_at))::text)
     order by d.created_at, d.id)
   from (select t.id_debt, sum(t.amount) as amount, max(t.id) as last ${parts} group by 1) paid
     join debts d on d.gym_id = c.gym_id and d.id = paid.id_debt
     left join sales s on s.gym_id = d.gym_id and s.id = d.id_sale
     left join membership_payments p on p.gym_id = d.gym_id and p.id = d.id_payment) as documents,
  (select json_agg(json_build_object('kind', ${selectNameSnapshot(sql`paid.id_kind`, sql`paid.name`)}, 'amount', paid.amount::text, 'received', paid.received::text) order by paid.first)
   from (select t.id_kind, max(t.kind_name) as name, sum(t.amount) as amount, min(t.id) as first,
       case when count(t.received) > 0 then sum(coalesce(t.received, t.amount)) end as received ${parts} group by 1) paid) as paid,
  (select json_build_object('reason', v.reason, 'user', ${selectNameSnapshot(sql`v.id_user`, sql`v.user_name`)},
     'at', to_char(v.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
   from collection_voids v where v.gym_id = c.gym_id and v.id_collection = c.id) as voided`

function ofClients(gym: number, { client_name, id_client }: Filter): Statement {
  const named = isPersonNamedSql(sql`d.id_client`, 'clients', gym, client_name)
  if (id_client === undefined && named === emptySql) return emptySql
  return sql`and c.id = any (array(
    select t.id_collection from debts d join tenders t on t.gym_id = d.gym_id and t.id_debt = d.id
    where d.gym_id = ${gym} ${id_client === undefined ? emptySql : sql`and d.id_client = ${id_client}`} ${named} and t.id_collection is not null))`
}

/** SQL condition: collection `c` was made or voided within the days of the filter. */
function onDays(gym: number, zone: string, filter: Filter): Statement {
  if (filter.start_date === undefined && filter.end_date === undefined) return emptySql
  const days = toTimeRange(filter, zone)
  return sql`and ((true ${isTimeInRangeSql(sql`c.created_at`, days)}) or c.id = any (array(
    select v.id_collection from collection_voids v where v.gym_id = ${gym} ${isTimeInRangeSql(sql`v.created_at`, days)})))`
}

const matching = (gym: number, zone: string, filter: Filter): Statement => sql`
  where c.gym_id = ${gym} ${onDays(gym, zone, filter)} ${ofClients(gym, filter)}`

/** Reads a page, newest first. Computed columns are read only for the rows of the page. */
const cutOf = (rows: Statement, cut: Statement, further = emptySql): Statement => sql`
  select ${shown} ${further} from (select c.* from collections c ${rows} order by c.created_at desc, c.number desc ${cut}) c
  order by c.created_at desc, c.number desc`

export async function listCollections(
  tx: Transaction,
  { gym, zone }: { gym: number; zone: string },
  { page, size_page, ...filter }: CallQuery<'collections.list'>,
) {
  const rows = matching(gym, zone, filter)
  const [items, sums] = await Promise.all([
    tx.many<DebtCollection>(cutOf(rows, sql`limit ${size_page} offset ${page * size_page}`)),
    tx.one<{ total: number; total_voided: number; amount_sum: string }>(sql`
      select count(*)::integer as total, count(v.id_collection)::integer as total_voided,
        coalesce(sum(c.amount - ${returned}) filter (where v.id_collection is null), 0)::numeric(20, 2) as amount_sum
      from collections c left join collection_voids v on v.gym_id = c.gym_id and v.id_collection = c.id ${rows}`),
  ])
  return { items, sums }
}

export function readCollectionChunk(
  tx: Transaction,
  { gym, zone }: { gym: number; zone: string },
  filter: Filter,
  chunk: ListChunkRange,
): Promise<DebtCollectionExportRow[]> {
  const key = sql`c.created_at, c.number`
  const further = isRowInChunkSql(chunk, gym, { rows: sql`collections c`, alias: sql`c`, key, sign: sql`<` })
  const standing = sql`(select t.id_kind, t.amount ${parts} and not ${isVoided})`
  const kinds = sql`, ${selectAmountsByPaymentKind(sql`c`, standing, sql`select null, null::numeric where false`)} as paid_kinds`
  return tx.many(cutOf(sql`${matching(gym, zone, filter)} ${further}`, sql`limit ${chunk.most}`, kinds))
}

export const readCollection = (tx: Transaction, gym: number, id: number): Promise<DebtCollection | null> =>
  tx.maybe(sql`select ${shown} from collections c where c.gym_id = ${gym} and c.id = ${id}`)
