// What a file adds to who is a client already: only where nothing stood, and taken back where nobody changed it since.
import { fail } from '@torniquete/contract/errors.ts'
import type { Transaction } from '../../db/gym-statements.ts'
import { identifier, join, sql } from '../../db/sql.ts'
import type { Undoing } from '../../file-import/acts.ts'
import { type FilledRow, fillable } from './rows.ts'

interface Filled extends FilledRow {
  id: number
  /** As the file calls them; `name` is the client's own. */
  called: string
}

/** In the order of their ids, and as they were when they were judged; else it is to be judged anew. */
async function lockJudged(tx: Transaction, gym: number, rows: readonly FilledRow[]): Promise<void> {
  const ids = rows.map(({ into }) => into.id)
  await tx.run(
    sql`select from clients where gym_id = ${gym} and id = any(${ids}::bigint[]) order by id for no key update`,
  )
  // Asked once they are held: a sale that they waited for is paid by now.
  const now = await tx.many<Pick<FilledRow['into'], 'id' | 'version' | 'paid_until'>>(sql`
    select c.id, c.version, u.day as paid_until from clients c left join paid_until u on u.gym_id = c.gym_id and u.id_client = c.id
    where c.gym_id = ${gym} and c.id = any(${ids}::bigint[]) and c.deleted_at is null`)
  const byId = new Map(now.map((each) => [each.id, each]))
  for (const { into } of rows) {
    const there = byId.get(into.id)
    if (there?.version !== into.version || there.paid_until !== into.paid_until) fail('import.changed')
  }
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

/** What somebody wrote there since stays; whoever was merged since is left as they are. */
export async function undoFills(tx: Transaction, gym: number, act: number, { now, user }: Undoing) {
  const noted = await tx.many<{ id_client: number; id_payment: number | null }>(sql`
    select f.id_client, f.id_payment from client_fills f join clients c on c.gym_id = f.gym_id and c.id = f.id_client
    where f.gym_id = ${gym} and f.id_import = ${act} and c.deleted_at is null order by c.id for no key update of c`)
  if (noted.length === 0) return { restored: 0, kept: 0 }
  const undone = await tx.many<{ id_client: number; id_payment: number | null }>(sql`
    update client_fills f set undone = true
    where f.gym_id = ${gym} and f.id_import = ${act} and f.id_client = any(${noted.map(({ id_client }) => id_client)}::bigint[])
      and not exists (select from client_merges k where k.gym_id = ${gym} and k.id_kept = f.id_client and k.undone_at is null)
    returning f.id_client, f.id_payment`)
  const [clients, payments] = [
    undone.map(({ id_client }) => id_client),
    undone.flatMap(({ id_payment }) => id_payment ?? []),
  ]
  const isAsFilled = (field: (typeof fillable)[number]) =>
    sql`c.${identifier(field)}::text = f.filled ->> ${field}::text`
  await tx.run(sql`
    update clients c set ${join(
      fillable.map(
        (field) => sql`${identifier(field)} = case when ${isAsFilled(field)} then null else c.${identifier(field)} end`,
      ),
      ', ',
    )}
    from client_fills f
    where f.gym_id = ${gym} and f.id_import = ${act} and f.id_client = any(${clients}::bigint[]) and c.gym_id = ${gym} and c.id = f.id_client
      and (${join(fillable.map(isAsFilled), ' or ')})`)
  await tx.run(sql`
    insert into voids (gym_id, id_payment, reason, id_user, created_at)
    select ${gym}, p.id, 'Importación deshecha', ${user}, ${now} from membership_payments p
    where p.gym_id = ${gym} and p.id = any(${payments}::bigint[]) and p.voided_at is null order by p.id`)
  return { restored: clients.length, kept: noted.length - clients.length }
}
