// Completes known clients: fills empty fields, and empties them again on undo unless somebody changed them.
import { fail } from '@torniquete/contract/shared/errors.ts'
import type { Transaction } from '../../../platform/db/gym-statements.ts'
import { identifier, join, type Statement, sql } from '../../../platform/db/sql.ts'
import type { Undoing } from '../../../platform/file-import/acts.ts'
import { type FilledRow, fillable } from './rows.ts'

interface Filled extends FilledRow {
  id: number
  /** Name in the file; `name` is the client's own. */
  called: string
}

/** Locks the clients by id and refuses if they changed since the preview, or their days were paid. */
async function lockJudged(tx: Transaction, gym: number, rows: readonly FilledRow[]): Promise<void> {
  const ids = rows.map(({ into }) => into.id)
  await tx.run(
    sql`select from clients where gym_id = ${gym} and id = any(${ids}::bigint[]) order by id for no key update`,
  )
  // Read under the lock: a sale that was waited for counts.
  const now = await tx.many<Pick<FilledRow['into'], 'id' | 'version' | 'paid_until'>>(sql`
    select c.id, c.version, u.day as paid_until from clients c left join paid_until u on u.gym_id = c.gym_id and u.id_client = c.id
    where c.gym_id = ${gym} and c.id = any(${ids}::bigint[]) and c.deleted_at is null`)
  const byId = new Map(now.map((each) => [each.id, each]))
  for (const { into } of rows) {
    const there = byId.get(into.id)
    if (there?.version !== into.version || there.paid_until !== into.paid_until) fail('import.changed')
  }
  const added = rows.flatMap(({ into, periods }) => periods.map((period) => ({ ...period, id: into.id })))
  const paid = await tx.maybe(sql`
    select from membership_payments p join unnest(${added.map(({ id }) => id)}::bigint[], ${added.map(({ start_date }) => start_date)}::date[],
      ${added.map(({ duration_days }) => duration_days)}::integer[]) as v (client, start, days) on v.client = p.id_client
    where p.gym_id = ${gym} and p.voided_at is null and p.start_date < v.start + v.days and p.end_date > v.start limit 1`)
  if (paid) fail('import.changed')
}

export async function fillClients(tx: Transaction, gym: number, rows: readonly FilledRow[]): Promise<Filled[]> {
  if (rows.length === 0) return []
  await lockJudged(tx, gym, rows)
  const changed = rows.filter(({ fields }) => Object.keys(fields).length > 0)
  const set = fillable.map((field) => {
    const column = identifier(field)
    const filled = sql`coalesce(nullif(c.${column}::text, ''), v.${column})`
    return sql`${column} = ${field === 'birth_date' ? sql`${filled}::date` : filled}`
  })
  const of = (field: (typeof fillable)[number]) => changed.map(({ fields }) => fields[field] ?? null)
  await tx.run(sql`
    update clients c set ${join(set, ', ')}
    from unnest(${changed.map(({ into }) => into.id)}::bigint[], ${join(
      fillable.map((field) => sql`${of(field)}::text[]`),
      ', ',
    )}) as v (id, ${join(fillable.map(identifier), ', ')})
    where c.gym_id = ${gym} and c.id = v.id`)
  return rows.map((row) => ({ ...row, id: row.into.id, called: row.name, name: row.into.name }))
}

export async function noteFills(
  tx: Transaction,
  { gym, act }: { gym: number; act: number },
  filled: readonly Filled[],
  paid: readonly { id: number; id_client: number }[],
): Promise<void> {
  if (filled.length === 0) return
  const paymentOf = new Map(paid.map(({ id, id_client }) => [id_client, id]))
  await tx.run(sql`
    insert into client_fills (gym_id, id_import, id_client, name, filled, id_payment)
    select ${gym}, ${act}, v.* from unnest(${filled.map(({ id }) => id)}::bigint[], ${filled.map(({ called }) => called)}::text[],
      ${filled.map(({ fields }) => JSON.stringify(fields))}::jsonb[], ${filled.map(({ id }) => paymentOf.get(id) ?? null)}::bigint[]) as v`)
}

