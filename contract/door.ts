import { z } from 'zod'
import { attendancesAsked } from './attendances.ts'
import { area } from './endpoint.ts'
import type { ErrorName } from './errors.ts'
import { el, la, part, shared } from './field-words.ts'
import { admins, isAllowed, type RoleName, staff } from './roles.ts'
import { Week } from './schedules.ts'
import { id, idInAddress, listSchema, optionalText, pageQuery, pin, rangeBound, timestamp } from './shapes.ts'

/** Terminals know these two: with 0 every method opens, with 3 none that a member has. */
export const verifyAllowed = 0
export const verifyBlocked = 3

/** What holds for a number, and whether a terminal has yet to hear of it. `verify` is null where it is to be absent. */
export const PinState = z.object({ pin: z.number(), verify: z.number().nullable(), pending: z.boolean() })
export type PinState = z.infer<typeof PinState>

/** What a person at the desk sees of a number's door: what holds, and what was decided by hand. */
export const DoorState = PinState.extend({
  /** Until it is allowed again. */
  blocked: z.boolean(),
  /** Taken off the terminals until it is sent again. */
  removed: z.boolean(),
})
export type DoorState = z.infer<typeof DoorState>

/** What one terminal does with a client, as far as it has acknowledged, and why it is not yet what it should be. */
export const ClientAtDoor = z.object({
  id_device: id,
  device: z.string(),
  state: z.enum(['allowed', 'blocked', 'absent']),
  /** Whether that is what the gym wants. */
  current: z.boolean(),
  /** Since when it has not been: last heard of, where it is silent; else when it was told. */
  since: timestamp.nullable(),
  /** In Spanish; null where it is current. */
  reason: z.string().nullable(),
})
export type ClientAtDoor = z.infer<typeof ClientAtDoor>

/** Where and when a client may enter by one of their plans. */
const OpenDoors = z.object({
  device: z.object({ id, name: z.string() }),
  /** Of a panel those of its doors that open, by their names; none: all that it has. */
  doors: z.array(z.string()),
  /** As people read them; null: at all hours. */
  hours: z.string().nullable(),
  /** The same, to be judged by the gym's clock. */
  week: Week.nullable(),
  /** The device takes no hours: it opens at any, and what was out of hours is told. */
  ignores_hours: z.boolean(),
})
/** `limited`: one of their plans does not open everywhere and always; else nothing is told. */
export const ClientAccess = z.object({ limited: z.boolean(), doors: z.array(OpenDoors) })
export type ClientAccess = z.infer<typeof ClientAccess>

/** By which door somebody came in: the device, of a panel with several doors the door as well. */
export const AttendanceDoors = z.object({
  /** The gym has more than one door by which one comes in; else none is told. */
  several: z.boolean(),
  items: z.array(z.object({ attendance_id: id, door: z.string() })),
})
export type AttendanceDoors = z.infer<typeof AttendanceDoors>

/** For so many milliseconds somebody who was not let in is thought to stand at the desk. */
export const refusedShownFor = 600_000

/** A client whom a terminal would not let in, or out, and who has not passed since: they stand at the desk. */
export const RefusedClient = z.object({
  id_client: id,
  name: z.string(),
  photo_url: z.string().nullable(),
  device: z.object({ id, name: z.string() }),
  at: timestamp,
  /** In Spanish. */
  reason: z.string(),
  /** They were about to leave. */
  leaving: z.boolean(),
  /** Nothing is paid for today: whatever else keeps them out, that does. */
  needs_membership: z.boolean(),
  /** What they owe keeps them out, perhaps not alone. */
  owes: z.boolean(),
  /** `now`: the gym lets them in by now, and that terminal knows it; `soon`: it has yet to hear of it. */
  entry: z.enum(['no', 'soon', 'now']),
})
export type RefusedClient = z.infer<typeof RefusedClient>

/** A client whom a terminal let in a moment ago, and who had no right there then: at most terminals hours are not kept. */
export const LetInClient = z.object({
  id_client: id,
  name: z.string(),
  photo_url: z.string().nullable(),
  at: timestamp,
  /** In Spanish, as the notification tells it: who came in, why they should not have, and where. */
  message: z.string(),
})
export type LetInClient = z.infer<typeof LetInClient>

/** The door opened by hand: who, where, when and why. */
export const Opening = z.object({
  id,
  at: timestamp,
  device: z.object({ id, name: z.string() }),
  user: z.object({ id, name: z.string() }).nullable(),
  /** False where the terminal did not answer, or would not. */
  opened: z.boolean(),
  reason: z.string().nullable(),
  /** What was given for a reason before, the last of them first: who gave another one, and when. */
  earlier: z.array(
    z.object({ reason: z.string(), user: z.object({ id, name: z.string() }).nullable(), at: timestamp }),
  ),
  /** The membership sale whose visitor was let in. */
  payment: z.object({ id, number: z.number().int(), name: z.string() }).nullable(),
})
export type Opening = z.infer<typeof Opening>

