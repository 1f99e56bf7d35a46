import { z } from 'zod'
import { defineArea, defineCreate, defineDelete, defineGet, definePut } from '../shared/define-area.ts'
import { defineDeletedRowCalls } from '../shared/deleted-rows.ts'
import { partOfAnotherFieldLabel, pickSharedFieldLabels } from '../shared/history-field-labels.ts'
import { masterOnly } from '../shared/roles.ts'
import { int32Id, optionalEmail, optionalText, optionalUrl, socialLinksInput, textLine } from '../shared/schemas.ts'
import { passwordSchema, usernameSchema } from './users.ts'

export const Gym = z.object({
  id: int32Id,
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
  name: textLine(255),
  username: usernameSchema,
  owner: textLine(255),
  email: optionalEmail().optional(),
  phone_number: optionalText(20).optional(),
  website_url: optionalUrl().optional(),
  address: optionalText(255).optional(),
  social_link: socialLinksInput.optional(),
  is_active: z.boolean().optional(),
  logo_url: optionalText(1000).optional(),
  logo_path: optionalText(1000).optional(),
})
export const NewGym = fields.extend({ password: passwordSchema })
export const GymChange = fields.extend({ password: passwordSchema.nullable() }).partial()

export const gymsArea = defineArea(
  {
    'gyms.list': defineGet(masterOnly, '/gyms/', 'List all gyms by name', { answer: z.array(Gym) }),
    'gyms.read': defineGet(masterOnly, '/gyms/{id}', 'Get a gym', { answer: Gym, versioned: 'gyms' }),
    'gyms.create': defineCreate(masterOnly, '/gyms/', 'Create a gym, its super admin, and what every gym has', {
      body: NewGym,
      answer: Gym,
      errors: ['username.taken'],
    }),
    'gyms.update': definePut(masterOnly, '/gyms/{id}', 'Change a gym; username and password are its super admin’s', {
      allowedOnFullDisk: true,
      body: GymChange,
      answer: Gym,
      versioned: 'gyms',
      errors: ['username.taken', 'gym.no-super-admin'],
    }),
    ...defineDeletedRowCalls('gyms', { may: masterOnly, id: 'id', answer: Gym, taken: ['gym.username-taken'] }),
    'gyms.delete': defineDelete(masterOnly, '/gyms/{id}', 'Delete a gym; its users are logged out at once', {
      allowedOnFullDisk: true,
      answer: null,
    }),
  },
  {
    history: {
      gym: {
        object: 'el gimnasio',
        fields: {
          ...pickSharedFieldLabels('name', 'username', 'email', 'phone_number', 'address', 'social_link', 'is_active'),
          owner: 'el propietario',
          website_url: 'la página web',
          ...pickSharedFieldLabels('created_at', 'updated_at', 'deleted_at', 'id_user', 'logo_url', 'logo_path'),
          restored_from: ['Restaurado de la copia de', 'restored'],
          skipped_numbers: partOfAnotherFieldLabel,
        },
      },
    },
  },
)
