import { z } from 'zod'
import { defineDeletedList, defineRestore } from '../shared/deleted.ts'
import { area } from '../shared/endpoint.ts'
import { el, la, part, shared } from '../shared/field-words.ts'
import { master } from '../shared/roles.ts'
import {
  jsonText,
  optionalEmail,
  optionalText,
  optionalUrl,
  shortId,
  shortIdInAddress,
  text,
} from '../shared/shapes.ts'
import { password, username } from './users.ts'

export const Gym = z.object({
  id: shortId,
  name: z.string(),
  /** Login of the gym's super admin; empty without one. */
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

const params = z.object({ id: shortIdInAddress })

export const gymsArea = area(
  {
    'gyms.list': {
      may: master,
      method: 'GET',
      path: '/gyms/',
      summary: 'All gyms of the platform, by name',
      answer: z.array(Gym),
    },
    'gyms.read': {
      may: master,
      method: 'GET',
      path: '/gyms/{id}',
      summary: 'One gym',
      params,
      answer: Gym,
      versioned: 'gyms',
      errors: ['row.missing'],
    },
    'gyms.create': {
      may: master,
      method: 'POST',
      path: '/gyms/',
      summary: 'Create a gym with its super admin, its anonymous client and its two fixed plans',
      body: NewGym,
      answer: Gym,
      status: 201,
      errors: ['username.taken'],
    },
    'gyms.update': {
      allowedOnFullDisk: true,
      may: master,
      method: 'PUT',
      path: '/gyms/{id}',
      summary: 'Change a gym; username and password are its super admin’s login, and make one where there is none',
      params,
      body: GymChange,
      answer: Gym,
      versioned: 'gyms',
      errors: ['row.missing', 'row.stale', 'username.taken', 'gym.no-super-admin'],
    },
    'gyms.deleted': defineDeletedList('/gyms/deleted', master, 'gyms of the last 30 days'),
    'gyms.restore': defineRestore(
      '/gyms/{id}/restore',
      master,
      'Bring a gym back within 30 days, with its people and those of its terminals that nobody else has by now',
      params,
      Gym,
      ['gym.username-taken'],
    ),
    'gyms.delete': {
      allowedOnFullDisk: true,
      may: master,
      method: 'DELETE',
      path: '/gyms/{id}',
      summary: 'Delete a gym: its people are out at once',
      params,
      answer: null,
      errors: ['row.missing'],
    },
  },
  {
    history: {
      gym: {
        object: 'el gimnasio',
        fields: {
          ...shared('name', 'username', 'email', 'phone_number', 'address', 'social_link', 'is_active'),
          owner: el('propietario'),
          website_url: la('página web'),
          ...shared('created_at', 'updated_at', 'deleted_at', 'id_user', 'logo_url', 'logo_path'),
          restored_from: { article: '', noun: 'Restaurado de la copia de', kind: 'restored' },
          skipped_numbers: part,
        },
      },
    },
  },
)
