// Users found on terminals who are unknown to the gym, and the decisions about them.
import { z } from 'zod'
import { id, timestamp } from '../shared/schemas.ts'

/** A user of the terminal unknown to the gym, or a change of a known user that the terminal reported. */
export const UndecidedTerminalUser = z.object({
  /** PIN as the terminal writes it: may contain letters, leading zeros or ten digits. */
  pin: z.string(),
  kind: z.enum(['stranger', 'card', 'privilege']),
  /** Name stored on the terminal if the user is unknown, otherwise the name stored in the gym. */
  name: z.string(),
  card: z.string(),
  privilege: z.number().int(),
  /** True if the terminal lets this user pass. */
  opens: z.boolean(),
  seen_at: timestamp,
  /** True if the server ordered the deletion and the terminal has not acknowledged it. */
  leaving: z.boolean(),
  id_client: id.nullable(),
  id_user: id.nullable(),
  /** Name of the gym's person with the same PIN, who is not sent to the terminal until an admin decides. */
  number_of: z.string().nullable(),
})
export type UndecidedTerminalUser = z.infer<typeof UndecidedTerminalUser>

const terminalPin = z.string().regex(/^[A-Za-z0-9_-]{1,24}$/, 'Debe ser un número del dispositivo')

/**
 * Decisions: `link` and `staff` assign the PIN to a client or staff member; `create` makes clients without a
 * membership; `remove` deletes the users from the terminal; `accept` and `reject` decide on a reported change.
 */
export const TerminalUserDecision = z.discriminatedUnion('act', [
  z.object({ act: z.literal('link'), pin: terminalPin, id_client: id }),
  z.object({ act: z.literal('staff'), pin: terminalPin, id_user: id }),
  z.object({ act: z.enum(['create', 'remove']), pins: z.array(terminalPin).min(1).max(1000) }),
  z.object({ act: z.enum(['accept', 'reject']), pin: terminalPin, kind: z.enum(['card', 'privilege']) }),
])
export type TerminalUserDecision = z.infer<typeof TerminalUserDecision>

/** Converts a terminal's PIN to the gym's form (1 to 9 digits without leading zero); null if it has another form. */
export const parseTerminalPin = (pin: string): number | null => (/^[1-9]\d{0,8}$/.test(pin) ? Number(pin) : null)
