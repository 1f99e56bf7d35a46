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
export const masterOnly = ['master'] as const
export const staffRoles = ['gym_super_admin', 'gym_admin', 'gym_worker'] as const
export const adminRoles = ['gym_super_admin', 'gym_admin'] as const
export const superAdminOnly = ['gym_super_admin'] as const
export const superAdminOrMaster = ['master', 'gym_super_admin'] as const
export const publicAccess = 'anyone'

export type AllowedRoles = readonly RoleName[] | typeof publicAccess

export const isRoleAllowed = (role: RoleName, allowed: AllowedRoles): boolean =>
  allowed === publicAccess || allowed.includes(role)
