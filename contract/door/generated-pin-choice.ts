// Handling of generated PINs before members are sent to a terminal that already stores unknown users.
import { z } from 'zod'

/**
 * Choice for clients with generated PINs. `move`: give them new PINs above all PINs on the terminal. `keep`: treat
 * the terminal's users with these PINs as these clients.
 */
export const generatedPinChoices = ['move', 'keep'] as const
export type GeneratedPinChoice = (typeof generatedPinChoices)[number]

export const GeneratedPinSummary = z.object({
  count: z.number().int(),
  first: z.array(z.object({ id_zkteco: z.number().int(), name: z.string() })),
  /** Number of these PINs that another terminal stores; they do not change. */
  held_elsewhere: z.number().int(),
  /** With `move`, new PINs are above this PIN. */
  above: z.number().int(),
})
export type GeneratedPinSummary = z.infer<typeof GeneratedPinSummary>
