// Unknown users of terminals, and what to do with them.
import { z } from 'zod'
import { id, timestamp } from '../shared/shapes.ts'

/** An unknown user, or a reported change of a known one. */
export const TerminalPerson = z.object({
  /** PIN as the terminal writes it: may have letters, leading zeros, ten digits. */
  pin: z.string(),
  kind: z.enum(['stranger', 'card', 'privilege']),
  /** The terminal's name for unknown users, the gym's for known ones. */
  name: z.string(),
  card: z.string(),
  privilege: z.number().int(),
  /** True if the terminal lets them in. */
  opens: z.boolean(),
  seen_at: timestamp,
  /** Deletion sent but not acknowledged. */
  leaving: z.boolean(),
  id_client: id.nullable(),
  id_user: id.nullable(),
  /** Person of the gym with the same PIN, who is not sent until an admin decides. */
  number_of: z.string().nullable(),
})
export type TerminalPerson = z.infer<typeof TerminalPerson>

const terminalPin = z.string().regex(/^[A-Za-z0-9_-]{1,24}$/, 'Debe ser un número del dispositivo')

/**
 * Decisions: `link` and `staff` give the PIN to this client or user; `create` makes clients without a membership;
 * `remove` deletes them; `accept` and `reject` answer a reported change.
 */
export const PeopleDecision = z.discriminatedUnion('act', [
  z.object({ act: z.literal('link'), pin: terminalPin, id_client: id }),
  z.object({ act: z.literal('staff'), pin: terminalPin, id_user: id }),
  z.object({ act: z.enum(['create', 'remove']), pins: z.array(terminalPin).min(1).max(1000) }),
  z.object({ act: z.enum(['accept', 'reject']), pin: terminalPin, kind: z.enum(['card', 'privilege']) }),
])
export type PeopleDecision = z.infer<typeof PeopleDecision>

/** PIN in the gym's form; null for other forms. */
export const parseTerminalPin = (pin: string): number | null => (/^[1-9]\d{0,8}$/.test(pin) ? Number(pin) : null)
