import { z } from 'zod'
import { create, defineArea, get, put, remove } from '../shared/define-area.ts'
import { deletedCalls } from '../shared/deleted-rows.ts'
import { attachedField, elField, laField, shared } from '../shared/history-field-names.ts'
import { master } from '../shared/roles.ts'
import { jsonText, optionalEmail, optionalText, optionalUrl, shortId, text } from '../shared/schemas.ts'
import { password, username } from './users.ts'

export const Gym = z.object({
  id: shortId,
  name: z.string(),
  /** Username of the gym's super admin; empty if the gym has none. */
  username: z.string(),
  owner: z.string(),
  email: z.string().nullable(),
  phone_number: z.string().nullable(),
  website_url: z.string().nullable(),
  address: z.string().nullable(),
  social_link: z.string().nullable(),
  is_active: z.boolean(),
  logo_url: z.string().nullable(),
  logo_path: z.string().nullable(),
})
export type Gym = z.infer<typeof Gym>

const fields = z.object({
  name: text(255),
  username,
  owner: text(255),
  email: optionalEmail().optional(),
  phone_number: optionalText(20).optional(),
  website_url: optionalUrl().optional(),
  address: optionalText(255).optional(),
  social_link: jsonText.optional(),
  is_active: z.boolean().optional(),
  logo_url: optionalText(1000).optional(),
  logo_path: optionalText(1000).optional(),
})
export const NewGym = fields.extend({ password })
export const GymChange = fields.extend({ password: password.nullable() }).partial()

export const gymsArea = defineArea(
  {
    'gyms.list': get(master, '/gyms/', 'List all gyms by name', { answer: z.array(Gym) }),
    'gyms.read': get(master, '/gyms/{id}', 'Get a gym', { answer: Gym, versioned: 'gyms' }),
    'gyms.create': create(master, '/gyms/', 'Create a gym with super admin, anonymous client and two fixed plans', {
      body: NewGym,
      answer: Gym,
      errors: ['username.taken'],
    }),
    'gyms.update': put(master, '/gyms/{id}', 'Change a gym; username and password change or create its super admin', {
      allowedOnFullDisk: true,
      body: GymChange,
      answer: Gym,
      versioned: 'gyms',
      errors: ['username.taken', 'gym.no-super-admin'],
    }),
    ...deletedCalls('gyms', { may: master, id: 'id', answer: Gym, taken: ['gym.username-taken'] }),
    'gyms.delete': remove(master, '/gyms/{id}', 'Delete a gym; its users are logged out at once', {
      allowedOnFullDisk: true,
      answer: null,
    }),
  },
  {
    history: {
      gym: {
        object: 'el gimnasio',
        fields: {
          ...shared('name', 'username', 'email', 'phone_number', 'address', 'social_link', 'is_active'),
          owner: elField('propietario'),
          website_url: laField('página web'),
          ...shared('created_at', 'updated_at', 'deleted_at', 'id_user', 'logo_url', 'logo_path'),
          restored_from: { article: '', noun: 'Restaurado de la copia de', kind: 'restored' },
          skipped_numbers: attachedField,
        },
      },
    },
  },
)
