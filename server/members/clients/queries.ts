import type { Country } from '@torniquete/contract/fiscal/receipts.ts'
import type { Client, ClientStatus, ClientWithDoorStates } from '@torniquete/contract/members/clients.ts'
import { throwError } from '@torniquete/contract/shared/errors.ts'
import type { PageQuery } from '@torniquete/contract/shared/schemas.ts'
import { listClientTerminalStates } from '../../door/queries.ts'
import type { Transaction } from '../../platform/db/gym-statements.ts'
import { hasNameWordsSql } from '../../platform/db/name-search.ts'
import {
  emptySql,
  formatInstantSql,
  joinColumnsAndValues,
  makeUpdateStatement,
  type Statement,
  sql,
} from '../../platform/db/sql.ts'
import type { GymCall } from '../../platform/http/handler-types.ts'
import { listDebtSummaries } from '../../till/debts/queries.ts'
import { joinShownMembership } from '../../till/payments/queries.ts'
import { listCurrentPauses } from '../pauses/queries.ts'
import { readVisitsLeft } from '../visits-left/queries.ts'

/** Fields of a client `c` with the membership `shown`, in the order and the forms of the contract. */
const selectColumns = (
  country: Country,
) => sql`c.id, c.id_zkteco, c.name, c.birth_date, c.email, c.phone_number, c.address, c.card_number, c.social_link, c.notes, ${country === 'none' ? emptySql : sql`c.tax_id, c.legal_name,`}
  c.is_active, c.photo_url, c.photo_path, ${formatInstantSql(sql`c.created_at`)} as created_at, ${formatInstantSql(sql`c.updated_at`)} as updated_at,
  c.door_blocked, c.door_removed, shown.membership,
  case when not c.is_anonymous then (select u.day from paid_until u where u.gym_id = c.gym_id and u.id_client = c.id) end as paid_until`

/** A client as JSON text. */
export interface ClientJsonText {
  id: number
  json: string
}

const selectText = (country: Country) =>
  sql`c.id, (select row_to_json(fields)::text from (select ${selectColumns(country)}) fields) as json`

const selectRegistered = (gym: number, name: string | undefined): Statement =>
  sql`c.gym_id = ${gym} and c.deleted_at is null and not c.is_anonymous ${hasNameWordsSql(sql`c.search`, name)}`

/** Matches a single word of letters and digits, which `fold` does not split. */
const oneWord = /^[\p{Script=Latin}\d]+$/u

/** Ids of clients whose name contains all words. A single word uses the index of words, several use trigrams. */
const selectIdsNamed = (gym: number, name: string): Statement =>
  oneWord.test(name.trim())
    ? sql`
      select distinct w.id_client as id from client_words w where w.gym_id = ${gym} and w.word = any (array(
        select n.word from name_words n where n.gym_id = ${gym} ${hasNameWordsSql(sql`n.word`, name)}))`
    : sql`select c.id from clients c where ${selectRegistered(gym, name)}`

/** Call that reads clients: its gym, the gym's day, and the country that decides which fields they have. */
export type ClientReadContext = Pick<GymCall<'clients.list'>, 'tx' | 'gym' | 'today' | 'country'>

/** A page of clients, newest first. Memberships are read only for the clients of the page. */
export const listClientPage = (
  { tx, gym, today, country }: ClientReadContext,
  { page, size_page }: PageQuery,
): Promise<ClientJsonText[]> =>
  tx.many(sql`
    select ${selectText(country)}
    from (select * from clients c where ${selectRegistered(gym, undefined)}
          order by c.id desc limit ${size_page} offset ${page * size_page}) c
      ${joinShownMembership(today)}
    order by c.id desc`)

export const countClients = async (tx: Transaction, gym: number): Promise<number> =>
  (
    await tx.one<{ total: number }>(
      sql`select count(*) as total from clients c where ${selectRegistered(gym, undefined)}`,
    )
  ).total

