import { importedPlanName } from '@torniquete/contract/members/memberships.ts'
import type { CompletedImport } from '@torniquete/contract/shared/file-import.ts'
import {
  assignNewPins,
  isReassignablePinSql,
  listUnknownUsers,
  releaseReassignablePins,
  restoreUnknownUsers,
} from '../../../door/queries.ts'
import type { Transaction } from '../../../platform/db/gym-statements.ts'
import { type Statement, sql } from '../../../platform/db/sql.ts'
import {
  type ImportingUser,
  type ImportRecordTable,
  insertImportRecord,
  type UndoImportFunction,
} from '../../../platform/file-import/undo-import.ts'
import { isClientMergedSql } from '../merge/queries.ts'
import type { ExistingClient, ExistingGymData, ExistingPlan, ImportedPerson, NewClientRow } from './client-row-types.ts'

export const clientImportTable: ImportRecordTable = ['client_imports', 'clients']

export async function readExistingGymData(
  tx: Transaction,
  gym: number,
): Promise<Pick<ExistingGymData, 'clients' | 'staff' | 'plans' | 'unknownUsers'>> {
  const [unknownUsers, clients, merged, staff, plans] = await Promise.all([
    listUnknownUsers(tx, gym),
    tx.many<Omit<ExistingClient, 'former'> & { id: number }>(sql`
      select c.id, c.name, case when ${isReassignablePinSql(sql`p`)} then null else c.id_zkteco end as id_zkteco, coalesce(p.typed, false) as is_pin_typed,
        c.card_number, c.phone_number, c.email, c.birth_date
      from clients c left join pins p on p.gym_id = c.gym_id and p.id = c.id_zkteco
      where c.gym_id = ${gym} and c.deleted_at is null and not c.is_anonymous order by c.id`),
    readMerged(tx, gym),
    tx.many<{ id_zkteco: number; name: string }>(sql`
      select u.id_zkteco, u.name from users u left join pins p on p.gym_id = u.gym_id and p.id = u.id_zkteco
      where u.gym_id = ${gym} and u.deleted_at is null and u.id_zkteco is not null and ${isReassignablePinSql(sql`p`)} is not true`),
    tx.many<ExistingPlan>(sql`
      select id, name, duration_days from memberships
      where gym_id = ${gym} and deleted_at is null and name <> ${importedPlanName} order by id`),
  ])
  return {
    unknownUsers,
    clients: clients.map((client) => ({ ...client, former: merged.get(client.id) ?? [] })),
    staff: new Map(staff.map(({ id_zkteco, name }) => [id_zkteco, name])),
    plans,
  }
}

/** Reads the people who were merged into each client, directly or through other merges. */
async function readMerged(tx: Transaction, gym: number): Promise<Map<number, ImportedPerson[]>> {
  const rows = await tx.many<ImportedPerson & { id_client: number }>(sql`
    with recursive went (gone, name, kept, last) as (
      select id_gone, gone_name, id_kept, id from client_merges where gym_id = ${gym} and undone_at is null
      union
      select w.gone, w.name, m.id_kept, m.id from went w join client_merges m on m.gym_id = ${gym} and m.id_gone = w.kept
      where m.undone_at is null and m.id > w.last)
    select w.kept as id_client, w.name, g.id_zkteco, g.card_number, g.phone_number, g.email, g.birth_date
    from went w join clients g on g.gym_id = ${gym} and g.id = w.gone`)
  return Map.groupBy(rows, ({ id_client }) => id_client)
}

/** Maximum number of rows in a statement, which must not exceed the statement timeout. */
const rowsPerStatement = 500

async function choosePins(tx: Transaction, gym: number, rows: readonly NewClientRow[]): Promise<number[]> {
  const made = await tx.many<{ pin: number }>(sql`
    select pin from next_pins(${gym}, ${rows.filter(({ id_zkteco }) => id_zkteco === null).length}) as pin`)
  return rows.map(({ id_zkteco }) => id_zkteco ?? made.shift()?.pin ?? 0)
}

interface InsertedClients extends NewClientRow {
  id: number
}

async function insertClients(tx: Transaction, gym: number, rows: readonly NewClientRow[]): Promise<InsertedClients[]> {
  // Inserts rows with a PIN first, so that their PINs are not assigned to other rows.
  const [own, others] = [true, false].map((has) => rows.filter(({ id_zkteco }) => (id_zkteco !== null) === has))
  const made: InsertedClients[] = []
  for (const part of [...splitIntoBatches(own ?? []), ...splitIntoBatches(others ?? [])]) {
    const pins = await choosePins(tx, gym, part)
    const values = JSON.stringify(part.map((row, at) => ({ ...row, id_zkteco: pins[at] })))
    const stored = await tx.many<{ id: number; id_zkteco: number }>(sql`
      insert into clients (gym_id, id_zkteco, name, card_number, phone_number, email, birth_date, address, notes, tax_id, legal_name)
      select ${gym}, v.* from jsonb_to_recordset(${values}::jsonb) as v (id_zkteco integer, name text, card_number text, phone_number text,
        email text, birth_date date, address text, notes text, tax_id text, legal_name text)
      returning id, id_zkteco`)
    // Marks PINs that no person typed, since on a terminal added later they may belong to another person.
    const madeUp = pins.filter((_, at) => part[at]?.isLinked || part[at]?.id_zkteco === null)
    await tx.run(sql`update pins set typed = false where gym_id = ${gym} and id = any(${madeUp}::integer[])`)
    const idOf = new Map(stored.map(({ id, id_zkteco }) => [id_zkteco, id]))
    made.push(...part.map((row, at) => ({ ...row, id: idOf.get(pins[at] ?? 0) ?? 0 })))
  }
  return made
}

