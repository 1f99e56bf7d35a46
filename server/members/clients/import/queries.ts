import { importedPlanName } from '@torniquete/contract/members/memberships.ts'
import type { ImportAct } from '@torniquete/contract/shared/file-import.ts'
import { isYielding, listUnknownUsers, numberAnew, releaseNumbers, returnStrangers } from '../../../door/queries.ts'
import type { Transaction } from '../../../platform/db/gym-statements.ts'
import { identifier, join, type Statement, sql } from '../../../platform/db/sql.ts'
import { type ActTable, type Importer, insertAct, type UndoAct } from '../../../platform/file-import/acts.ts'
import type { Confirmed } from '../../../platform/file-import/file-imports.ts'
import { isMerged } from '../merge/queries.ts'
import { fillClients, isOfAct, noteFills, undoFills } from './fills.ts'
import {
  type Against,
  type Brought,
  fillable,
  isFilled,
  isNew,
  type Known,
  type KnownClient,
  type NewRow,
  type Period,
  type Plan,
  type Span,
} from './rows.ts'

export const acts: ActTable = ['client_imports', 'clients']

/** Earliest date of PostgreSQL that PIN rows use. */
const firstDay = '0001-01-01'

/** Reads what rows are compared with. */
export async function readKnown(
  tx: Transaction,
  gym: number,
  today: string,
): Promise<Omit<Against, 'choices' | 'country'>> {
  const [strangers, clients, merged, ahead, staff, plans] = await Promise.all([
    listUnknownUsers(tx, gym),
    tx.many<Omit<KnownClient, 'former' | 'paid'>>(sql`
      select c.id, c.version, c.name, c.id_zkteco, card_form(c.card_number) as card, u.day as paid_until, coalesce(a.names, '{}') as aliases,
        ${join(
          fillable.map((field) => sql`c.${identifier(field)}`),
          ', ',
        )}
      from clients c
        left join paid_until u on u.gym_id = c.gym_id and u.id_client = c.id
        left join (select id_client, array_agg(name) as names from client_fills where gym_id = ${gym} and not undone group by id_client) a on a.id_client = c.id
      where c.gym_id = ${gym} and c.deleted_at is null and not c.is_anonymous order by c.id`),
    readMerged(tx, gym),
    readAhead(tx, gym, today),
    tx.many<{ id_zkteco: number; name: string }>(sql`
      select u.id_zkteco, u.name from users u left join pins p on p.gym_id = u.gym_id and p.id = u.id_zkteco
      where u.gym_id = ${gym} and u.deleted_at is null and u.id_zkteco is not null and ${isYielding(sql`p`)} is not true`),
    tx.many<Plan>(sql`
      select id, name, duration_days from memberships
      where gym_id = ${gym} and deleted_at is null and name <> ${importedPlanName} order by id`),
  ])
  const known = clients.map((client): KnownClient => {
    const former = merged.get(client.id) ?? []
    const aliases = [...client.aliases, ...former.map(({ name }) => name)]
    const periods = ahead.get(client.id)
    const over = periods ? today : client.paid_until
    return { ...client, aliases, former, paid: [...(over ? [{ start: firstDay, end: over }] : []), ...(periods ?? [])] }
  })
  return {
    today,
    strangers,
    clients: known,
    staff: new Map(staff.map(({ id_zkteco, name }) => [id_zkteco, name])),
    plans,
  }
}

type Of<Each> = Each & { id_client: number }

function byClient<Each>(rows: readonly Of<Each>[]): Map<number, Each[]> {
  const all = new Map<number, Each[]>()
  for (const row of rows) all.set(row.id_client, [...(all.get(row.id_client) ?? []), row])
  return all
}

/** Clients merged into another, over several merges, with all their names. */
const readMerged = async (tx: Transaction, gym: number) =>
  byClient(
    await tx.many<Of<Known>>(sql`
      with recursive went (gone, name, kept, last) as (
        select id_gone, gone_name, id_kept, id from client_merges where gym_id = ${gym} and undone_at is null
        union
        select w.gone, w.name, m.id_kept, m.id from went w join client_merges m on m.gym_id = ${gym} and m.id_gone = w.kept
        where m.undone_at is null and m.id > w.last)
      select w.kept as id_client, n.name, g.id_zkteco, card_form(g.card_number) as card, g.phone_number, g.email, g.birth_date
      from went w join clients g on g.gym_id = ${gym} and g.id = w.gone
        cross join lateral (
          select w.name
          union select f.name from client_fills f where f.gym_id = ${gym} and f.id_client = w.gone and not f.undone) n (name)`),
  )

/** Payments of clients with future days: there may be unpaid days before them. */
const readAhead = async (tx: Transaction, gym: number, today: string) =>
  byClient(
    await tx.many<Of<Span>>(sql`
      select id_client, start_date as start, end_date as "end" from membership_payments
      where gym_id = ${gym} and voided_at is null and id_client in (
        select id_client from membership_payments where gym_id = ${gym} and voided_at is null and end_date > ${today}::date and start_date > ${today}::date)
      order by id_client, start_date`),
  )

