import { z } from 'zod'
import { endpointTable } from './endpoint.ts'
import { id, pin } from './shapes.ts'

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

const anyPin = z.object({ pin })
const verify = z
  .union([z.number(), z.string()])
  .refine((value) => ['0', '3'].includes(String(value)), 'Debe ser 0 o 3')
  .transform(Number)
const loose = z.union([z.string(), z.number()]).nullable().optional()

const answersPin = { answer: PinState, errors: ['pin.unknown'] } as const

export const doorEndpoints = endpointTable({
  'door.open': {
    method: 'POST',
    repeatable: true,
    path: '/zkteco/open-door',
    summary: 'Open the door now, or say why not within 10 s',
    answer: z.object({ device: z.object({ id, name: z.string() }) }),
    errors: ['door.disconnected', 'door.silent'],
  },
  'door.read-user': {
    method: 'GET',
    path: '/zkteco/users/{pin}',
    summary: 'What holds for a number at the door, and what was decided by hand',
    params: anyPin,
    answer: DoorState,
    errors: ['pin.unknown', 'role.forbidden'],
  },
  'door.upload-users': {
    method: 'POST',
    repeatable: true,
    path: '/zkteco/upload-users',
    summary: 'Send everyone to the terminals again',
    answer: z.object({ users: z.number(), pending: z.number() }),
  },
  'door.add-user': {
    method: 'POST',
    repeatable: true,
    path: '/zkteco/add-user',
    summary: 'Put a number on the terminals and lift a block; name, card and right follow the client',
    body: z.object({ pin, name: loose, pri: loose, passwd: loose, card: loose, verify: verify.nullable().optional() }),
    ...answersPin,
  },
  'door.edit-user-verify': {
    method: 'POST',
    repeatable: true,
    path: '/zkteco/edit-user-verify',
    summary: 'Block a number by hand (3) or lift the block (0)',
    query: anyPin.extend({ new_verify: verify }),
    ...answersPin,
  },
  'door.edit-user-name': {
    method: 'POST',
    repeatable: true,
    path: '/zkteco/edit-user-name',
    summary: 'See to it that the terminals show the client’s name',
    query: anyPin.extend({ name: z.string().max(255).optional() }),
    ...answersPin,
  },
  'door.delete-user': {
    method: 'POST',
    repeatable: true,
    path: '/zkteco/delete-user',
    summary: 'Take a number off the terminals until add-user brings it back',
    query: anyPin,
    ...answersPin,
  },
})
