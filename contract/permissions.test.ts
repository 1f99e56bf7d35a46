// What decisions §4 says of each role, written a second time and by hand: the table must not drift from it.
import { expect, test } from 'vitest'
import { endpointNames, endpoints } from './endpoints.ts'
import { imageFolders } from './images.ts'
import { may } from './permissions.ts'
import { anyone, type RoleName, roleNames } from './roles.ts'
import { mayChangeUser, mayDeleteUser, mayReadUser, otherSuperAdmins, type User } from './users.ts'

const inSession = endpointNames.filter((name) => endpoints[name].may !== anyone)
const allowed = (role: RoleName) => inSession.filter((name) => may(role, name))

test('master: gyms, copies, channels, the own session and pictures, and nothing inside a gym', () => {
  expect(allowed('master').sort()).toEqual(
    [
      'backup.read',
      'channels.email',
      'channels.read',
      'channels.remove',
      'channels.test',
      'channels.whatsapp',
      'disk.read',
      'gyms.create',
      'gyms.delete',
      'gyms.deleted',
      'gyms.list',
      'gyms.read',
      'gyms.restore',
      'gyms.update',
      'images.delete',
      'images.upload',
      'session.begin-second-factor',
      'session.confirm-second-factor',
      'session.end',
      'session.list',
      'session.logout',
      'session.remove-second-factor',
      'session.second-factor',
      'status.read',
      'status.sealed',
      'users.read',
      'users.update',
    ].sort(),
  )
})

test('gym_super_admin: everything inside its gym', () => {
  expect(allowed('gym_super_admin')).toEqual(inSession.filter((name) => !/^(gyms|status)\./.test(name)))
})

test('gym_admin: everything but users, registering devices, first steps, keeping fingers and faces, gym info, show info, notification config, channels, report schedule, discount limits, rules of debts, copies', () => {
  const refused = allowed('gym_super_admin').filter((name) => !may('gym_admin', name))
  expect(refused.sort()).toEqual(
    [
      'backup.read',
      'biometrics.configure',
      'channels.email',
      'channels.read',
      'channels.remove',
      'channels.test',
      'channels.whatsapp',
      'debts.set-rules',
      'disk.read',
      'devices.address',
      'devices.census',
      'devices.clock',
      'devices.create',
      'devices.delete',
      'devices.numbers',
      'devices.origin',
      'devices.prove',
      'devices.open',
      'devices.unknown',
      'devices.update',
      'discounts.set-limits',
      'guide.read',
      'guide.update',
      'gym-info.update',
      'gym-info.zones',
      'inside.settings',
      'inside.update-settings',
      'notification-config.update',
      'report-schedule.update',
      'report-schedule.update-mail',
      'session.begin-second-factor',
      'session.confirm-second-factor',
      'session.remove-second-factor',
      'session.second-factor',
      'show-info.update',
      'users.create',
      'users.delete',
      'users.deleted',
      'users.restore',
    ].sort(),
  )
})

test('gym_worker: clients, selling, attendance, the door, and reading what that needs', () => {
  expect(
    allowed('gym_worker')
      .filter((name) => /\.(create|update|delete|import|void)$/.test(name))
      .sort(),
  ).toEqual(
    [
      'attendances.create',
      'clients.create',
      'clients.update',
      'expenses.create',
      'images.delete',
      'pauses.create',
      'payments.create',
      'sales.create',
      'support.create',
      'tickets.create',
      'users.update',
    ].sort(),
  )
  for (const name of [
    'clients.delete',
    'clients.deleted',
    'clients.restore',
    'daily-report.read',
    'outbox.unreachable',
    'purchases.list',
    'suppliers.list',
    'statistics.sales-by-user',
    'users.list',
    'roles.list',
    'notification-config.read',
    'report-schedule.read',
    'outbox.status',
    'devices.people',
    'devices.decide',
    'devices.traffic',
    'history.list',
    'door.upload-users',
  ] as const)
    expect(may('gym_worker', name), name).toBe(false)
  for (const name of [
    'clients.list',
    'memberships.list',
    'products.list',
    'statistics.read',
    'devices.list',
    'devices.status',
    'gym-info.read',
    'notifications.mark',
    'door.open',
    'door.add-user',
    'sales.list',
    'payments.list',
  ] as const)
    expect(may('gym_worker', name), name).toBe(true)
})

test('only login, the public settings and pictures behind their token need no session', () => {
  expect(endpointNames.filter((name) => !inSession.includes(name))).toEqual([
    'session.login',
    'session.enter',
    'session.first',
    'config.read',
    'images.read',
  ])
})

test('every call has an address of its own', () => {
  const addresses = endpointNames.map(
    (name) => `${endpoints[name].method} ${endpoints[name].path.replace(/\{\w+\}/g, '{}')}`,
  )
  expect(new Set(addresses).size).toBe(addresses.length)
})

test('folders of pictures follow who may write what they show', () => {
  expect(imageFolders).toEqual({
    clients: ['gym_super_admin', 'gym_admin', 'gym_worker'],
    products: ['gym_super_admin', 'gym_admin'],
    users: roleNames,
    gyms: ['master', 'gym_super_admin'],
  })
})

test('users: one reads and changes the own row, in five fields; super admins all but their own power', () => {
  const me = (role: RoleName) => ({ id: 1, role })
  expect(mayReadUser(me('gym_worker'), 1)).toBeNull()
  expect(mayReadUser(me('gym_worker'), 2)).toBe('role.forbidden')
  expect(mayReadUser(me('gym_admin'), 2)).toBeNull()
  expect(
    mayChangeUser(me('gym_worker'), 1, ['phone_number', 'email', 'address', 'photo_url', 'photo_path', 'password']),
  ).toBeNull()
  for (const field of ['name', 'username', 'id_role', 'is_active', 'id_zkteco'])
    for (const role of ['gym_worker', 'gym_admin', 'master'] as const)
      expect(mayChangeUser(me(role), 1, [field]), field).toBe('user.own-fields')
  expect(mayChangeUser(me('gym_admin'), 2, [])).toBe('role.forbidden')
  expect(mayChangeUser(me('gym_super_admin'), 2, ['id_role', 'is_active', 'name'])).toBeNull()
  expect(mayChangeUser(me('gym_super_admin'), 1, ['is_active'])).toBe('user.self')
  expect(mayChangeUser(me('gym_super_admin'), 1, ['name'])).toBeNull()
})

test('users: neither the last active super admin nor oneself can be deleted', () => {
  const user = (id: number, name: RoleName, is_active = true) =>
    ({ id, is_active, role: { id, name, description: '' } }) as User // all that the rule reads
  const [owner, partner, worker] = [user(1, 'gym_super_admin'), user(2, 'gym_super_admin'), user(3, 'gym_worker')]
  const refusal = (deleted: User, all: User[]) => mayDeleteUser(owner, deleted, otherSuperAdmins(all, deleted.id))
  expect(refusal(owner, [owner, worker])).toBe('user.last-super-admin')
  expect(refusal(owner, [owner, user(2, 'gym_super_admin', false)])).toBe('user.last-super-admin')
  expect(refusal(owner, [owner, partner])).toBe('user.self')
  expect(refusal(partner, [owner, partner])).toBeNull()
  expect(refusal(worker, [owner, worker])).toBeNull()
})
