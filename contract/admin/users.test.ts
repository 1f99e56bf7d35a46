import { expect, test } from 'vitest'
import type { RoleName } from '../shared/roles.ts'
import { checkUserAccess, checkUserChange, checkUserDeletion, countOtherActiveSuperAdmins, type User } from './users.ts'

test('checkUserChange: users may change only five fields of their own row', () => {
  const me = (role: RoleName) => ({ id: 1, role })
  expect(checkUserAccess(me('gym_worker'), 1)).toBeNull()
  expect(checkUserAccess(me('gym_worker'), 2)).toBe('role.forbidden')
  expect(checkUserAccess(me('gym_admin'), 2)).toBeNull()
  expect(
    checkUserChange(me('gym_worker'), 1, ['phone_number', 'email', 'address', 'photo_url', 'photo_path', 'password']),
  ).toBeNull()
  for (const field of ['name', 'username', 'id_role', 'is_active', 'id_zkteco'])
    for (const role of ['gym_worker', 'gym_admin', 'master'] as const)
      expect(checkUserChange(me(role), 1, [field]), field).toBe('user.own-fields')
  expect(checkUserChange(me('gym_admin'), 2, [])).toBe('role.forbidden')
  expect(checkUserChange(me('gym_super_admin'), 2, ['id_role', 'is_active', 'name'])).toBeNull()
  expect(checkUserChange(me('gym_super_admin'), 1, ['is_active'])).toBe('user.self')
  expect(checkUserChange(me('gym_super_admin'), 1, ['name'])).toBeNull()
})

test('checkUserDeletion: refuses to delete the last active super admin, and to delete oneself', () => {
  const user = (id: number, name: RoleName, is_active = true) =>
    ({ id, is_active, role: { id, name, description: '' } }) as User // checkUserDeletion reads only these fields
  const [owner, partner, worker] = [user(1, 'gym_super_admin'), user(2, 'gym_super_admin'), user(3, 'gym_worker')]
  const refusal = (deleted: User, all: User[]) =>
    checkUserDeletion(owner, deleted, countOtherActiveSuperAdmins(all, deleted.id))
  expect(refusal(owner, [owner, worker])).toBe('user.last-super-admin')
  expect(refusal(owner, [owner, user(2, 'gym_super_admin', false)])).toBe('user.last-super-admin')
  expect(refusal(owner, [owner, partner])).toBe('user.self')
  expect(refusal(partner, [owner, partner])).toBeNull()
  expect(refusal(worker, [owner, worker])).toBeNull()
})
