// Fingers and faces: kept for whoever agrees, so that every terminal knows them, and a new one nobody's anew.
import { z } from 'zod'
import { area } from './endpoint.ts'
import type { ErrorName } from './errors.ts'
import { admins, staff, superAdmin } from './roles.ts'
import { id, idInAddress, timestamp } from './shapes.ts'

/** `photo`: of a face, of which a terminal with a camera for visible light makes its own. */
export const biometricKinds = ['finger', 'face', 'vein', 'palm', 'photo'] as const
export type BiometricKind = (typeof biometricKinds)[number]

/** Fingers are numbered from the little one of the left hand to that of the right: the right index finger, which most people put forward. */
export const usualFinger = 6

/** What a terminal makes of somebody's enrolment. */
const outcomes = ['done', 'exists', 'failed', 'somebody-else', 'cancelled', 'busy', 'unsupported', 'refused'] as const
export type EnrolmentOutcome = (typeof outcomes)[number]

/** Somebody was asked at the desk to put a finger or a face before a terminal. */
export const Enrolment = z.object({
  id,
  device: z.object({ id, name: z.string() }),
  kind: z.enum(['finger', 'face']),
  finger: z.number().int().nullable(),
  asked_at: timestamp,
  /** `asked`: the terminal has not heard of it; `waiting`: it waits for the person; `silent`: it never heard of it, or said no more. */
  state: z.enum(['asked', 'waiting', 'silent', ...outcomes]),
})
export type Enrolment = z.infer<typeof Enrolment>

export const ClientBiometrics = z.object({
  /** Whether the gym keeps any. */
  keeps: z.boolean(),
  /** Since when the client agrees; null where they do not. */
  agreed_at: timestamp.nullable(),
  /** What is kept, one of each kind and finger. */
  kept: z.array(
    z.object({
      kind: z.enum(biometricKinds),
      finger: z.number().int().nullable(),
      /** Where it was taken; null: at the desk. */
      device: z.string().nullable(),
      taken_at: timestamp,
    }),
  ),
  /** What each terminal has of them, as far as it said so, and what it can enrol. */
  devices: z.array(
    z.object({
      id,
      name: z.string(),
      /** It holds the person; and is to drop all that it has of them. */
      knows: z.boolean(),
      leaving: z.boolean(),
      /** How many of what is kept it holds, how many it has yet to get, and how many it would not take. */
      held: z.number().int(),
      waiting: z.number().int(),
      refused: z.number().int(),
      enrols: z.array(z.enum(['finger', 'face'])),
    }),
  ),
  /** The last of ten minutes. */
  enrolment: Enrolment.nullable(),
})
export type ClientBiometrics = z.infer<typeof ClientBiometrics>

/** Kept of a gym, and of how many clients. */
export const BiometricsSettings = z.object({
  keeps: z.boolean(),
  agreed: z.number().int(),
  kept: z.number().int(),
  /** Of another key than this installation has: nobody can read them. */
  unreadable: z.number().int(),
  /** Whether this installation makes copies without BACKUP_KEY, which hold fingers, faces and the key that seals them. */
  unencrypted_copies: z.boolean(),
})
export type BiometricsSettings = z.infer<typeof BiometricsSettings>

/** How far a terminal is with what the gym keeps, and who has to be enrolled at it. */
export const DeviceBiometrics = z.object({
  keeps: z.boolean(),
  /** It says by which algorithms it works: of others nothing is sent. */
  known: z.boolean(),
  people: z.object({ held: z.number().int(), wanted: z.number().int() }),
  templates: z.object({ held: z.number().int(), wanted: z.number().int(), refused: z.number().int() }),
  /**
   * People with a right of whom it has neither a finger nor a face, as far as is known, and who have no card, or came by a finger or
   * face that is kept: how many, and the first 500.
   */
  missing_count: z.number().int(),
  missing: z.array(z.object({ id_client: id, name: z.string(), reason: z.string() })),
})
export type DeviceBiometrics = z.infer<typeof DeviceBiometrics>

/** Bytes of a photo that terminals take; 480 × 640 in JPEG is a fifth of that. */
export const largestPhoto = 300_000

