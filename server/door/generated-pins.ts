// Handles PINs that the server generated before it read the users of a terminal or imported an older system. Users who
// have the same PIN on a terminal keep it, and its holder gets another: PIN 1 belongs to the gym's owner from the first
// minute, and often to the first enrolled member of an old terminal.
import type { GeneratedPinSummary } from '@torniquete/contract/door/generated-pin-choice.ts'
import type { Transaction } from '../platform/db/gym-statements.ts'
import { type Statement, sql } from '../platform/db/sql.ts'

/**
 * SQL condition: the PIN may be given to another person. Terminal `device` is ignored if the PIN was deleted there.
 * `told` is true for staff whom a terminal had that was removed later.
 */
export const isReassignablePinSql = (pin: Statement, device: number | null = null): Statement => sql`
  (not ${pin}.typed and not ${pin}.told and not exists (
    select from terminal_users t where t.gym_id = ${pin}.gym_id and t.pin = ${pin}.id and ((t.held).holder <> '' or t.sent is not null)
      and not (t.id_device is not distinct from ${device}::bigint and (t.held).holder = 'd' and t.sent is null)))`

/** Locks the holders of generated PINs before any terminal rows are locked (docs/decisions/0005). */
export async function lockPinHolders(tx: Transaction, gym: number, pins: readonly number[]): Promise<void> {
  await tx.run(sql`
    select from clients c
    where c.gym_id = ${gym} and c.id = any(array(
      select p.id_client from pins p where p.gym_id = ${gym} and p.id = any(${pins}::integer[]) and not p.typed and p.id_client is not null))
    order by c.id for no key update`)
}

interface HoldersWithoutPin {
  clients: number[]
  staff: number[]
}

export async function releaseReassignablePins(
  tx: Transaction,
  gym: number,
  pins: readonly number[],
  device: number | null = null,
): Promise<HoldersWithoutPin> {
  const released = await tx.many<{ pin: number; id_client: number | null; id_user: number | null }>(sql`
    select p.id as pin, p.id_client, p.id_user from pins p
    where p.gym_id = ${gym} and p.id = any(${pins}::integer[]) and ${isReassignablePinSql(sql`p`, device)} order by p.id`)
  const clients = released.flatMap(({ id_client }) => id_client ?? [])
  const staff = released.flatMap(({ id_user }) => id_user ?? [])
  if (released.length === 0) return { clients, staff }
  const taken = released.map(({ pin }) => pin)
  await tx.run(
    sql`delete from terminal_users where gym_id = ${gym} and id_device = ${device}::bigint and pin = any(${taken}::integer[])`,
  )
  for (const [table, ids] of [[sql`users`, staff] as const, [sql`clients`, clients] as const])
    if (ids.length > 0)
      await tx.run(sql`
        update ${table} set id_zkteco = null where gym_id = ${gym} and id = any(${ids}::bigint[]) and deleted_at is null`)
  await disown(tx, gym, taken)
  return { clients, staff }
}

/** The PINs were not those of staff on the terminal, so passes since its census began may be assigned to clients. */
async function disown(tx: Transaction, gym: number, pins: readonly number[]): Promise<void> {
  await tx.run(sql`delete from freed_pins where gym_id = ${gym} and pin = any(${pins}::integer[])`)
  await tx.run(sql`
    update door_records r set reason = 'unknown'
    from devices d join terminal_states s on s.gym_id = d.gym_id and s.id_device = d.id
    where d.gym_id = ${gym} and r.gym_id = d.gym_id and r.sn = d.sn and r.pin = any(${pins.map(String)}::text[])
      and r.reason = 'staff' and r.arrived_at >= s.census_begun`)
}

export async function assignNewPins(
  tx: Transaction,
  gym: number,
  { clients, staff }: HoldersWithoutPin,
): Promise<void> {
  for (const [table, ids] of [[sql`users`, staff] as const, [sql`clients`, clients] as const]) {
    if (ids.length === 0) continue
    const made = await tx.many<{ pin: number }>(sql`select pin from next_pins(${gym}, ${ids.length}) as pin`)
    const pins = made.map(({ pin }) => pin)
    await tx.run(sql`
      update ${table} t set id_zkteco = v.pin from unnest(${ids}::bigint[], ${pins}::integer[]) as v (id, pin)
      where t.gym_id = ${gym} and t.id = v.id`)
    await tx.run(sql`update pins set typed = false where gym_id = ${gym} and id = any(${pins}::integer[])`)
  }
  await tx.run(
    sql`update imported_clients set renumbered = renumbered + 2 where gym_id = ${gym} and id_client = any(${clients}::bigint[])`,
  )
}

/** Generated PINs lie above this number, since PINs typed at a terminal's menu have at most four digits. */
const aboveAll = 9999

/** Lists clients with generated PINs. A terminal that was not read may store other people with the same PINs. */
export async function summarizeGeneratedPins(
  tx: Transaction,
  { gym, id }: { gym: number; id: number },
): Promise<GeneratedPinSummary> {
  const { capacity } = await tx.one<{ capacity: number | null }>(
    sql`select max(capacity) as capacity from terminal_states where gym_id = ${gym} and id_device = ${id}`,
  )
  const above = Math.max(aboveAll, capacity ?? 0)
  const clients = await tx.many<{ id_zkteco: number; name: string; elsewhere: boolean }>(sql`
    select p.id as id_zkteco, c.name, not ${isReassignablePinSql(sql`p`)} as elsewhere
    from pins p join clients c on c.gym_id = p.gym_id and c.id = p.id_client
    where p.gym_id = ${gym} and not p.typed and p.id <= ${above} order by p.id`)
  return {
    count: clients.length,
    first: clients.slice(0, 5).map(({ id_zkteco, name }) => ({ id_zkteco, name })),
    held_elsewhere: clients.filter(({ elsewhere }) => elsewhere).length,
    above,
  }
}

/** Gives clients and staff with generated PINs new PINs above the largest PIN of this terminal. */
export async function replaceGeneratedPins(tx: Transaction, place: { gym: number; id: number }): Promise<void> {
  const { gym } = place
  const { above } = await summarizeGeneratedPins(tx, place)
  await tx.run(sql`update gyms set next_pin = greatest(next_pin, ${above}::integer + 1) where id = ${gym}`)
  const pins = await tx.many<{ id: number }>(
    sql`select id from pins where gym_id = ${gym} and not typed and id <= ${above} order by id`,
  )
  const numbers = pins.map(({ id }) => id)
  await lockPinHolders(tx, gym, numbers)
  await assignNewPins(tx, gym, await releaseReassignablePins(tx, gym, numbers))
}
