// Numbers that the server made up, before a terminal is filled that was not read.
import { z } from 'zod'

/**
 * What becomes of made-up numbers when a terminal is filled without having been read. `move`: they become higher ones than it holds.
 * `keep`: whoever has one of them there is that client.
 */
export const madeUpChoices = ['move', 'keep'] as const
export type MadeUpChoice = (typeof madeUpChoices)[number]

export const MadeUpNumbers = z.object({
  count: z.number().int(),
  first: z.array(z.object({ id_zkteco: z.number().int(), name: z.string() })),
  /** How many of them another terminal holds already, and keep their number. */
  held_elsewhere: z.number().int(),
  /** The number above which the others are moved. */
  above: z.number().int(),
})
export type MadeUpNumbers = z.infer<typeof MadeUpNumbers>