const jpeg = z
  .base64('Debe ser una imagen JPEG')
  .max(Math.ceil(largestPhoto / 3) * 4, 'Como máximo 300 kB')
  .refine((text) => text.startsWith('/9j/'), 'Debe ser una imagen JPEG')

/** Of somebody who does not agree, or of a gym that keeps none, nothing is kept. */
export const mayKeep = ({ keeps, agreed_at }: Pick<ClientBiometrics, 'keeps' | 'agreed_at'>): ErrorName | null =>
  keeps && agreed_at !== null ? null : 'biometrics.not-agreed'

const ofClient = z.object({ id_client: idInAddress })
const ofDevice = z.object({ id_device: idInAddress })

export const biometricsArea = area(
  {
    'biometrics.settings': {
      may: admins,
      method: 'GET',
      path: '/biometrics/',
      summary: 'Whether the gym keeps fingers and faces, and of how many',
      shows: ['gym-info', 'clients'],
      answer: BiometricsSettings,
    },
    'biometrics.configure': {
      may: superAdmin,
      method: 'PUT',
      path: '/biometrics/',
      summary: 'Keep fingers and faces from now on, or drop those that are kept',
      /**
       * `unencrypted_copies`: the person accepts that copies hold fingers and faces without encryption; `unproven_devices`: and that
       * terminals whose origin is neither proven nor accepted are sent none.
       */
      body: z.object({
        keeps: z.boolean(),
        unencrypted_copies: z.boolean().optional(),
        unproven_devices: z.boolean().optional(),
      }),
      answer: BiometricsSettings,
      errors: ['biometrics.unproven', 'biometrics.unencrypted'],
    },
    'biometrics.read': {
      may: staff,
      method: 'GET',
      path: '/clients/{id_client}/biometrics',
      summary: 'What is kept of a client’s fingers and face, and what terminals have of them',
      params: ofClient,
      answer: ClientBiometrics,
      errors: ['row.missing'],
    },
    'biometrics.agree': {
      may: staff,
      method: 'PUT',
      path: '/clients/{id_client}/biometrics',
      summary: 'Note that a client agrees; or drop what is kept, also at the terminals',
      params: ofClient,
      body: z.object({ agrees: z.boolean() }),
      answer: ClientBiometrics,
      errors: ['row.missing', 'client.anonymous', 'biometrics.off'],
    },
    'biometrics.drop': {
      may: staff,
      method: 'DELETE',
      path: '/clients/{id_client}/biometrics',
      summary: 'Drop one finger, the face or the photo that is kept of a client, also at the terminals',
      params: ofClient,
      query: z.object({ kind: z.enum(biometricKinds), finger: z.coerce.number().int().min(0).max(9).optional() }),
      answer: null,
      errors: ['row.missing', 'client.anonymous'],
    },
    'biometrics.photo': {
      may: staff,
      method: 'PUT',
      path: '/clients/{id_client}/biometrics/photo',
      summary: 'Keep a photo of the client’s face, of which terminals make their own',
      params: ofClient,
      body: z.object({ image: jpeg }),
      answer: ClientBiometrics,
      errors: ['row.missing', 'client.anonymous', 'biometrics.not-agreed', 'seal.missing'],
    },
    'biometrics.enrol': {
      may: staff,
      method: 'POST',
      repeatable: true,
      path: '/clients/{id_client}/biometrics/enrol',
      summary: 'Have a terminal enrol a finger or the face of a client now',
      params: ofClient,
      body: z.object({
        id_device: id,
        kind: z.enum(['finger', 'face']),
        finger: z.number().int().min(0).max(9).optional(),
      }),
      answer: Enrolment,
      errors: [
        'row.missing',
        'client.anonymous',
        'biometrics.not-agreed',
        'biometrics.not-there',
        'biometrics.enrolling',
        'door.disconnected',
      ],
    },
    'biometrics.device': {
      may: staff,
      method: 'GET',
      path: '/devices/{id_device}/biometrics',
      summary: 'How far a terminal is with the fingers and faces that are kept',
      params: ofDevice,
      shows: ['devices', 'clients', 'door', 'payments'],
      answer: DeviceBiometrics,
      errors: ['row.missing'],
    },
  },
  { shows: ['clients', 'devices', 'door', 'gym-info'] },
)