/** True if `payment` belongs to the same import as the noted one, the last of the client: same moment, price 0. */
export const isOfAct = (payment: Statement, noted: Statement): Statement => sql`exists (
  select from membership_payments l where l.gym_id = ${payment}.gym_id and l.id = ${noted} and l.id_client = ${payment}.id_client
    and ${payment}.id <= l.id and (${payment}.id = l.id or (${payment}.payment_date = l.payment_date and ${payment}.price = 0)))`

/** True if later rows depend on the payment: an attendance, renewal or pause. */
const isUsed = (payment: Statement, noted: Statement): Statement => sql`(
  exists (select from attendances a where a.gym_id = ${payment}.gym_id and a.id_client = ${payment}.id_client and a.undone_at is null and a.check_in >= ${payment}.payment_date)
  or exists (select from membership_payments o where o.gym_id = ${payment}.gym_id and o.id_client = ${payment}.id_client and o.id > ${noted} and o.voided_at is null)
  or exists (select from pauses s where s.gym_id = ${payment}.gym_id and s.id_client = ${payment}.id_client and s.created_at >= ${payment}.payment_date and s.undone_at is null))`

interface Noted {
  id_client: number
  id_payment: number | null
}

/** Marks what is taken back. Clients merged or deleted since, or who use the added days, are marked as kept. */
async function takeUp(tx: Transaction, gym: number, act: number): Promise<{ taken: Noted[]; all: number }> {
  const noted = await tx.many(sql`
    select from client_fills f join clients c on c.gym_id = f.gym_id and c.id = f.id_client
    where f.gym_id = ${gym} and f.id_import = ${act} order by c.id for no key update of c`)
  await tx.run(sql`
    update client_fills f set kept = true from clients c
    where f.gym_id = ${gym} and f.id_import = ${act} and c.gym_id = ${gym} and c.id = f.id_client
      and (c.deleted_at is not null
        or exists (select from client_merges k where k.gym_id = ${gym} and k.id_kept = c.id and k.undone_at is null)
        or exists (select from membership_payments p where p.gym_id = ${gym} and p.id_client = c.id and ${isOfAct(sql`p`, sql`f.id_payment`)} and p.voided_at is null
          and ${isUsed(sql`p`, sql`f.id_payment`)}))`)
  const taken = await tx.many<Noted>(sql`
    update client_fills f set undone = true
    where f.gym_id = ${gym} and f.id_import = ${act} and not f.kept returning f.id_client, f.id_payment`)
  return { taken, all: noted.length }
}

/** Fields that somebody changed since stay. */
export async function undoFills(tx: Transaction, gym: number, act: number, { now, user }: Undoing) {
  const { taken, all } = await takeUp(tx, gym, act)
  const isAsFilled = (field: (typeof fillable)[number]) =>
    sql`c.${identifier(field)}::text = f.filled ->> ${field}::text`
  const emptied = await tx.many<{ id: number }>(sql`
    update clients c set ${join(
      fillable.map(
        (field) => sql`${identifier(field)} = case when ${isAsFilled(field)} then null else c.${identifier(field)} end`,
      ),
      ', ',
    )}
    from client_fills f
    where f.gym_id = ${gym} and f.id_import = ${act} and f.undone and c.gym_id = ${gym} and c.id = f.id_client
      and (${join(fillable.map(isAsFilled), ' or ')})
    returning c.id`)
  const written = emptied.map(({ id }) => id)
  await tx.run(sql`
    update client_fills set wrote = true where gym_id = ${gym} and id_import = ${act} and id_client = any(${written}::bigint[])`)
  const noted = taken.flatMap(({ id_payment }) => id_payment ?? [])
  const voided = await tx.many<{ id: number; id_client: number }>(sql`
    select p.id, p.id_client from membership_payments p join membership_payments n on n.gym_id = p.gym_id and n.id_client = p.id_client
    where p.gym_id = ${gym} and n.id = any(${noted}::bigint[]) and ${isOfAct(sql`p`, sql`n.id`)} and p.voided_at is null order by p.id`)
  await tx.run(sql`
    insert into voids (gym_id, id_payment, reason, id_user, created_at)
    select ${gym}, p.id, 'Importación deshecha', ${user}, ${now} from unnest(${voided.map(({ id }) => id)}::bigint[]) as p (id)`)
  const back = new Set([...written, ...voided.map(({ id_client }) => id_client)])
  const restored = taken.filter((each) => back.has(each.id_client)).length
  return { restored, kept: all - restored }
}
