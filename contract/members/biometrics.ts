// Fingerprints and faces of consenting clients, stored so that every terminal can recognise them.
import { z } from 'zod'
import { area, get, post, put, remove } from '../shared/area.ts'
import type { ErrorName } from '../shared/errors.ts'
import { admins, staff, superAdmin } from '../shared/roles.ts'
import { id, named, timestamp } from '../shared/shapes.ts'

/** `photo`: a face, from which a terminal with a camera computes its own template. */
export const biometricKinds = ['finger', 'face', 'vein', 'palm', 'photo'] as const
export type BiometricKind = (typeof biometricKinds)[number]

/** Fingers count from the left little finger to the right one; 6 is the right index finger, the most common. */
export const defaultFinger = 6

const enrolmentOutcomes = [
  'done',
  'exists',
  'failed',
  'somebody-else',
  'cancelled',
  'busy',
  'unsupported',
  'refused',
] as const
export type EnrolmentOutcome = (typeof enrolmentOutcomes)[number]

/** A request to enrol at a terminal. */
export const Enrolment = z.object({
  id,
  device: named,
  kind: z.enum(['finger', 'face']),
  finger: z.number().int().nullable(),
  asked_at: timestamp,
  /** `asked`: not fetched yet; `waiting`: the terminal waits for the person; `silent`: no answer. */
  state: z.enum(['asked', 'waiting', 'silent', ...enrolmentOutcomes]),
})
export type Enrolment = z.infer<typeof Enrolment>

export const ClientBiometrics = z.object({
  /** The gym's switch. */
  keeps: z.boolean(),
  /** Time of the consent; null without. */
  agreed_at: timestamp.nullable(),
  /** Stored templates, one for each kind and finger. */
  kept: z.array(
    z.object({
      kind: z.enum(biometricKinds),
      finger: z.number().int().nullable(),
      /** Terminal of the enrolment; null for the desk. */
      device: z.string().nullable(),
      taken_at: timestamp,
    }),
  ),
  /** State and abilities of each terminal. */
  devices: z.array(
    z.object({
      id,
      name: z.string(),
      /** True if the terminal holds the person; `leaving`: will delete the person. */
      knows: z.boolean(),
      leaving: z.boolean(),
      /** Numbers of stored templates that it holds, lacks and refuses. */
      held: z.number().int(),
      waiting: z.number().int(),
      refused: z.number().int(),
      enrols: z.array(z.enum(['finger', 'face'])),
    }),
  ),
  /** The last enrolment within ten minutes. */
  enrolment: Enrolment.nullable(),
})
export type ClientBiometrics = z.infer<typeof ClientBiometrics>

/** Numbers of stored templates and clients. */
export const BiometricsSettings = z.object({
  keeps: z.boolean(),
  agreed: z.number().int(),
  kept: z.number().int(),
  /** Sealed by another key, so unreadable. */
  unreadable: z.number().int(),
  /** True if backups without BACKUP_KEY contain templates and their key. */
  unencrypted_copies: z.boolean(),
})
export type BiometricsSettings = z.infer<typeof BiometricsSettings>

/** State of a terminal, and who has to enrol at it. */
export const DeviceBiometrics = z.object({
  keeps: z.boolean(),
  /** True if the terminal names its algorithms; without them nothing is sent. */
  known: z.boolean(),
  people: z.object({ held: z.number().int(), wanted: z.number().int() }),
  templates: z.object({ held: z.number().int(), wanted: z.number().int(), refused: z.number().int() }),
  /**
   * People with a right and no template on this terminal, as far as known, who have no card or came by finger or face:
   * their number, and the first 500.
   */
  missing_count: z.number().int(),
  missing: z.array(z.object({ id_client: id, name: z.string(), reason: z.string() })),
})
export type DeviceBiometrics = z.infer<typeof DeviceBiometrics>

/** Largest photo in bytes; 480 × 640 in JPEG needs a fifth. */
export const maxPhotoBytes = 300_000

const jpeg = z
  .base64('Debe ser una imagen JPEG')
  .max(Math.ceil(maxPhotoBytes / 3) * 4, 'Como máximo 300 kB')
  .refine((text) => text.startsWith('/9j/'), 'Debe ser una imagen JPEG')

/** Refuses without consent or switch. */
export const checkTemplatesAllowed = ({
  keeps,
  agreed_at,
}: Pick<ClientBiometrics, 'keeps' | 'agreed_at'>): ErrorName | null =>
  keeps && agreed_at !== null ? null : 'biometrics.not-agreed'

export const biometricsArea = area(
  {
    'biometrics.settings': get(admins, '/biometrics/', 'Tell if the gym stores biometrics, and of how many clients', {
      shows: ['gym-info', 'clients'],
      answer: BiometricsSettings,
    }),
    'biometrics.configure': put(superAdmin, '/biometrics/', 'Turn the storage of biometrics on or off', {
      /**
       * `unencrypted_copies`: accepts unencrypted templates in backups. `unproven_devices`: accepts that terminals
       * without proven origin get none.
       */
      body: z.object({
        keeps: z.boolean(),
        unencrypted_copies: z.boolean().optional(),
        unproven_devices: z.boolean().optional(),
      }),
      answer: BiometricsSettings,
      errors: ['biometrics.unproven', 'biometrics.unencrypted'],
    }),
    'biometrics.read': get(staff, '/clients/{id_client}/biometrics', 'Get a client’s templates and their terminals', {
      answer: ClientBiometrics,
    }),
    'biometrics.agree': put(staff, '/clients/{id_client}/biometrics', 'Record a client’s consent or withdrawal', {
      body: z.object({ agrees: z.boolean() }),
      answer: ClientBiometrics,
      errors: ['client.anonymous', 'biometrics.off'],
    }),
    'biometrics.drop': remove(staff, '/clients/{id_client}/biometrics', 'Delete a finger, face or photo', {
      query: z.object({ kind: z.enum(biometricKinds), finger: z.coerce.number().int().min(0).max(9).optional() }),
      answer: null,
      errors: ['client.anonymous'],
    }),
    'biometrics.photo': put(staff, '/clients/{id_client}/biometrics/photo', 'Store a photo, the source of templates', {
      body: z.object({ image: jpeg }),
      answer: ClientBiometrics,
      errors: ['client.anonymous', 'biometrics.not-agreed', 'seal.missing'],
    }),
    'biometrics.enrol': post(staff, '/clients/{id_client}/biometrics/enrol', 'Enrol a finger or face at a terminal', {
      repeatable: true,
      body: z.object({
        id_device: id,
        kind: z.enum(['finger', 'face']),
        finger: z.number().int().min(0).max(9).optional(),
      }),
      answer: Enrolment,
      errors: [
        'client.anonymous',
        'biometrics.not-agreed',
        'biometrics.not-there',
        'biometrics.enrolling',
        'door.disconnected',
      ],
    }),
    'biometrics.device': get(staff, '/devices/{id_device}/biometrics', 'Get a terminal’s template progress', {
      shows: ['devices', 'clients', 'door', 'payments'],
      answer: DeviceBiometrics,
    }),
  },
  { shows: ['clients', 'devices', 'door', 'gym-info'] },
)
