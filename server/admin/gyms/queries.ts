import type { Gym } from '@torniquete/contract/admin/gyms.ts'
import { anonymousClientName, dailyPlanName, importedPlanName } from '@torniquete/contract/members/memberships.ts'
import type { DeletedRow } from '@torniquete/contract/shared/deleted-rows.ts'
import { throwError } from '@torniquete/contract/shared/errors.ts'
import type { PageQuery } from '@torniquete/contract/shared/schemas.ts'
import { clearTerminalAndBeginCensus } from '../../door/queries.ts'
import type { Transaction } from '../../platform/db/gym-statements.ts'
import { hasNameWordsSql, nameSortKeySql } from '../../platform/db/name-search.ts'
import { readListPage } from '../../platform/db/paged-lists.ts'
import { joinColumnsAndValues, makeUpdateStatement, sql } from '../../platform/db/sql.ts'

const gym = sql`
  select id, name, username, owner, email, phone_number, website_url, address, social_link, is_active, logo_url, logo_path
  from gyms where id > 0 and deleted_at is null`

export const listGyms = (tx: Transaction): Promise<Gym[]> =>
  tx.many(sql`${gym} order by ${nameSortKeySql(sql`name`)}, id`)
export const readGym = (tx: Transaction, id: number): Promise<Gym | null> => tx.maybe(sql`${gym} and id = ${id}`)

export const updateGym = (tx: Transaction, id: number, change: object): Promise<number> =>
  tx.run(makeUpdateStatement('gyms', change, sql`id = ${id} and id > 0 and deleted_at is null`))

/** Deleted gyms that can still be restored, last deleted first. */
export function listDeletedGyms(tx: Transaction, { name, page, size_page }: PageQuery & { name?: string | undefined }) {
  const rows = sql`gyms g where g.id > 0 and g.deleted_at > now() - interval '30 days' ${hasNameWordsSql(sql`fold(g.name)`, name)}`
  const cut = sql`
      select g.id, g.name, g.deleted_at, null as user from ${rows}
      order by g.deleted_at desc, g.id desc limit ${size_page} offset ${page * size_page}`
  return readListPage<DeletedRow>(tx, { page, size_page }, cut, sql`from ${rows}`)
}

/** Reclaims a restored gym's usernames, and serial numbers that no other gym uses. Runs in that gym's scope. */
export async function reclaimUsernamesAndSerials(tx: Transaction, id: number, now: Date): Promise<void> {
  const taken = await tx.maybe<{ username: string }>(sql`
    select u.username from users u join usernames n on n.username = lower(u.username)
    where u.gym_id = ${id} and u.deleted_at is null order by u.id limit 1`)
  if (taken) throwError('gym.username-taken', taken)
  await tx.run(sql`
    insert into usernames (username, gym_id, id_user)
    select lower(username), gym_id, id from users where gym_id = ${id} and deleted_at is null`)
  // Skips terminals whose serial number another gym uses, since that gym's people are stored on them.
  const free = await tx.many<{ id: number }>(sql`
    update devices d set sn = sn, last_seen = null, announced = null
    where gym_id = ${id} and not exists (select from serial_numbers n where n.sn = d.sn) returning id`)
  for (const device of free) await clearTerminalAndBeginCensus(tx, { gym: id, id: device.id }, now)
}

export async function insertGymDefaults(
  tx: Transaction,
  id: number,
  { name, ...rest }: { name: string; phone_number?: string | null; address?: string | null; email?: string | null },
): Promise<void> {
  await tx.run(sql`
    insert into gym_info ${joinColumnsAndValues({ gym_id: id, name, phone_number: rest.phone_number, address: rest.address, email: rest.email })}`)
  await tx.run(sql`insert into gym_show_info (gym_id) values (${id})`)
  await tx.run(sql`insert into clients (gym_id, name, is_anonymous) values (${id}, ${anonymousClientName}, true)`)
  await tx.run(sql`
    insert into memberships (gym_id, name, duration_days, price)
    values (${id}, ${dailyPlanName}, 1, 0), (${id}, ${importedPlanName}, 30, 0)`)
}
