// Numbers that the server made up before anybody knew whom a terminal, or an older system, knows by them. They yield to whoever holds
// them on a terminal: the owner is number 1 from the first minute on, and so is the first member of an old terminal, with a finger.
import type { GeneratedPins } from '@torniquete/contract/door/generated-pin-choice.ts'
import type { Transaction } from '../platform/db/gym-statements.ts'
import { type Statement, sql } from '../platform/db/sql.ts'

/**
 * A condition on a row of `pins`: nobody typed the number, and no terminal of the gym may hold its holder under it; nor, of the staff,
 * one that was taken out of the product since (`told`). `device`: a terminal at which the number was deleted holds nobody by it.
 */
export const isReassignablePin = (pin: Statement, device: number | null = null): Statement => sql`
  (not ${pin}.typed and not ${pin}.told and not exists (
    select from terminal_users t where t.gym_id = ${pin}.gym_id and t.pin = ${pin}.id and ((t.held).holder <> '' or t.sent is not null)
      and not (t.id_device is not distinct from ${device}::bigint and (t.held).holder = 'd' and t.sent is null)))`

/** Locks the people whose numbers may yield, before rows of terminals are (docs/decisions/0005). */
export async function lockPinHolders(tx: Transaction, gym: number, pins: readonly number[]): Promise<void> {
  await tx.run(sql`
    select from clients c
    where c.gym_id = ${gym} and c.id = any(array(
      select p.id_client from pins p where p.gym_id = ${gym} and p.id = any(${pins}::integer[]) and not p.typed and p.id_client is not null))
    order by c.id for no key update`)
}

/** People without a number until `assignNewPins` gives them another one. */
export interface ReleasedHolders {
  clients: number[]
  staff: number[]
}

/** Takes these numbers from everybody who may yield them. */
export async function releasePins(
  tx: Transaction,
  gym: number,
  pins: readonly number[],
  device: number | null = null,
): Promise<ReleasedHolders> {
  const released = await tx.many<{ pin: number; id_client: number | null; id_user: number | null }>(sql`
    select p.id as pin, p.id_client, p.id_user from pins p
    where p.gym_id = ${gym} and p.id = any(${pins}::integer[]) and ${isReassignablePin(sql`p`, device)} order by p.id`)
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

/**
 * Passes told under these PINs since the census began were not the staff's, whom the terminal does not know. They are
 * stored as a stranger's, to be assigned later.
 */
async function disown(tx: Transaction, gym: number, pins: readonly number[]): Promise<void> {
  await tx.run(sql`delete from freed_pins where gym_id = ${gym} and pin = any(${pins}::integer[])`)
  await tx.run(sql`
    update door_records r set reason = 'unknown'
    from devices d join terminal_states s on s.gym_id = d.gym_id and s.id_device = d.id
    where d.gym_id = ${gym} and r.gym_id = d.gym_id and r.sn = d.sn and r.pin = any(${pins.map(String)}::text[])
      and r.reason = 'staff' and r.arrived_at >= s.census_begun`)
}

/** Gives the next free numbers, made up as well. */
export async function assignNewPins(tx: Transaction, gym: number, { clients, staff }: ReleasedHolders): Promise<void> {
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

/** The number above which terminals hold nobody: what is typed at their menus has four digits, or counts up from 1. */
const aboveAll = 9999

/** Clients with made-up numbers, as a terminal that is not read may have somebody else by them. */
export async function readGeneratedPins(
  tx: Transaction,
  { gym, id }: { gym: number; id: number },
): Promise<GeneratedPins> {
  const { capacity } = await tx.one<{ capacity: number | null }>(
    sql`select max(capacity) as capacity from terminal_states where gym_id = ${gym} and id_device = ${id}`,
  )
  const above = Math.max(aboveAll, capacity ?? 0)
  const clients = await tx.many<{ id_zkteco: number; name: string; elsewhere: boolean }>(sql`
    select p.id as id_zkteco, c.name, not ${isReassignablePin(sql`p`)} as elsewhere
    from pins p join clients c on c.gym_id = p.gym_id and c.id = p.id_client
    where p.gym_id = ${gym} and not p.typed and p.id <= ${above} order by p.id`)
  return {
    count: clients.length,
    first: clients.slice(0, 5).map(({ id_zkteco, name }) => ({ id_zkteco, name })),
    held_elsewhere: clients.filter(({ elsewhere }) => elsewhere).length,
    above,
  }
}

/** Gives everybody whose made-up number no terminal holds one above those of this terminal; so are later ones. */
export async function moveGeneratedPins(tx: Transaction, place: { gym: number; id: number }): Promise<void> {
  const { gym } = place
  const { above } = await readGeneratedPins(tx, place)
  await tx.run(sql`update gyms set next_pin = greatest(next_pin, ${above}::integer + 1) where id = ${gym}`)
  const pins = await tx.many<{ id: number }>(
    sql`select id from pins where gym_id = ${gym} and not typed and id <= ${above} order by id`,
  )
  const numbers = pins.map(({ id }) => id)
  await lockPinHolders(tx, gym, numbers)
  await assignNewPins(tx, gym, await releasePins(tx, gym, numbers))
}