export const splitIntoBatches = <Row>(rows: readonly Row[]): Row[][] =>
  Array.from({ length: Math.ceil(rows.length / rowsPerStatement) }, (_, at) =>
    rows.slice(at * rowsPerStatement, (at + 1) * rowsPerStatement),
  )

/** Inserts paid periods with price 0: they were paid elsewhere, so they must not change the day's revenue. */
async function insertPeriods(
  tx: Transaction,
  { gym, user, now }: { gym: number; user: number; now: Date },
  made: readonly InsertedClients[],
): Promise<{ id: number; id_client: number }[]> {
  const last = new Map<number, { id: number; id_client: number }>()
  const bought = made.flatMap(({ id, name, periods }) => periods.map((period) => ({ ...period, id, name })))
  for (const part of splitIntoBatches(bought)) {
    const paid = await tx.many<{ id: number; id_client: number }>(sql`
      with p as materialized (
        select v.client, v.party, m.id as plan, m.name, v.days, v.start, row_number() over (order by v.client, v.start) as at, count(*) over () as all
        from unnest(${part.map(({ id }) => id)}::bigint[], ${part.map(({ name }) => name)}::text[], ${part.map(({ plan }) => plan?.id ?? null)}::bigint[],
                    ${part.map(({ duration_days }) => duration_days)}::integer[], ${part.map(({ start_date }) => start_date)}::date[]) as v (client, party, plan, days, start)
          join memberships m on m.gym_id = ${gym} and m.deleted_at is null and case when v.plan is null then m.name = ${importedPlanName} else m.id = v.plan end),
      -- Counts all numbers at once, because a counter that is raised row by row slows down with every row.
      d as materialized (select d.* from (select p.all from p limit 1) p, next_document(${gym}, 'payment', ${now}, p.all) d)
      insert into membership_payments (gym_id, number, id_client, party_name, id_user, id_membership, name, price, duration_days, start_date, payment_date)
      select ${gym}, d.number + p.at - 1, p.client, p.party, ${user}, p.plan, p.name, 0, p.days, p.start, d.at from p, d order by p.at
      returning id, id_client`)
    for (const each of paid) if (each.id > (last.get(each.id_client)?.id ?? 0)) last.set(each.id_client, each)
  }
  return [...last.values()]
}

export async function writeClientImport(
  tx: Transaction,
  importer: ImportingUser,
  { rows, file, now }: { rows: readonly NewClientRow[]; file: string; now: Date },
): Promise<CompletedImport> {
  const { gym, id: user } = importer
  const numbers = rows.flatMap(({ id_zkteco }) => id_zkteco ?? [])
  const released = await releaseReassignablePins(tx, gym, numbers)
  const made = await insertClients(tx, gym, rows)
  await assignNewPins(tx, gym, released)
  const paid = await insertPeriods(tx, { gym, user, now }, made)
  const act = await insertImportRecord(tx, clientImportTable, importer, { file, now, count: rows.length })
  await tx.run(sql`
    insert into imported_clients (gym_id, id_client, id_import, id_payment)
    select ${gym}, v.client, ${act.id}, p.id from unnest(${made.map((row) => row.id)}::bigint[]) as v (client)
      left join unnest(${paid.map((row) => row.id_client)}::bigint[], ${paid.map((row) => row.id)}::bigint[]) as p (client, id) using (client)`)
  return act
}

/** SQL condition: client `c` was not used since import `m`, apart from photos. */
const isUntouched = (gym: number): Statement => sql`
  (c.deleted_at is null
    -- A photo from a bulk import does not count as use of the client.
    and c.version = 1 + m.renumbered + (select count(*) + count(*) filter (where o.undone) from imported_photos o where o.gym_id = ${gym} and o.id_client = c.id)
    and not exists (select from membership_payments p where p.gym_id = ${gym} and p.id_client = c.id and (m.id_payment is null or p.id > m.id_payment))
    and not exists (select from attendances a where a.gym_id = ${gym} and a.id_client = c.id and a.undone_at is null)
    and not c.door_blocked and not c.door_removed
    and not exists (select from pauses s where s.gym_id = ${gym} and s.id_client = c.id and s.undone_at is null)
    and not exists (select from sales s where s.gym_id = ${gym} and s.id_client = c.id)
    and not exists (select from client_merges k where k.gym_id = ${gym} and k.id_kept = c.id and k.undone_at is null))`

export const undoClientImport: UndoImportFunction = async (tx, gym, id, now) => {
  const brought = await tx.many<{ id: number }>(sql`
    select id_client as id from imported_clients where gym_id = ${gym} and id_import = ${id} order by id_client`)
  const deleted: number[] = []
  for (const part of splitIntoBatches(brought)) {
    const gone = await tx.many<{ id: number }>(sql`
      update clients c set deleted_at = ${now} from imported_clients m
      where m.gym_id = ${gym} and m.id_import = ${id} and m.id_client = any(${part.map(({ id }) => id)}::bigint[])
        and c.gym_id = ${gym} and c.id = m.id_client and ${isUntouched(gym)}
      returning c.id`)
    deleted.push(...gone.map((client) => client.id))
  }
  const returned = await restoreUnknownUsers(tx, gym, deleted)
  const { left } = await tx.one<{ left: number }>(sql`
    select count(*)::integer as left from imported_clients m join clients c on c.gym_id = m.gym_id and c.id = m.id_client
    where m.gym_id = ${gym} and m.id_import = ${id} and (c.deleted_at is null or ${isClientMergedSql(sql`c`)})`)
  return { deleted: deleted.length, kept: left, ...(returned > 0 && { returned }) }
}

export async function readImportUndoEffects(tx: Transaction, gym: number, id: number) {
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
