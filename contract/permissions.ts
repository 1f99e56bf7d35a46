// Who may make which call: the one table. Rows of calls that are still to come stand here too, so that a call
// arrives with its permission already decided. What hides a menu entry reads this table as well.
export const roleNames = ['master', 'gym_super_admin', 'gym_admin', 'gym_worker'] as const
export type RoleName = (typeof roleNames)[number]

export const roleLabels: Record<RoleName, string> = {
  master: 'Master',
  gym_super_admin: 'Super Administrador',
  gym_admin: 'Administrador',
  gym_worker: 'Trabajador',
}

const everyone = roleNames
const master = ['master'] as const
const staff = ['gym_super_admin', 'gym_admin', 'gym_worker'] as const
const admins = ['gym_super_admin', 'gym_admin'] as const
const superAdmin = ['gym_super_admin'] as const
const superAdminOrMaster = ['master', 'gym_super_admin'] as const
/** No session needed. */
const anyone = 'anyone'

export const permissions = {
  'session.login': anyone,
  'session.logout': everyone,
  'config.read': anyone,
  'gyms.list': master,
  'gyms.read': master,
  'gyms.create': master,
  'gyms.update': master,
  'gyms.delete': master,
  'gyms.deleted': master,
  'gyms.restore': master,
  'gym-info.read': staff,
  'gym-info.update': superAdmin,
  'show-info.read': staff,
  'show-info.update': superAdmin,
  'users.list': admins,
  'users.read': everyone, // another's row: admins only, by the rule mayReadUser
  'users.create': superAdmin,
  'users.update': everyone, // another's row: super admins only, by the rule mayChangeUser
  'users.delete': superAdmin,
  'users.deleted': superAdmin,
  'users.restore': superAdmin,
  'roles.list': admins,
  'clients.list': staff,
  'clients.search': staff,
  'clients.read': staff,
  'clients.paid': staff,
  'clients.create': staff,
  'clients.update': staff,
  'clients.delete': admins,
  'clients.deleted': admins,
  'clients.restore': admins,
  'clients.import': admins,
  'memberships.list': staff,
  'memberships.read': staff,
  'memberships.create': admins,
  'memberships.update': admins,
  'memberships.delete': admins,
  'memberships.deleted': admins,
  'memberships.restore': admins,
  'payments.list': staff,
  'payments.read': staff,
  'payments.create': staff,
  'payments.void': admins,
  'attendances.list': staff,
  'attendances.create': staff,
  'devices.list': staff,
  'devices.unknown': superAdmin,
  'devices.status': superAdmin,
  'devices.create': superAdmin,
  'devices.update': superAdmin,
  'devices.delete': superAdmin,
  'door.open': staff,
  'door.openings': admins,
  'door.explain': staff, // another's opening: admins only, by the rule mayExplain
  'door.read-user': staff, // a number of the staff: whoever may list users
  'door.upload-users': admins,
  'door.add-user': staff,
  'door.edit-user-verify': staff,
  'door.edit-user-name': staff,
  'door.delete-user': staff,
  'notifications.list': staff,
  'notifications.mark': staff,
  'notifications.mark-many': staff,
  'notifications.stream': staff,
  'notification-config.read': admins,
  'notification-config.update': superAdmin,
  'report-schedule.read': admins,
  'report-schedule.update': superAdmin,
  'products.list': staff,
  'products.read': staff,
  'products.create': admins,
  'products.update': admins,
  'products.delete': admins,
  'products.deleted': admins,
  'products.restore': admins,
  'suppliers.list': admins,
  'suppliers.read': admins,
  'suppliers.create': admins,
  'suppliers.update': admins,
  'suppliers.delete': admins,
  'suppliers.deleted': admins,
  'suppliers.restore': admins,
  'purchases.list': admins,
  'purchases.read': admins,
  'purchases.create': admins,
  'purchases.void': admins,
  'sales.list': staff,
  'sales.read': staff,
  'sales.create': staff,
  'sales.void': admins,
  'statistics.read': staff,
  'statistics.cash-flow': admins,
  'statistics.sales-by-user': admins,
  'statistics.membership-sales-by-user': admins,
  'images.upload': everyone, // by folder: see imageFolders
  'images.delete': everyone,
  'images.read': anyone, // the address carries an unguessable token
  'outbox.list': staff, // without a client: admins only, by the rule mayReadOutbox
  'outbox.status': superAdmin,
  'outbox.unreachable': admins,
  'daily-report.read': admins,
  'voids.list': admins,
  'support.create': staff,
  'support.read': staff, // the own ones only
  'history.list': admins, // changes of users: super admins only, by the rule mayReadHistory
} as const satisfies Record<string, readonly RoleName[] | 'anyone'>

export type Permission = keyof typeof permissions

/** Whether the role may make the call at all; rules on single rows come on top. */
export function may(role: RoleName, permission: Permission): boolean {
  const allowed: readonly RoleName[] | 'anyone' = permissions[permission]
  return allowed === 'anyone' || allowed.includes(role)
}

/** Who may put images into a folder and take them out; a user's own photo is everyone's in its gym. */
export const imageFolders = {
  clients: staff,
  products: admins,
  users: everyone,
  gyms: superAdminOrMaster,
} as const satisfies Record<string, readonly RoleName[]>

export type ImageFolder = keyof typeof imageFolders

/** Roles that see a screen, and its entry in the menu (spec §6); the calls behind it decide for themselves. */
export const screenRoles = {
  dashboard: staff,
  attendance: staff,
  clients: staff,
  billing: staff,
  inventory: admins,
  cashFlow: admins,
  dailyReport: admins, // no entry of its own: Flujo de Caja leads there
  memberships: admins,
  ia: admins,
  settings: superAdmin,
  support: staff,
  profile: staff, // one's own name in the sidebar leads there
  adminGyms: master,
  adminProfile: master,
} as const satisfies Record<string, readonly RoleName[]>

export type Screen = keyof typeof screenRoles

export function seesScreen(role: RoleName, screen: Screen): boolean {
  const roles: readonly RoleName[] = screenRoles[screen]
  return roles.includes(role)
}
