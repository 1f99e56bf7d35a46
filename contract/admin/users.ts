import { z } from 'zod'
import { defineArea, defineCreate, defineDelete, defineGet, definePut } from '../shared/define-area.ts'
import { defineDeletedRowCalls } from '../shared/deleted-rows.ts'
import type { ErrorName } from '../shared/errors.ts'
import { pickSharedFieldLabels } from '../shared/history-field-labels.ts'
import type { RoleName } from '../shared/roles.ts'
import { adminRoles, allRoles, roleNames, superAdminOnly } from '../shared/roles.ts'
import {
  dayOrInstant,
  id,
  int32Id,
  isStorableText,
  optionalEmail,
  optionalText,
  pinInput,
  textLine,
  timestamp,
} from '../shared/schemas.ts'

export const usernameSchema = textLine(50).refine((value) => !/\s/.test(value), 'No puede contener espacios')
export const passwordSchema = z
  .string()
  .min(8, 'Debe tener al menos 8 caracteres')
  .max(128)
  .refine(isStorableText, 'Contiene caracteres no válidos')

/** Error for a role that users of a gym cannot have, such as master. */
export const unknownRoleText = 'El rol elegido no existe.'

export const Role = z.object({ id: int32Id, name: z.string(), description: z.string() })
export type Role = z.infer<typeof Role>

export const User = z.object({
  id,
  id_zkteco: z.number().nullable(),
  name: z.string(),
  username: z.string(),
  phone_number: z.string().nullable(),
  email: z.string().nullable(),
  address: z.string().nullable(),
  id_role: int32Id,
  role: Role,
  is_active: z.boolean(),
  photo_url: z.string().nullable(),
  photo_path: z.string().nullable(),
  created_at: timestamp,
  updated_at: timestamp,
})
export type User = z.infer<typeof User>

const fields = z.object({
  name: textLine(255),
  username: usernameSchema,
  id_role: int32Id.refine((id) => id <= roleNames.length, unknownRoleText),
  id_zkteco: pinInput.nullable().optional(),
  phone_number: optionalText(20).optional(),
  email: optionalEmail().optional(),
  address: optionalText(255).optional(),
  is_active: z.boolean().optional(),
  photo_url: optionalText(1000).optional(),
  photo_path: optionalText(1000).optional(),
})
export const NewUser = fields.extend({ password: passwordSchema })
export const UserChange = fields
  .extend({
    password: passwordSchema.nullable(),
    /** Current password, required when users change their own password; never stored. */
    current_password: z.string().max(255).refine(isStorableText, 'Contiene caracteres no válidos').nullable(),
    /** Ignored: the server sets the time itself, and `If-Match` detects concurrent edits. */
    updated_at: dayOrInstant.nullable().transform(() => undefined),
  })
  .partial()

/** Fields that every user may change in their own row. */
export const selfEditableUserFields = [
  'phone_number',
  'email',
  'address',
  'photo_url',
  'photo_path',
  'password',
] as const

interface Actor {
  id: number
  role: RoleName
}

export function checkUserAccess(actor: Actor, idUser: number): ErrorName | null {
  return actor.id === idUser || actor.role === 'gym_super_admin' || actor.role === 'gym_admin' ? null : 'role.forbidden'
}

/** `changed` lists the names of the fields whose value changes. */
export function checkUserChange(actor: Actor, idUser: number, changed: readonly string[]): ErrorName | null {
  const own: readonly string[] = selfEditableUserFields
  if (actor.role === 'gym_super_admin') {
    const fatal = actor.id === idUser && changed.some((field) => field === 'is_active' || field === 'id_role')
    return fatal ? 'user.self' : null
  }
  if (actor.id !== idUser) return 'role.forbidden'
  return changed.every((field) => own.includes(field)) ? null : 'user.own-fields'
}

export const needsCurrentPassword = (actor: Actor, idUser: number): boolean => actor.id === idUser

export const countOtherActiveSuperAdmins = (users: readonly User[], idUser: number): number =>
  users.filter((user) => user.id !== idUser && user.is_active && user.role.name === 'gym_super_admin').length

/** `others` is the number of active super admins besides this user. */
export function checkUserDeletion(actor: { id: number }, user: User, others: number): ErrorName | null {
  if (user.role.name === 'gym_super_admin' && others === 0) return 'user.last-super-admin'
  return actor.id === user.id ? 'user.self' : null
}

export const usersArea = defineArea(
  {
    'users.list': defineGet(adminRoles, '/users/', 'List the gym’s users by name', { answer: z.array(User) }),
    // checkUserAccess allows other users' rows to admins only.
    'users.read': defineGet(allRoles, '/users/{id_user}', 'Get a user; everyone may read their own', {
      answer: User,
      versioned: 'users',
      errors: ['role.forbidden'],
    }),
    'users.create': defineCreate(superAdminOnly, '/users/', 'Create a user', {
      body: NewUser,
      answer: User,
      errors: ['username.taken', 'pin.taken'],
    }),
    // checkUserChange allows changes of other users' rows to super admins only.
    'users.update': definePut(allRoles, '/users/{id_user}', 'Change a user; a null password keeps it', {
      allowedOnFullDisk: true,
      body: UserChange,
      answer: User,
      versioned: 'users',
      errors: [
        'username.taken',
        'pin.taken',
        'user.self',
        'user.own-fields',
        'user.last-super-admin',
        'session.too-many',
      ],
    }),
    ...defineDeletedRowCalls('users', {
      may: superAdminOnly,
      id: 'id_user',
      answer: User,
      taken: ['pin.taken', 'username.taken'],
    }),
    'users.delete': defineDelete(superAdminOnly, '/users/{id_user}', 'Delete a user; sessions and door access end', {
      allowedOnFullDisk: true,
      query: z.object({ id_zkteco: z.string().optional() }),
      answer: null,
      errors: ['user.self', 'user.last-super-admin'],
    }),
    'roles.list': defineGet(adminRoles, '/roles/', 'List the roles that a gym’s user can have', {
      answer: z.array(Role),
    }),
  },
  {
    history: {
      users: {
        object: 'al usuario',
        named: true,
        fields: {
          ...pickSharedFieldLabels('name', 'id_zkteco', 'username'),
          password_hash: ['la contraseña', 'secret'],
          password: ['la contraseña', 'secret'],
          ...pickSharedFieldLabels('email', 'phone_number', 'address', 'is_active', 'photo_url', 'photo_path'),
          id_role: ['el rol', 'role'],
          ...pickSharedFieldLabels('door_blocked', 'door_removed', 'created_at', 'updated_at', 'deleted_at'),
        },
      },
    },
  },
)
