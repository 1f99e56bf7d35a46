// Fingerprints and faces of consenting clients, stored so that every terminal can recognise them.
import { z } from 'zod'
import { defineArea, defineDelete, defineGet, definePost, definePut } from '../shared/define-area.ts'
import type { ErrorName } from '../shared/errors.ts'
import { adminRoles, staffRoles, superAdminOnly } from '../shared/roles.ts'
import { id, idAndName, timestamp } from '../shared/schemas.ts'

/** Kinds of templates; from a `photo` of the face, a terminal with a camera computes its own template. */
export const biometricKinds = ['finger', 'face', 'vein', 'palm', 'photo'] as const
export type BiometricKind = (typeof biometricKinds)[number]

/** Fingers are numbered from the left little finger (0) to the right little finger (9); 6 is the right index finger. */
export const defaultFingerNumber = 6

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

/** A request that a terminal starts an enrolment. */
export const Enrolment = z.object({
  id,
  device: idAndName,
  kind: z.enum(['finger', 'face']),
  finger: z.number().int().nullable(),
  asked_at: timestamp,
  /** `asked`: the terminal has not fetched it yet; `waiting`: it waits for the person; `silent`: it did not respond. */
  state: z.enum(['asked', 'waiting', 'silent', ...enrolmentOutcomes]),
})
export type Enrolment = z.infer<typeof Enrolment>

export const ClientBiometrics = z.object({
  /** True if the gym's setting allows storing templates. */
  keeps: z.boolean(),
  /** Time at which the client consented; null without consent. */
  agreed_at: timestamp.nullable(),
  /** Stored templates, at most one for each kind and finger. */
  kept: z.array(
    z.object({
      kind: z.enum(biometricKinds),
      finger: z.number().int().nullable(),
      /** Name of the terminal at which the person enrolled; null if the template is a photo added on screen. */
      device: z.string().nullable(),
      taken_at: timestamp,
    }),
  ),
  /** Terminals with their state for this client, and what they can enrol. */
  devices: z.array(
    z.object({
      id,
      name: z.string(),
      /** `knows`: the terminal stores this person; `leaving`: the person's deletion was ordered. */
      knows: z.boolean(),
      leaving: z.boolean(),
      /** Numbers of stored templates that this terminal has, still waits for, and refused. */
      held: z.number().int(),
      waiting: z.number().int(),
      refused: z.number().int(),
      enrols: z.array(z.enum(['finger', 'face'])),
    }),
  ),
  /** Last enrolment request, if made within ten minutes. */
  enrolment: Enrolment.nullable(),
})
export type ClientBiometrics = z.infer<typeof ClientBiometrics>

/** The gym's setting, with numbers of consenting clients and stored templates. */
export const BiometricsSettings = z.object({
  keeps: z.boolean(),
  agreed: z.number().int(),
  kept: z.number().int(),
  /** Number of templates that cannot be opened because another key sealed them. */
  unreadable: z.number().int(),
  /** True if backups are unencrypted (no BACKUP_KEY) and so contain templates together with their key. */
  unencrypted_copies: z.boolean(),
})
export type BiometricsSettings = z.infer<typeof BiometricsSettings>

/** Template counts of a terminal, and people who still have to enrol at it. */
export const DeviceBiometrics = z.object({
  keeps: z.boolean(),
  /** True if the terminal reported its template algorithms; otherwise it is sent no templates. */
  known: z.boolean(),
  people: z.object({ held: z.number().int(), wanted: z.number().int() }),
  templates: z.object({ held: z.number().int(), wanted: z.number().int(), refused: z.number().int() }),
  /**
   * People who may enter and, as far as known, have no template on this terminal, unless they use a card: their
   * number, and the first 500.
   */
  missing_count: z.number().int(),
  missing: z.array(z.object({ id_client: id, name: z.string(), reason: z.string() })),
})
export type DeviceBiometrics = z.infer<typeof DeviceBiometrics>

/** Largest photo in bytes; a JPEG of 480 × 640 pixels needs about a fifth. */
export const maxFacePhotoBytes = 300_000

const jpeg = z
  .base64('Debe ser una imagen JPEG')
  .max(Math.ceil(maxFacePhotoBytes / 3) * 4, 'Como máximo 300 kB')
  .refine((text) => text.startsWith('/9j/'), 'Debe ser una imagen JPEG')

/** Refuses templates without the client's consent or while the gym's setting is off. */
export const checkTemplatesAllowed = ({
  keeps,
  agreed_at,
}: Pick<ClientBiometrics, 'keeps' | 'agreed_at'>): ErrorName | null =>
  keeps && agreed_at !== null ? null : 'biometrics.not-agreed'

export const biometricsArea = defineArea(
  {
    'biometrics.settings': defineGet(adminRoles, '/biometrics/', 'Tell if biometrics are stored, and of how many', {
      shows: ['gym-info', 'clients'],
      answer: BiometricsSettings,
    }),
    'biometrics.configure': definePut(superAdminOnly, '/biometrics/', 'Turn the storage of biometrics on or off', {
      /**
       * `unencrypted_copies` confirms that backups will contain unencrypted templates; `unproven_devices` confirms
       * that terminals whose origin is not proven get no templates.
       */
      body: z.object({
        keeps: z.boolean(),
        unencrypted_copies: z.boolean().optional(),
        unproven_devices: z.boolean().optional(),
      }),
      answer: BiometricsSettings,
      errors: ['biometrics.unproven', 'biometrics.unencrypted'],
    }),
    'biometrics.read': defineGet(staffRoles, '/clients/{id_client}/biometrics', 'Get a client’s templates', {
      answer: ClientBiometrics,
    }),
    'biometrics.agree': definePut(staffRoles, '/clients/{id_client}/biometrics', 'Record or withdraw consent', {
      body: z.object({ agrees: z.boolean() }),
      answer: ClientBiometrics,
      errors: ['client.anonymous', 'biometrics.off'],
    }),
    'biometrics.drop': defineDelete(staffRoles, '/clients/{id_client}/biometrics', 'Delete a finger, face or photo', {
      query: z.object({ kind: z.enum(biometricKinds), finger: z.coerce.number().int().min(0).max(9).optional() }),
      answer: null,
      errors: ['client.anonymous'],
    }),
    'biometrics.photo': definePut(staffRoles, '/clients/{id_client}/biometrics/photo', 'Store a photo for templates', {
      body: z.object({ image: jpeg }),
      answer: ClientBiometrics,
      errors: ['client.anonymous', 'biometrics.not-agreed', 'seal.missing'],
    }),
    'biometrics.enrol': definePost(staffRoles, '/clients/{id_client}/biometrics/enrol', 'Enrol a finger or face', {
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
    'biometrics.device': defineGet(staffRoles, '/devices/{id_device}/biometrics', 'Count a terminal’s templates', {
      shows: ['devices', 'clients', 'door', 'payments'],
      answer: DeviceBiometrics,
    }),
  },
  { shows: ['clients', 'devices', 'door', 'gym-info'] },
)
