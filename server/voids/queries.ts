import type { Page } from '@torniquete/contract/shapes.ts'
import type { Void } from '@torniquete/contract/voids.ts'
import type { Transaction } from '../db/gym-statements.ts'
import { idsOfNamed } from '../db/name-search.ts'
import { type Statement, sql } from '../db/sql.ts'
import { type Between, within } from '../db/time-range.ts'

const utc = (column: Statement) => sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** Newest first. */
export async function listVoids(
  tx: Transaction,
  gym: number,
  made: Between,
  { user_name, page, size_page }: Page & { user_name?: string | undefined },
): Promise<{ items: Void[]; total: number }> {
  const matching = sql`
    from voids v
      cross join lateral (
        select 'sale' as kind, s.id, s.number, s.created_at as at, s.party_name, s.id_user, s.user_name, s.amount_total as amount
        from sales s where s.gym_id = v.gym_id and s.id = v.id_sale
        union all
        select 'purchase', b.id, b.number, b.created_at, b.party_name, b.id_user, b.user_name, b.amount_total
        from purchases b where b.gym_id = v.gym_id and b.id = v.id_purchase
        union all
        select 'payment', p.id, p.number, p.payment_date, p.party_name, p.id_user, p.user_name, p.price
        from membership_payments p where p.gym_id = v.gym_id and p.id = v.id_payment) d
    where v.gym_id = ${gym} ${within(sql`v.created_at`, made)} ${idsOfNamed(sql`d.id_user`, 'users', gym, user_name)}`
  const [items, counted] = await Promise.all([
    tx.many<Void>(sql`
      select v.id, v.number, v.created_at as at, v.reason, json_build_object('id', v.id_user, 'name', v.user_name) as user, d.kind, d.amount,
        json_build_object('id', d.id, 'number', d.number, 'at', ${utc(sql`d.at`)}, 'party', d.party_name,
          'user', json_build_object('id', d.id_user, 'name', d.user_name)) as document
      ${matching} order by v.created_at desc, v.number desc limit ${size_page} offset ${page * size_page}`),
    tx.one<{ total: number }>(sql`select count(*) as total ${matching}`),
  ])
  return { items, total: counted.total }
}
