import { z } from 'zod'
import { defineArea, defineGet, definePost, definePut } from '../shared/define-area.ts'
import type { ErrorName } from '../shared/errors.ts'
import { partOfAnotherFieldLabel, pickSharedFieldLabels } from '../shared/history-field-labels.ts'
import { adminRoles, isRoleAllowed, type RoleName, staffRoles } from '../shared/roles.ts'
import {
  dateRangeBound,
  id,
  idAndName,
  makeListSchema,
  optionalText,
  pageQuery,
  pinInput,
  timestamp,
} from '../shared/schemas.ts'
import { WeekHours } from './schedules.ts'

/** Verification modes of user records: 0 accepts every method, 3 requires a method that no member has. */
export const allowingVerifyMode = 0
export const blockingVerifyMode = 3

/** State of a PIN at the terminals; `pending` if some terminal has not stored it yet, `verify` null if it is absent. */
export const PinStateAtTerminals = z.object({ pin: z.number(), verify: z.number().nullable(), pending: z.boolean() })
export type PinStateAtTerminals = z.infer<typeof PinStateAtTerminals>

/** State of a PIN, with what users decided manually. */
export const PinBlockState = PinStateAtTerminals.extend({
  /** True if a user blocked the person manually. */
  blocked: z.boolean(),
  /** True if a user removed the person from the terminals manually. */
  removed: z.boolean(),
})
export type PinBlockState = z.infer<typeof PinBlockState>

/** State of a client at one terminal, and the reason if it differs from the desired state. */
export const ClientTerminalState = z.object({
  id_device: id,
  device: z.string(),
  state: z.enum(['allowed', 'blocked', 'absent']),
  /** True if the state at the terminal is the desired one. */
  current: z.boolean(),
  /** Time since which the state differs: last contact with the terminal if it is offline, else the time of sending. */
  since: timestamp.nullable(),
  /** Spanish explanation of the difference; null if there is no difference. */
  reason: z.string().nullable(),
})
export type ClientTerminalState = z.infer<typeof ClientTerminalState>

/** Doors and hours at which a plan allows entry at one terminal. */
const OpenDoors = z.object({
  device: idAndName,
  /** Names of the panel's doors that the plan opens; empty if it opens all. */
  doors: z.array(z.string()),
  /** Opening hours as text; null without limit. */
  hours: z.string().nullable(),
  /** Opening hours as data, to be compared with the gym's local time. */
  week: WeekHours.nullable(),
  /** True if the terminal opens at any hour; the server then reports passes outside the hours. */
  ignores_hours: z.boolean(),
})
/** `limited` is true if some plan of the client limits hours or doors. */
export const ClientDoorAccess = z.object({ limited: z.boolean(), doors: z.array(OpenDoors) })
export type ClientDoorAccess = z.infer<typeof ClientDoorAccess>

export const refusalDisplayMs = 600_000

/** A client whom a terminal refused recently and who has not passed since then. */
export const RefusedClient = z.object({
  id_client: id,
  name: z.string(),
  photo_url: z.string().nullable(),
  device: idAndName,
  at: timestamp,
  reason: z.string(),
  /** True if the client was refused at the exit. */
  leaving: z.boolean(),
  /** True if the client has no valid membership. */
  needs_membership: z.boolean(),
  /** True if unpaid debts keep the client out, perhaps among other reasons. */
  owes: z.boolean(),
  /** `now`: the terminal already admits the client; `soon`: the permission is on its way to the terminal. */
  entry: z.enum(['no', 'soon', 'now']),
})
export type RefusedClient = z.infer<typeof RefusedClient>

/** A client without the right to enter whom a terminal let in recently. */
export const ClientAdmittedWithoutRight = z.object({
  id_client: id,
  name: z.string(),
  photo_url: z.string().nullable(),
  at: timestamp,
  message: z.string(),
})
export type ClientAdmittedWithoutRight = z.infer<typeof ClientAdmittedWithoutRight>

/** A door opening that a user triggered from the screen. */
export const DoorOpening = z.object({
  id,
  at: timestamp,
  device: idAndName,
  user: idAndName.nullable(),
  /** False if the terminal did not acknowledge the command. */
  opened: z.boolean(),
  reason: z.string().nullable(),
  /** Reasons given earlier, latest first. */
  earlier: z.array(z.object({ reason: z.string(), user: idAndName.nullable(), at: timestamp })),
  /** Sale of the membership that the visitor bought. */
  payment: z.object({ id, number: z.number().int(), name: z.string() }).nullable(),
})
export type DoorOpening = z.infer<typeof DoorOpening>

export const DoorOpeningResult = z.object({ id, device: idAndName })
export type DoorOpeningResult = z.infer<typeof DoorOpeningResult>

