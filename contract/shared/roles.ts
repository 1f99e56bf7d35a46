// Roles, and the sets of roles that API calls and screens refer to.
export const roleNames = ['master', 'gym_super_admin', 'gym_admin', 'gym_worker'] as const
export type RoleName = (typeof roleNames)[number]

export const roleLabels: Record<RoleName, string> = {
  master: 'Master',
  gym_super_admin: 'Super Administrador',
  gym_admin: 'Administrador',
  gym_worker: 'Trabajador',
}

export const allRoles = [...roleNames] as const
export const master = ['master'] as const
export const staff = ['gym_super_admin', 'gym_admin', 'gym_worker'] as const
export const admins = ['gym_super_admin', 'gym_admin'] as const
export const superAdmin = ['gym_super_admin'] as const
export const superAdminOrMaster = ['master', 'gym_super_admin'] as const
export const withoutLogin = 'anyone'

export type AllowedRoles = readonly RoleName[] | typeof withoutLogin

export const isRoleAllowed = (role: RoleName, allowed: AllowedRoles): boolean =>
  allowed === withoutLogin || allowed.includes(role)
