import {
  checkUserAccess,
  checkUserChange,
  checkUserDeletion,
  selfEditableUserFields,
  type User,
  unknownRoleText,
} from '@torniquete/contract/admin/users.ts'
import type { CallBody } from '@torniquete/contract/endpoints.ts'
import { RejectedFieldsError, throwError, throwIfRefused } from '@torniquete/contract/shared/errors.ts'
import { rethrowPinTakenWithPin } from '../../platform/db/constraints.ts'
import { listDeletedRows, markRowDeleted, readStoredPin, restoreRow } from '../../platform/db/deleted-rows.ts'
import type { Transaction } from '../../platform/db/gym-statements.ts'
import { lockUserRights } from '../../platform/db/lock-user-rights.ts'
import { hashPassword, isPasswordCorrect } from '../../platform/db/password-hash.ts'
import { requireStrongPassword } from '../../platform/db/password-rules.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Actor, AreaHandlers } from '../../platform/http/handler-types.ts'
import { requireValidPictureUrl } from '../../platform/http/picture-addresses.ts'
import { removeSecondFactor } from '../session/queries.ts'
import {
  insertUser,
  listUsers,
  lockAndCountOtherSuperAdmins,
  lockUser,
  readGymName,
  readUser,
  updateUser,
} from './queries.ts'

const masterRole = 1
const unknownRole = new RejectedFieldsError([{ type: 'value', msg: unknownRoleText, loc: ['body', 'id_role'] }])

async function hashGivenPassword<Row extends { password?: string | null | undefined }>({ password, ...row }: Row) {
  return password ? { ...row, password_hash: await hashPassword(password) } : row
}

/** True for a repeat, after a lost answer, of the change that set this password; it must not end later sessions. */
async function isOwnRepeat(tx: Transaction, user: Actor, id: number, password: string): Promise<boolean> {
  if (user.id !== id) return false
  const set = await tx.maybe<{ password_hash: string }>(
    sql`select password_hash from users where gym_id = ${user.gym} and id = ${id} and kept_session = ${user.session}`,
  )
  return set !== null && isPasswordCorrect(set.password_hash, password)
}

function changedFields(user: User, change: Omit<CallBody<'users.update'>, 'current_password'>): string[] {
  const present: Record<string, unknown> = { ...user }
  return Object.entries(change)
    .filter(([name, value]) => value !== undefined && (name === 'password' ? value !== null : value !== present[name]))
    .map(([name]) => name)
}

const pickOwnFields = (change: Omit<CallBody<'users.update'>, 'current_password'>): typeof change =>
  Object.fromEntries(
    Object.entries(change).filter(([name]) => (selfEditableUserFields as readonly string[]).includes(name)),
  )

export const usersHandlers: AreaHandlers<'users'> & AreaHandlers<'roles'> = {
  // Leaves out the role master, which only the platform has.
  'roles.list': ({ tx }) => tx.many(sql`select id, name, description from roles where name <> 'master' order by id`),

  'users.list': ({ tx, gym }) => listUsers(tx, gym),

  'users.read': async ({ tx, gym, user, params }) => {
    const found = await readUser(tx, gym, params.id_user)
    if (!found) throwError('row.missing')
    throwIfRefused(checkUserAccess(user, params.id_user))
    return found
  },

  'users.create': async ({ tx, gym, body }) => {
    if (body.id_role === masterRole) throw unknownRole
    requireStrongPassword(body.password, [body.username, await readGymName(tx, gym)])
    await requireValidPictureUrl('users', 'photo', body)
    const id = await rethrowPinTakenWithPin(body.id_zkteco, insertUser(tx, gym, await hashGivenPassword(body)))
    return (await readUser(tx, gym, id)) ?? throwError('row.missing')
  },

  'users.update': async ({ tx, gym, user, params, body: { current_password: _, ...sent } }) => {
    const present = await lockUser(tx, gym, params.id_user)
    if (!present) throwError('row.missing')
    const repeated = sent.password && (await isOwnRepeat(tx, user, params.id_user, sent.password))
    const body = repeated ? { ...sent, password: null } : sent
    const changed = changedFields(present, body)
    throwIfRefused(checkUserChange(user, params.id_user, changed))
    if (body.password)
      requireStrongPassword(body.password, [body.username ?? present.username, await readGymName(tx, gym)])
    if (body.id_role === masterRole && gym > 0) throw unknownRole
    await requireValidPictureUrl('users', 'photo', body, async () => present)
    const leaves = present.role.name === 'gym_super_admin' && (body.is_active === false || changed.includes('id_role'))
    if (leaves && (await lockAndCountOtherSuperAdmins(tx, gym, params.id_user)) === 0)
      throwError('user.last-super-admin')
    if (changed.includes('password')) {
      if (user.id === params.id_user) await tx.run(sql`select set_config('app.session', ${user.session}, true)`)
      else await removeSecondFactor(tx, gym, params.id_user)
    }
    // Users without the right to edit others can write only their own permitted fields.
    const written = user.role === 'gym_super_admin' ? body : pickOwnFields(body)
    await rethrowPinTakenWithPin(body.id_zkteco, updateUser(tx, gym, params.id_user, await hashGivenPassword(written)))
    return (await readUser(tx, gym, params.id_user)) ?? throwError('row.missing')
  },

  'users.deleted': ({ tx, gym, query }) => listDeletedRows(tx, gym, 'users', query),

  'users.restore': async ({ tx, gym, params }) => {
    await lockUserRights(tx, gym)
    const pin = await readStoredPin(tx, gym, 'users', params.id_user)
    await rethrowPinTakenWithPin(pin, restoreRow(tx, gym, 'users', params.id_user))
    return (await readUser(tx, gym, params.id_user)) ?? throwError('row.missing')
  },

  'users.delete': async ({ tx, gym, user, params, now }) => {
    await lockUserRights(tx, gym)
    const present = await lockUser(tx, gym, params.id_user)
    if (!present) throwError('row.missing')
    // Counts only for a super admin, because counting locks rows.
    const others = present.role.name === 'gym_super_admin' ? await lockAndCountOtherSuperAdmins(tx, gym, present.id) : 0
    throwIfRefused(checkUserDeletion(user, present, others))
    await markRowDeleted(tx, gym, 'users', present.id, now)
  },
}