export const doorTestReason = 'Prueba de apertura'

/** Users may set the reason of their own openings, admins of any opening. */
export const checkOpeningReasonRight = (
  opening: Pick<DoorOpening, 'user'>,
  by: { id: number; role: RoleName },
): ErrorName | null => (opening.user?.id === by.id || isRoleAllowed(by.role, adminRoles) ? null : 'role.forbidden')

const reason = optionalText(255)

const anyPin = z.object({ pin: pinInput })
const verify = z
  .union([z.number(), z.string().max(1)])
  .refine((value) => ['0', '3'].includes(String(value)), 'Debe ser 0 o 3')
  .transform(Number)
const loose = z
  .union([z.string().max(255), z.number()])
  .nullable()
  .optional()

const answersPin = {
  repeatable: true,
  answer: PinStateAtTerminals,
  changes: ['clients'],
  errors: ['pin.unknown'],
} as const

export const doorArea = defineArea(
  {
    'door.open': definePost(staffRoles, '/zkteco/open-door', 'Open the door within 10 s or explain why not', {
      repeatable: true,
      transaction: false,
      maxWaitMs: 10_000,
      body: z.object({ reason: reason.optional(), id_payment: id.nullable().optional() }),
      answer: DoorOpeningResult,
      errors: ['door.disconnected', 'door.slow', 'door.silent', 'door.refused', 'row.missing'],
    }),
    'door.refused': defineGet(staffRoles, '/zkteco/refused', 'List up to five clients refused in the last 10 minutes', {
      shows: ['clients', 'payments', 'pauses', 'debts', 'attendances', 'devices'],
      answer: z.array(RefusedClient),
    }),
    'door.let-in': defineGet(staffRoles, '/zkteco/let-in', 'List up to five clients admitted without a right lately', {
      // Passes are announced as changes of this call's own area; `clients` is needed for names and photos.
      shows: ['clients'],
      answer: z.array(ClientAdmittedWithoutRight),
    }),
    'door.openings': defineGet(adminRoles, '/zkteco/openings', 'List manual openings, newest first', {
      query: pageQuery.extend({ start_date: dateRangeBound.optional(), end_date: dateRangeBound.optional() }),
      answer: makeListSchema(DoorOpening),
    }),
    // checkOpeningReasonRight allows only admins to set the reason of another user's opening.
    'door.explain': definePut(staffRoles, '/zkteco/openings/{id}', 'Set the reason of a manual opening', {
      body: z.object({ reason }),
      answer: DoorOpening,
      errors: ['role.forbidden', 'attendance.forgotten'],
    }),
    // Staff PINs may be read only by users who may list users.
    'door.read-user': defineGet(staffRoles, '/zkteco/users/{pin}', 'Get a PIN’s door rights and manual decisions', {
      params: anyPin,
      answer: PinBlockState,
      errors: ['pin.unknown', 'role.forbidden'],
    }),
    'door.access': defineGet(staffRoles, '/zkteco/access/{id_client}', 'Get where and when a client may enter today', {
      shows: ['payments', 'memberships', 'devices', 'gym-info'],
      answer: ClientDoorAccess,
    }),
    'door.upload-users': definePost(adminRoles, '/zkteco/upload-users', 'Send all users to the terminals again', {
      repeatable: true,
      answer: z.object({ users: z.number(), pending: z.number() }),
    }),
    'door.add-user': definePost(staffRoles, '/zkteco/add-user', 'Put a PIN on the terminals and lift its block', {
      body: z.object({
        pin: pinInput,
        name: loose,
        pri: loose,
        passwd: loose,
        card: loose,
        verify: verify.nullable().optional(),
      }),
      ...answersPin,
    }),
    'door.edit-user-verify': definePost(staffRoles, '/zkteco/edit-user-verify', 'Block a PIN (3) or unblock it (0)', {
      query: anyPin.extend({ new_verify: verify }),
      ...answersPin,
    }),
    'door.edit-user-name': definePost(staffRoles, '/zkteco/edit-user-name', 'Send a name to the terminals again', {
      query: anyPin.extend({ name: z.string().max(255).optional() }),
      ...answersPin,
    }),
    'door.delete-user': definePost(staffRoles, '/zkteco/delete-user', 'Take a PIN off the terminals until add-user', {
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
          asked_at: ['la fecha', 'instant'],
          ...pickSharedFieldLabels('id_user', 'user_name'),
          device_name: 'el dispositivo',
          reason: 'el motivo',
          id_device: partOfAnotherFieldLabel,
          id_payment: partOfAnotherFieldLabel,
          act: partOfAnotherFieldLabel,
          deadline: partOfAnotherFieldLabel,
          command: partOfAnotherFieldLabel,
          result: partOfAnotherFieldLabel,
        },
      },
    },
  },
)
