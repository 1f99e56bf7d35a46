// Numbers of the staff that were made up before anybody knew whom a terminal, or an older system, knows by them. The owner is
// number 1 from the first minute on; so is the first member of an old terminal, with a finger there.
import type { Transaction } from '../db/gym-statements.ts'
import { type Statement, sql } from '../db/sql.ts'

/**
 * Of a row of `pins`: it is of the staff, nobody typed it, and no terminal of the gym was ever told of it, nor one that was taken out of
 * the product since (`told`): that one may still have their finger under it.
 */
export const isYielding = (pin: Statement): Statement => sql`
  (not ${pin}.typed and not ${pin}.told and ${pin}.id_user is not null and not exists (
    select from terminal_users t where t.gym_id = ${pin}.gym_id and t.pin = ${pin}.id and (t.held <> '' or t.sent is not null)))`

/** Whoever of the staff has one of these numbers and may yield it is without one, until `numberStaff` gives another. */
export async function releaseStaffNumbers(tx: Transaction, gym: number, pins: readonly number[]): Promise<number[]> {
  const released = await tx.many<{ id: number; pin: number }>(sql`
    update users u set id_zkteco = null from pins p
    where p.gym_id = ${gym} and p.id = any(${pins}::integer[]) and ${isYielding(sql`p`)}
      and u.gym_id = p.gym_id and u.id = p.id_user and u.deleted_at is null
    returning u.id, p.id as pin`)
  if (released.length > 0)
    await disown(
      tx,
      gym,
      released.map(({ pin }) => pin),
    )
  return released.map(({ id }) => id)
}

/**
 * What a terminal told of these numbers since it is asked whom it holds was not the staff's, whom it never heard of: it is kept as that of strangers
 * is, for whoever it turns out to be.
 */
async function disown(tx: Transaction, gym: number, pins: readonly number[]): Promise<void> {
  await tx.run(sql`delete from freed_pins where gym_id = ${gym} and pin = any(${pins}::integer[])`)
  await tx.run(sql`
    update door_records r set reason = 'unknown'
    from devices d join terminal_states s on s.gym_id = d.gym_id and s.id_device = d.id
    where d.gym_id = ${gym} and r.gym_id = d.gym_id and r.sn = d.sn and r.pin = any(${pins.map(String)}::text[])
      and r.reason = 'staff' and r.arrived_at >= s.census_begun`)
}

/** One by one: what is made up is told from what is typed by the last number that was made. */
export async function numberStaff(tx: Transaction, gym: number, ids: readonly number[]): Promise<void> {
  for (const id of ids)
    await tx.run(sql`update users set id_zkteco = next_pin(${gym}) where gym_id = ${gym} and id = ${id}`)
}
