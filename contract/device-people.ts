// People on a terminal whom the gym does not know, and what becomes of them.
import { z } from 'zod'
import { id, timestamp } from './shapes.ts'

/** Somebody whom a terminal holds and the gym does not know; or what it reports of somebody whom the gym knows. */
export const TerminalPerson = z.object({
  /** The number as the terminal writes it: also letters, leading zeros, ten digits. */
  pin: z.string(),
  kind: z.enum(['stranger', 'card', 'privilege']),
  /** As the terminal has it; of those whom the gym knows, as the gym has it. */
  name: z.string(),
  card: z.string(),
  privilege: z.number().int(),
  /** Whether the terminal lets them in. */
  opens: z.boolean(),
  seen_at: timestamp,
  /** It was told to take them off, and has not said yet that it did. */
  leaving: z.boolean(),
  id_client: id.nullable(),
  id_user: id.nullable(),
  /** Of a stranger: who of the gym has that number too, and is not put on the terminal until a person decides. */
  number_of: z.string().nullable(),
})
export type TerminalPerson = z.infer<typeof TerminalPerson>

const terminalPin = z.string().regex(/^[A-Za-z0-9_-]{1,24}$/, 'Debe ser un número del dispositivo')

/**
 * What becomes of people on a terminal. `link` and `staff`: the stranger is this client, or this member of the staff, who
 * gets the number. `create`: clients are made of them, without a membership, so that they are kept out. `remove`: they are
 * taken off. `accept`, `reject`: what the terminal reports of somebody whom the gym knows.
 */
export const PeopleDecision = z.discriminatedUnion('act', [
  z.object({ act: z.literal('link'), pin: terminalPin, id_client: id }),
  z.object({ act: z.literal('staff'), pin: terminalPin, id_user: id }),
  z.object({ act: z.enum(['create', 'remove']), pins: z.array(terminalPin).min(1).max(1000) }),
  z.object({ act: z.enum(['accept', 'reject']), pin: terminalPin, kind: z.enum(['card', 'privilege']) }),
])
export type PeopleDecision = z.infer<typeof PeopleDecision>

/** A gym's number for people at the door, as a terminal may write it; null where it is none of that form. */
export const pinOfTerminal = (pin: string): number | null => (/^[1-9]\d{0,8}$/.test(pin) ? Number(pin) : null)
