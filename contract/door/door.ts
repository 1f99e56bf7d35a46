import { z } from 'zod'
import { area, get, post, put } from '../shared/area.ts'
import type { ErrorName } from '../shared/errors.ts'
import { el, la, part, shared } from '../shared/history-field-names.ts'
import { admins, isAllowed, type RoleName, staff } from '../shared/roles.ts'
import { id, listSchema, named, optionalText, pageQuery, pin, rangeBound, timestamp } from '../shared/shapes.ts'
import { Week } from './schedules.ts'

/** Verification modes: 0 opens for every method, 3 for none that members have. */
export const verifyAllowed = 0
export const verifyBlocked = 3

/** State of a PIN, and whether a terminal does not hold it yet. `verify` is null for absent. */
export const PinState = z.object({ pin: z.number(), verify: z.number().nullable(), pending: z.boolean() })
export type PinState = z.infer<typeof PinState>

/** State of a PIN with decisions by hand. */
export const DoorState = PinState.extend({
  /** Blocked by hand. */
  blocked: z.boolean(),
  /** Removed from the terminals by hand. */
  removed: z.boolean(),
})
export type DoorState = z.infer<typeof DoorState>

/** State of a client at one terminal, and why it differs from the desired one. */
export const ClientAtDoor = z.object({
  id_device: id,
  device: z.string(),
  state: z.enum(['allowed', 'blocked', 'absent']),
  /** True if it is the desired state. */
  current: z.boolean(),
  /** Since when it differs: last contact if disconnected, else the time of sending. */
  since: timestamp.nullable(),
  /** In Spanish; null if current. */
  reason: z.string().nullable(),
})
export type ClientAtDoor = z.infer<typeof ClientAtDoor>

/** Doors and hours of a plan. */
const OpenDoors = z.object({
  device: named,
  /** Names of a panel's doors; empty for all. */
  doors: z.array(z.string()),
  /** Text; null without limit. */
  hours: z.string().nullable(),
  /** To compare with the gym's clock. */
  week: Week.nullable(),
  /** The terminal opens at any hour; passes outside hours are reported. */
  ignores_hours: z.boolean(),
})
/** `limited` if some plan has hours or doors. */
export const ClientAccess = z.object({ limited: z.boolean(), doors: z.array(OpenDoors) })
export type ClientAccess = z.infer<typeof ClientAccess>

export const refusedShownMs = 600_000

/** A refused client who has not passed since. */
export const RefusedClient = z.object({
  id_client: id,
  name: z.string(),
  photo_url: z.string().nullable(),
  device: named,
  at: timestamp,
  reason: z.string(),
  /** Refused at the exit. */
  leaving: z.boolean(),
  /** Without a valid membership. */
  needs_membership: z.boolean(),
  /** Kept out by debts, perhaps among other reasons. */
  owes: z.boolean(),
  /** `now`: the terminal knows that the client may enter; `soon`: it will. */
  entry: z.enum(['no', 'soon', 'now']),
})
export type RefusedClient = z.infer<typeof RefusedClient>

/** A client who was let in without a right just now. */
export const LetInClient = z.object({
  id_client: id,
  name: z.string(),
  photo_url: z.string().nullable(),
  at: timestamp,
  message: z.string(),
})
export type LetInClient = z.infer<typeof LetInClient>

/** An opening by hand. */
export const DoorOpening = z.object({
  id,
  at: timestamp,
  device: named,
  user: named.nullable(),
  /** False without an acknowledgement. */
  opened: z.boolean(),
  reason: z.string().nullable(),
  /** Former reasons, latest first. */
  earlier: z.array(z.object({ reason: z.string(), user: named.nullable(), at: timestamp })),
  /** Membership sale of the visitor. */
  payment: z.object({ id, number: z.number().int(), name: z.string() }).nullable(),
})
export type DoorOpening = z.infer<typeof DoorOpening>

export const OpenedDoor = z.object({ id, device: named })
export type OpenedDoor = z.infer<typeof OpenedDoor>

export const testOpeningReason = 'Prueba de apertura'

/** The user who opened gives the reason; admins may give any. */
export const mayExplain = (opening: Pick<DoorOpening, 'user'>, by: { id: number; role: RoleName }): ErrorName | null =>
  opening.user?.id === by.id || isAllowed(by.role, admins) ? null : 'role.forbidden'