/** Finds clients by name, newest first. Reads the page and the total in one pass. */
export async function findClientPageByName(
  { tx, gym, today, country }: ClientReadContext,
  name: string,
  { page, size_page }: PageQuery,
): Promise<{ items: ClientJsonText[]; total: number }> {
  const rows = await tx.many<ClientJsonText & { total: number }>(sql`
    with matching as materialized (${selectIdsNamed(gym, name)})
    select counted.total, ${selectText(country)}
    from (select count(*) as total from matching) counted
      left join (select id from matching order by id desc limit ${size_page} offset ${page * size_page}) page on true
      left join clients c on c.gym_id = ${gym} and c.id = page.id
      ${joinShownMembership(today)}
    order by c.id desc`)
  // For a page past the end, the query returns one row that has only the total.
  return { items: rows.filter((row) => row.id !== null), total: rows[0]?.total ?? 0 }
}

/** First clients whose name begins with the text, then those with a word that does. Includes the anonymous client. */
export const searchClients = (
  { tx, gym, today, country }: ClientReadContext,
  name: string,
  limit: number,
): Promise<ClientJsonText[]> =>
  tx.many(sql`
    select ${selectText(country)}
    from (select *, case strpos(' ' || search, ' ' || (select fold(${name.trim()}))) when 1 then 1 when 0 then 3 else 2 end as rank
          from clients c where c.gym_id = ${gym} and c.deleted_at is null ${hasNameWordsSql(sql`c.search`, name)}
          order by rank, c.in_order, c.id limit ${limit}) c
      ${joinShownMembership(today)}
    order by c.rank, c.in_order, c.id`)

export const readClient = (tx: Transaction, gym: number, today: string, id: number): Promise<Client | null> =>
  tx.maybe(sql`
    select ${selectColumns('DO')} from clients c ${joinShownMembership(today)}
    where c.gym_id = ${gym} and c.id = ${id} and c.deleted_at is null`)

export async function readClientStatuses(
  { tx, gym, today }: { tx: Transaction; gym: number; today: string },
  clients: readonly number[],
): Promise<(id: number) => ClientStatus> {
  const ids = [...new Set(clients)]
  const [visits, debts, pauses] = await Promise.all([
    readVisitsLeft(tx, gym, ids, today),
    listDebtSummaries(tx, gym, ids),
    listCurrentPauses(tx, gym, ids, today),
  ])
  const [visitsOf, debtOf, pauseOf] = [indexByClient(visits), indexByClient(debts), indexByClient(pauses)]
  return (id) => ({
    visits: visitsOf.get(id) ?? null,
    debt: debtOf.get(id) ?? null,
    pause: pauseOf.get(id) ?? null,
  })
}

const indexByClient = <Row extends { id_client: number }>(rows: readonly Row[]) =>
  new Map(rows.map(({ id_client, ...row }) => [id_client, row]))

export const lockClient = (
  tx: Transaction,
  gym: number,
  id: number,
): Promise<{ is_anonymous: boolean; id_zkteco: number | null } | null> =>
  tx.maybe(
    sql`select is_anonymous, id_zkteco from clients where gym_id = ${gym} and id = ${id} and deleted_at is null for no key update`,
  )

/** Inserts a client, by default with the next free PIN. Fingerprints under a given PIN count as this client's. */
export async function insertClient(
  tx: Transaction,
  gym: number,
  row: { id_zkteco?: number | null | undefined; [column: string]: unknown },
): Promise<number> {
  const pin = row.id_zkteco ?? (await tx.one<{ pin: number }>(sql`select next_pin(${gym}) as pin`)).pin
  const all = { gym_id: gym, ...row, id_zkteco: pin }
  return (await tx.one<{ id: number }>(sql`insert into clients ${joinColumnsAndValues(all)} returning id`)).id
}

export const updateClient = (tx: Transaction, gym: number, id: number, change: object): Promise<number> =>
  tx.run(makeUpdateStatement('clients', change, sql`gym_id = ${gym} and id = ${id}`))

export interface ClientCardContext {
  tx: Transaction
  gym: number
  zone: string
  today: string
  now: Date
}

export async function readClientCard(
  { tx, gym, today, now }: ClientCardContext,
  id: number,
): Promise<ClientWithDoorStates> {
  const [client, statusOf] = await Promise.all([
    readClient(tx, gym, today, id),
    readClientStatuses({ tx, gym, today }, [id]),
  ])
  if (!client) throwError('row.missing')
  const door =
    client.id_zkteco === null ? [] : await listClientTerminalStates(tx, { gym, today, pin: client.id_zkteco, now })
  return { ...client, door, status: statusOf(id) }
}