/** Rows of a statement, to stay within its time limit. */
const atOnce = 500

/** PIN of each row: its own, or the next free one. */
async function numbersOf(tx: Transaction, gym: number, rows: readonly NewRow[]): Promise<number[]> {
  const made = await tx.many<{ pin: number }>(sql`
    select pin from next_pins(${gym}, ${rows.filter(({ id_zkteco }) => id_zkteco === null).length}) as pin`)
  return rows.map(({ id_zkteco }) => id_zkteco ?? made.shift()?.pin ?? 0)
}

interface Made extends NewRow {
  id: number
}

async function insertClients(
  tx: Transaction,
  gym: number,
  rows: readonly NewRow[],
  onRows: (done: number) => void,
): Promise<Made[]> {
  // Rows with a PIN first, so that nobody else gets it.
  const [own, others] = [true, false].map((has) => rows.filter(({ id_zkteco }) => (id_zkteco !== null) === has))
  const made: Made[] = []
  for (const part of [...piecesOf(own ?? []), ...piecesOf(others ?? [])]) {
    const pins = await numbersOf(tx, gym, part)
    const of = (field: 'name' | 'card_number' | 'phone_number' | 'email' | 'birth_date' | 'address' | 'notes') =>
      part.map((row) => row[field])
    const stored = await tx.many<{ id: number; id_zkteco: number }>(sql`
      insert into clients (gym_id, id_zkteco, name, card_number, phone_number, email, birth_date, address, notes)
      select ${gym}, v.* from unnest(${pins}::integer[], ${of('name')}::text[], ${of('card_number')}::text[], ${of('phone_number')}::text[],
        ${of('email')}::text[], ${of('birth_date')}::date[], ${of('address')}::text[], ${of('notes')}::text[]) as v
      returning id, id_zkteco`)
    if (part[0]?.id_zkteco === null)
      await tx.run(sql`update pins set typed = false where gym_id = ${gym} and id = any(${pins}::integer[])`)
    const idOf = new Map(stored.map(({ id, id_zkteco }) => [id_zkteco, id]))
    made.push(...part.map((row, at) => ({ ...row, id: idOf.get(pins[at] ?? 0) ?? 0 })))
    onRows(made.length)
  }
  return made
}

const piecesOf = <Row>(rows: readonly Row[]): Row[][] =>
  Array.from({ length: Math.ceil(rows.length / atOnce) }, (_, at) => rows.slice(at * atOnce, (at + 1) * atOnce))

/** Client whose periods are paid. */
interface Paid {
  id: number
  name: string
  periods: readonly Period[]
}

/** Price 0: paid elsewhere, no day's revenue changes. Returns each client's last payment. */
async function insertPeriods(
  tx: Transaction,
  { gym, user, now }: { gym: number; user: number; now: Date },
  rows: readonly Paid[],
): Promise<{ id: number; id_client: number }[]> {
  const last = new Map<number, { id: number; id_client: number }>()
  // All periods of one client in one statement, so they share one moment.
  for (const people of piecesOf(rows.filter(({ periods }) => periods.length > 0))) {
    const part = people.flatMap(({ periods, name, id }) => periods.map((period) => ({ ...period, name, id })))
    const made = await tx.many<{ id: number; id_client: number }>(sql`
    with p as materialized (
      select v.client, v.party, m.id as plan, m.name, v.days, v.start, row_number() over (order by v.client, v.start) as at, count(*) over () as all
      from unnest(${part.map(({ id }) => id)}::bigint[], ${part.map(({ name }) => name)}::text[], ${part.map(({ plan }) => plan?.id ?? null)}::bigint[],
                  ${part.map(({ duration_days }) => duration_days)}::integer[], ${part.map(({ start_date }) => start_date)}::date[]) as v (client, party, plan, days, start)
        join memberships m on m.gym_id = ${gym} and m.deleted_at is null and case when v.plan is null then m.name = ${importedPlanName} else m.id = v.plan end),
    -- Their numbers at once: a counter raised row by row costs each the more the more there are.
    d as materialized (select d.* from (select p.all from p limit 1) p, next_document(${gym}, 'payment', ${now}, p.all) d)
    insert into membership_payments (gym_id, number, id_client, party_name, id_user, id_membership, name, price, duration_days, start_date, payment_date)
    select ${gym}, d.number + p.at - 1, p.client, p.party, ${user}, p.plan, p.name, 0, p.days, p.start, d.at from p, d order by p.at
    returning id, id_client`)
    for (const each of made) if (each.id > (last.get(each.id_client)?.id ?? 0)) last.set(each.id_client, each)
  }
  return [...last.values()]
}