/** The opening that was acknowledged, and where. */
export const Opened = z.object({ id, device: z.object({ id, name: z.string() }) })
export type Opened = z.infer<typeof Opened>

/** Why a terminal was opened that was only tried out. */
export const tryOutReason = 'Prueba de apertura'

/** Who opened says why; admins may of all. */
export const mayExplain = (opening: Pick<Opening, 'user'>, by: { id: number; role: RoleName }): ErrorName | null =>
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

const answersPin = { answer: PinState, errors: ['pin.unknown'] } as const

export const doorArea = area(
  {
    'door.open': {
      may: staff,
      method: 'POST',
      repeatable: true,
      path: '/zkteco/open-door',
      transaction: false,
      waits: 10_000,
      summary: 'Open the door now, or say why not within 10 s; kept with who and why',
      body: z.object({ reason: reason.optional(), id_payment: id.nullable().optional() }),
      answer: Opened,
      errors: ['door.disconnected', 'door.slow', 'door.silent', 'door.refused', 'row.missing'],
    },
    'door.refused': {
      may: staff,
      method: 'GET',
      path: '/zkteco/refused',
      summary: 'Clients whom a terminal would not let in within ten minutes, newest first and at most five',
      shows: ['clients', 'payments', 'pauses', 'debts', 'attendances', 'devices'],
      answer: z.array(RefusedClient),
    },
    'door.let-in': {
      may: staff,
      method: 'GET',
      path: '/zkteco/let-in',
      summary: 'Clients whom a terminal let in without a right within ten minutes, newest first and at most five',
      // A pass without a right is announced as the door's.
      shows: ['clients'],
      answer: z.array(LetInClient),
    },
    'door.attendances': {
      may: staff,
      method: 'GET',
      path: '/zkteco/attendances',
      summary:
        'By which door came in whom attendances.list tells, asked alike; what no terminal of the gym told is left out',
      query: attendancesAsked,
      shows: ['attendances', 'clients', 'devices', 'gym-info'],
      answer: AttendanceDoors,
      polled: true,
    },
    'door.openings': {
      may: admins,
      method: 'GET',
      path: '/zkteco/openings',
      summary: 'What was opened by hand, newest first',
      query: pageQuery.extend({ start_date: rangeBound.optional(), end_date: rangeBound.optional() }),
      answer: listSchema(Opening),
    },
    'door.explain': {
      may: staff, // another's opening: admins only, by the rule mayExplain
      method: 'PUT',
      path: '/zkteco/openings/{id}',
      summary: 'Say why the door was opened by hand',
      params: z.object({ id: idInAddress }),
      body: z.object({ reason }),
      answer: Opening,
      errors: ['row.missing', 'role.forbidden', 'attendance.forgotten'],
    },
    'door.read-user': {
      may: staff, // a number of the staff: whoever may list users
      method: 'GET',
      path: '/zkteco/users/{pin}',
      summary: 'What holds for a number at the door, and what was decided by hand',
      params: anyPin,
      answer: DoorState,
      errors: ['pin.unknown', 'role.forbidden'],
    },
    'door.access': {
      may: staff,
      method: 'GET',
      path: '/zkteco/access/{id_client}',
      summary: 'Where and when a client may enter today by their plans, where one says so',
      params: z.object({ id_client: idInAddress }),
      shows: ['payments', 'memberships', 'devices', 'gym-info'],
      answer: ClientAccess,
      errors: ['row.missing'],
    },
    'door.upload-users': {
      may: admins,
      method: 'POST',
      repeatable: true,
      path: '/zkteco/upload-users',
      summary: 'Send everyone to the terminals again',
      answer: z.object({ users: z.number(), pending: z.number() }),
    },
    'door.add-user': {
      may: staff,
      method: 'POST',
      repeatable: true,
      path: '/zkteco/add-user',
      summary: 'Put a number on the terminals and lift a block; name, card and right follow the client',
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
    'door.edit-user-verify': {
      may: staff,
      method: 'POST',
      repeatable: true,
      path: '/zkteco/edit-user-verify',
      summary: 'Block a number by hand (3) or lift the block (0)',
      query: anyPin.extend({ new_verify: verify }),
      ...answersPin,
    },
    'door.edit-user-name': {
      may: staff,
      method: 'POST',
      repeatable: true,
      path: '/zkteco/edit-user-name',
      summary: 'See to it that the terminals show the client’s name',
      query: anyPin.extend({ name: z.string().max(255).optional() }),
      ...answersPin,
    },
    'door.delete-user': {
      may: staff,
      method: 'POST',
      repeatable: true,
      path: '/zkteco/delete-user',
      summary: 'Take a number off the terminals until add-user brings it back',
      query: anyPin,
      ...answersPin,
    },
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
