// Generated PINs, before a terminal is filled whose users are unknown.
import { z } from 'zod'

/**
 * Choice for generated PINs. `move`: they become higher than the terminal's. `keep`: its users with these PINs are
 * these clients.
 */
export const generatedPinChoices = ['move', 'keep'] as const
export type GeneratedPinChoice = (typeof generatedPinChoices)[number]

export const GeneratedPins = z.object({
  count: z.number().int(),
  first: z.array(z.object({ id_zkteco: z.number().int(), name: z.string() })),
  /** Number of them held by another terminal, which stay. */
  held_elsewhere: z.number().int(),
  /** The others move above this PIN. */
  above: z.number().int(),
})
export type GeneratedPins = z.infer<typeof GeneratedPins>
