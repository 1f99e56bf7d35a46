import type { CallQuery } from '@torniquete/contract/endpoints.ts'
import type { ClientMerge, SimilarClient } from '@torniquete/contract/members/client-merge.ts'
import type { Transaction } from '../../../platform/db/gym-statements.ts'
import { type Statement, sql } from '../../../platform/db/sql.ts'

export interface MergeableFields {
  name: string
  id_zkteco: number | null
  card_number: string | null
  phone_number: string | null
  email: string | null
  birth_date: string | null
  address: string | null
  photo_url: string | null
  photo_path: string | null
  social_link: string | null
  notes: string | null
  tax_id: string | null
  legal_name: string | null
  is_active: boolean
  door_blocked: boolean
  door_removed: boolean
}

/** Old and new value of each changed column. */
export type ColumnChanges = { [Column in keyof MergeableFields]?: [MergeableFields[Column], MergeableFields[Column]] }

/** Locks both clients in the order of their ids until commit, so that no sale, edit or merge changes them. */
export const lockClients = (tx: Transaction, gym: number, ids: readonly number[]) =>
  tx.many<MergeableFields & { id: number; is_anonymous: boolean; is_deleted: boolean }>(sql`
    select id, name, id_zkteco, card_number, phone_number, email, birth_date, address, photo_url, photo_path, social_link, notes, tax_id, legal_name,
      is_active, door_blocked, door_removed, is_anonymous, deleted_at is not null as is_deleted
    from clients where gym_id = ${gym} and id = any(${ids}::bigint[]) order by id for no key update`)

const merge = sql`
  select m.id, json_build_object('id', m.id_gone, 'name', m.gone_name) as gone, m.user_name as user, m.created_at
  from client_merges m`

const isUndoable = (now: Date): Statement =>
  sql`m.undone_at is null and m.undo is not null and m.created_at > ${now}::timestamptz - interval '1 day'`

export const readLastUndoableMerge = (
  tx: Transaction,
  gym: number,
  kept: number,
  now: Date,
): Promise<ClientMerge | null> =>
  tx.maybe(sql`
    ${merge} where m.gym_id = ${gym} and m.id_kept = ${kept} and ${isUndoable(now)} order by m.id desc limit 1`)

export async function writeMerge(
  tx: Transaction,
  gym: number,
  act: { kept: number; gone: number; user: number; now: Date; changed: ColumnChanges },
): Promise<ClientMerge> {
  const { id } = await tx.one<{ id: number }>(sql`
    select merge_clients(${act.kept}::bigint, ${act.gone}::bigint, ${act.user}::bigint, ${act.now}::timestamptz, ${JSON.stringify(act.changed)}::jsonb) as id`)
  return tx.one(sql`${merge} where m.gym_id = ${gym} and m.id = ${id}`)
}

export const readUndoableMerge = (tx: Transaction, gym: number, id: number, now: Date) =>
  tx.maybe<{ created_at: string; id_kept: number; id_gone: number; fields: ColumnChanges }>(sql`
    select m.id_kept, m.id_gone, m.created_at, m.undo -> 'fields' as fields
    from client_merges m where m.gym_id = ${gym} and m.id = ${id} and ${isUndoable(now)}`)

export const isClientMergedSql = (client: Statement): Statement => sql`
  exists (select from client_merges m where m.gym_id = ${client}.gym_id and m.id_gone = ${client}.id and m.undone_at is null)`

/** Name of the client into whom this one was merged, at the end of several merges; null if not merged. */
export const findMergeTarget = (tx: Transaction, gym: number, id: number): Promise<{ name: string } | null> =>
  tx.maybe(sql`
    with recursive went as (
      select m.id, m.id_kept from client_merges m where m.gym_id = ${gym} and m.id_gone = ${id} and m.undone_at is null
      union
      select m.id, m.id_kept from went w join client_merges m on m.gym_id = ${gym} and m.id_gone = w.id_kept
      where m.undone_at is null and m.id > w.id)
    select c.name from went w join clients c on c.gym_id = ${gym} and c.id = w.id_kept order by w.id desc limit 1`)

/** True if a person typed the PIN, so that fingerprints under it at a terminal belong to this client. */
export const isPinTyped = async (tx: Transaction, gym: number, pin: number): Promise<boolean> =>
  (await tx.maybe<{ typed: boolean }>(sql`select typed from pins where gym_id = ${gym} and id = ${pin}`))?.typed ??
  false

/** Marks the PIN as generated for the trigger `reserve_pin`, so that users found under it stay unknown users. */
export const markPinGenerated = (tx: Transaction, pin: number): Promise<unknown> =>
  tx.run(sql`select set_config('app.made_pin', ${String(pin)}, true)`)

/** Minimum number of digits in a phone number. */
const phoneDigits = 7
const extractDigits = (text: string | undefined) => (text ?? '').replace(/\D/g, '').slice(-10)

export async function findSimilarClients(
  tx: Transaction,
  gym: number,
  asked: CallQuery<'clients.similar'>,
): Promise<SimilarClient[]> {
  const digits = extractDigits(asked.phone_number)
  const phone = digits.length >= phoneDigits ? digits : null
  const [email, name] = [asked.email?.trim() || null, asked.name?.trim() || null]
  if (phone === null && email === null && name === null) return []
  // Each condition below is a subquery of its own, so that PostgreSQL uses the condition's index.
  const ofTheGym = sql`select id from clients where gym_id = ${gym} and deleted_at is null`
  return tx.many(sql`
    select id, name, id_zkteco, photo_url, phone_number, reason from (
      select c.*, case
        when last_phone_digits(c.phone_number) = ${phone}::text then 'phone_number'
        when normalize_mail(c.email) = normalize_mail(${email}::text) then 'email'
        when c.search = fold(${name}::text) and c.birth_date = ${asked.birth_date ?? null}::date then 'birth_date'
        when c.search = fold(${name}::text) and (c.birth_date is null or ${asked.birth_date ?? null}::date is null) then 'name' end as reason
      from clients c where c.gym_id = ${gym} and c.deleted_at is null and not c.is_anonymous and c.id is distinct from ${asked.except ?? null}::bigint
        and c.id = any (array(
          ${ofTheGym} and last_phone_digits(phone_number) = ${phone}::text
          union all ${ofTheGym} and normalize_mail(email) = normalize_mail(${email}::text)
          union all ${ofTheGym} and search = fold(${name}::text)))) c
    where reason is not null
    order by array_position(array['birth_date', 'email', 'phone_number', 'name'], reason), id desc limit 5`)
}