const reason = optionalText(255)

const anyPin = z.object({ pin })
const verify = z
  .union([z.number(), z.string().max(1)])
  .refine((value) => ['0', '3'].includes(String(value)), 'Debe ser 0 o 3')
  .transform(Number)
const loose = z
  .union([z.string().max(255), z.number()])
  .nullable()
  .optional()

const answersPin = { repeatable: true, answer: PinState, changes: ['clients'], errors: ['pin.unknown'] } as const

export const doorArea = area(
  {
    'door.open': post(staff, '/zkteco/open-door', 'Open the door within 10 s or explain why not', {
      repeatable: true,
      transaction: false,
      maxWaitMs: 10_000,
      body: z.object({ reason: reason.optional(), id_payment: id.nullable().optional() }),
      answer: OpenedDoor,
      errors: ['door.disconnected', 'door.slow', 'door.silent', 'door.refused', 'row.missing'],
    }),
    'door.refused': get(staff, '/zkteco/refused', 'List up to five clients refused in the last ten minutes', {
      shows: ['clients', 'payments', 'pauses', 'debts', 'attendances', 'devices'],
      answer: z.array(RefusedClient),
    }),
    'door.let-in': get(staff, '/zkteco/let-in', 'List up to five clients admitted without a right lately', {
      // Passes without a right are announced with the door.
      shows: ['clients'],
      answer: z.array(LetInClient),
    }),
    'door.openings': get(admins, '/zkteco/openings', 'List manual openings, newest first', {
      query: pageQuery.extend({ start_date: rangeBound.optional(), end_date: rangeBound.optional() }),
      answer: listSchema(DoorOpening),
    }),
    // Another's opening: admins only (mayExplain).
    'door.explain': put(staff, '/zkteco/openings/{id}', 'Set the reason of a manual opening', {
      body: z.object({ reason }),
      answer: DoorOpening,
      errors: ['role.forbidden', 'attendance.forgotten'],
    }),
    // A staff PIN: only users who may list users.
    'door.read-user': get(staff, '/zkteco/users/{pin}', 'Get the rights of a PIN at the door, and manual decisions', {
      params: anyPin,
      answer: DoorState,
      errors: ['pin.unknown', 'role.forbidden'],
    }),
    'door.access': get(staff, '/zkteco/access/{id_client}', 'Get where and when a client may enter today', {
      shows: ['payments', 'memberships', 'devices', 'gym-info'],
      answer: ClientAccess,
    }),
    'door.upload-users': post(admins, '/zkteco/upload-users', 'Send all users to the terminals again', {
      repeatable: true,
      answer: z.object({ users: z.number(), pending: z.number() }),
    }),
    'door.add-user': post(
      staff,
      '/zkteco/add-user',
      'Put a PIN on the terminals and lift a block; data follow the client',
      {
        body: z.object({
          pin,
          name: loose,
          pri: loose,
          passwd: loose,
          card: loose,
          verify: verify.nullable().optional(),
        }),
        ...answersPin,
      },
    ),
    'door.edit-user-verify': post(staff, '/zkteco/edit-user-verify', 'Block a PIN by hand (3) or lift the block (0)', {
      query: anyPin.extend({ new_verify: verify }),
      ...answersPin,
    }),
    'door.edit-user-name': post(staff, '/zkteco/edit-user-name', 'Send the client’s name to the terminals again', {
      query: anyPin.extend({ name: z.string().max(255).optional() }),
      ...answersPin,
    }),
    'door.delete-user': post(staff, '/zkteco/delete-user', 'Take a PIN off the terminals until add-user', {
      query: anyPin,
      ...answersPin,
    }),
  },
  {
    shows: ['payments', 'pauses', 'debts', 'clients'],
    history: {
      door_acts: {
        object: 'la apertura de la puerta',
        fields: {
          asked_at: la('fecha', 'instant'),
          ...shared('id_user', 'user_name'),
          device_name: el('dispositivo'),
          reason: el('motivo'),
          id_device: part,
          id_payment: part,
          act: part,
          deadline: part,
          command: part,
          result: part,
        },
      },
    },
  },
)