export async function writeImport(
  tx: Transaction,
  importer: Importer,
  { rows, file, now, onRows }: Confirmed<Brought> & { now: Date },
): Promise<ImportAct> {
  const { gym, id: user } = importer
  // Locks known clients before any PIN, in the order of an edit.
  const filled = await fillClients(tx, gym, rows.filter(isFilled))
  const numbers = rows.filter(isNew).flatMap(({ id_zkteco }) => id_zkteco ?? [])
  const released = await releaseNumbers(tx, gym, numbers)
  const made = await insertClients(tx, gym, rows.filter(isNew), (done) => onRows(filled.length + done))
  await numberAnew(tx, gym, released)
  const paid = await insertPeriods(tx, { gym, user, now }, [...made, ...filled])
  const act = await insertAct(tx, acts, importer, { file, now, count: rows.length })
  await tx.run(sql`
    insert into imported_clients (gym_id, id_client, id_import, id_payment)
    select ${gym}, v.client, ${act.id}, p.id from unnest(${made.map((row) => row.id)}::bigint[]) as v (client)
      left join unnest(${paid.map((row) => row.id_client)}::bigint[], ${paid.map((row) => row.id)}::bigint[]) as p (client, id) using (client)`)
  await noteFills(tx, { gym, act: act.id }, filled, paid)
  return act
}

/** Condition on client `c` of an import (`m`): nothing happened since, apart from later imports. */
const isUntouched = (gym: number): Statement => sql`
  (c.deleted_at is null
    -- A photo that came with others is no work with them, nor what a later file added and took back.
    and c.version = 1 + m.renumbered + (select count(*) + count(*) filter (where o.undone) from imported_photos o where o.gym_id = ${gym} and o.id_client = c.id)
      + (select count(*) filter (where f.filled <> '{}') + count(*) filter (where f.wrote) from client_fills f where f.gym_id = ${gym} and f.id_client = c.id)
    and not exists (select from client_fills f where f.gym_id = ${gym} and f.id_client = c.id and not f.undone)
    and not exists (select from membership_payments p where p.gym_id = ${gym} and p.id_client = c.id and (m.id_payment is null or p.id > m.id_payment)
      and not exists (select from client_fills f where f.gym_id = ${gym} and f.id_client = c.id and ${isOfAct(sql`p`, sql`f.id_payment`)}))
    and not exists (select from attendances a where a.gym_id = ${gym} and a.id_client = c.id and a.undone_at is null)
    and not exists (select from sales s where s.gym_id = ${gym} and s.id_client = c.id)
    and not exists (select from client_merges k where k.gym_id = ${gym} and k.id_kept = c.id and k.undone_at is null))`

/** Clients with later activity stay. */
export const undoImport: UndoAct = async (tx, gym, id, { now, user }) => {
  const fills = await undoFills(tx, gym, id, { now, user })
  const brought = await tx.many<{ id: number }>(sql`
    select id_client as id from imported_clients where gym_id = ${gym} and id_import = ${id} order by id_client`)
  const deleted: number[] = []
  for (const part of piecesOf(brought)) {
    const gone = await tx.many<{ id: number }>(sql`
    update clients c set deleted_at = ${now} from imported_clients m
    where m.gym_id = ${gym} and m.id_import = ${id} and m.id_client = any(${part.map(({ id }) => id)}::bigint[])
      and c.gym_id = ${gym} and c.id = m.id_client and ${isUntouched(gym)}
    returning c.id`)
    deleted.push(...gone.map((client) => client.id))
  }
  const returned = await returnStrangers(tx, gym, deleted)
  const { left } = await tx.one<{ left: number }>(sql`
    select count(*)::integer as left from imported_clients m join clients c on c.gym_id = m.gym_id and c.id = m.id_client
    where m.gym_id = ${gym} and m.id_import = ${id} and (c.deleted_at is null or ${isMerged(sql`c`)})`)
  const { restored } = fills
  return {
    deleted: deleted.length,
    kept: left + fills.kept,
    ...(restored > 0 && { restored }),
    ...(returned > 0 && { returned }),
  }
}

/** Effects of an undo at the terminals. */
export async function effectsOfUndoing(tx: Transaction, gym: number, id: number) {
  const at_door = await tx.one<{ return: number; leave: number }>(sql`
    select (count(*) filter (where is_former))::integer as return, (count(*) filter (where not is_former))::integer as leave
    from (
      select bool_or(t.former is not null) as is_former
      from imported_clients m join clients c on c.gym_id = m.gym_id and c.id = m.id_client
        join terminal_users t on t.gym_id = c.gym_id and t.pin = c.id_zkteco and 'c' || c.id in ((t.held).holder, (t.sent).holder)
      where m.gym_id = ${gym} and m.id_import = ${id} and ${isUntouched(gym)}
      group by c.id) people`)
  return { at_door }
}
