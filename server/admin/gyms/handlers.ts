import type { Gym } from '@torniquete/contract/admin/gyms.ts'
import { throwError } from '@torniquete/contract/shared/errors.ts'
import { newGymDiscountLimits } from '@torniquete/contract/till/discounts.ts'
import type { Transaction } from '../../platform/db/gym-statements.ts'
import { lockUserRights } from '../../platform/db/lock-user-rights.ts'
import { hashPassword } from '../../platform/db/password-hash.ts'
import { requireStrongPassword } from '../../platform/db/password-rules.ts'
import { joinColumnsAndValues, sql } from '../../platform/db/sql.ts'
import type { AreaHandlers } from '../../platform/http/handler-types.ts'
import { requireValidPictureUrl } from '../../platform/http/picture-addresses.ts'
import { writeDiscountLimits } from '../../till/discounts/queries.ts'
import { removeSecondFactor } from '../session/queries.ts'
import { insertUser, updateUser } from '../users/queries.ts'
import {
  insertGymDefaults,
  listDeletedGyms,
  listGyms,
  readGym,
  reclaimUsernamesAndSerials,
  updateGym,
} from './queries.ts'

const superAdminRole = 2
const platform = 0

/** Changes the login of the gym's super admin; if there is none, creates one with the given password. */
async function changeLogin(
  tx: Transaction,
  { id, name, owner, username: present }: Gym,
  { username, password }: { username?: string | undefined; password?: string | null | undefined },
): Promise<void> {
  if (password) requireStrongPassword(password, [username ?? present, name])
  const password_hash = password ? await hashPassword(password) : undefined
  await tx.switchGym(id)
  const admin = await tx.maybe<{ id: number }>(sql`
    select u.id from users u join gyms g on g.id = u.gym_id and u.id = (choose_gym_login(g.id, g.id_user)).id_user
    where u.gym_id = ${id} and u.id_role = 2 and u.is_active and u.deleted_at is null for no key update of u`)
  const made =
    admin || !username || !password_hash
      ? null
      : await insertUser(tx, id, { name: owner, username, password_hash, id_role: superAdminRole })
  if (admin && password) await removeSecondFactor(tx, id, admin.id)
  if (admin)
    await updateUser(tx, id, admin.id, {
      ...(username !== undefined && { username }),
      ...(password_hash !== undefined && { password_hash }),
    })
  else if (made === null) throwError('gym.no-super-admin')
  await tx.switchGym(platform)
  if (made !== null) await updateGym(tx, id, { id_user: made })
}

export const gymsHandlers: AreaHandlers<'gyms'> = {
  'gyms.list': ({ tx }) => listGyms(tx),

  'gyms.read': async ({ tx, params }) => (await readGym(tx, params.id)) ?? throwError('row.missing'),

  'gyms.create': async ({ tx, body: { password, ...gym } }) => {
    await requireValidPictureUrl('gyms', 'logo', gym)
    requireStrongPassword(password, [gym.username, gym.name])
    const password_hash = await hashPassword(password)
    const { id } = await tx.one<{ id: number }>(sql`insert into gyms ${joinColumnsAndValues(gym)} returning id`)
    await tx.switchGym(id)
    const login = { name: gym.owner, username: gym.username, password_hash, id_role: superAdminRole }
    await insertGymDefaults(tx, id, gym)
    await writeDiscountLimits(tx, id, newGymDiscountLimits)
    await updateGym(tx, id, { id_user: await insertUser(tx, id, login) })
    await tx.switchGym(platform)
    return (await readGym(tx, id)) ?? throwError('row.missing')
  },

  'gyms.update': async ({ tx, params: { id }, body: { password, ...change } }) => {
    await requireValidPictureUrl('gyms', 'logo', change, () => readGym(tx, id))
    const present = (await readGym(tx, id)) ?? throwError('row.missing')
    await updateGym(tx, id, change)
    const username = change.username === present.username ? undefined : change.username
    if (username !== undefined || password)
      await changeLogin(tx, { ...present, owner: change.owner ?? present.owner }, { username, password })
    // Raises the version explicitly, because the password is not stored in the gym's row.
    if (password) await tx.run(sql`update gyms set version = version + 1 where id = ${id}`)
    return (await readGym(tx, id)) ?? throwError('row.missing')
  },

  'gyms.deleted': ({ tx, query }) => listDeletedGyms(tx, query),

  'gyms.restore': async ({ tx, params: { id }, now }) => {
    await lockUserRights(tx, id)
    const restored = await tx.run(
      sql`update gyms set deleted_at = null where id = ${id} and id > 0 and deleted_at > now() - interval '30 days'`,
    )
    if (restored === 0) throwError('row.missing')
    await tx.switchGym(id)
    await reclaimUsernamesAndSerials(tx, id, now)
    await tx.switchGym(platform)
    return (await readGym(tx, id)) ?? throwError('row.missing')
  },

  'gyms.delete': async ({ tx, params: { id }, now }) => {
    await lockUserRights(tx, id)
    if ((await updateGym(tx, id, { deleted_at: now })) === 0) throwError('row.missing')
    await tx.run(sql`delete from usernames where gym_id = ${id}`)
    await tx.run(sql`delete from serial_numbers where gym_id = ${id}`)
  },
}
