// How a terminal handles plans with doors or hours.
import { z } from 'zod'
import { isStorable } from '../shared/shapes.ts'

export const DeviceDoors = z.object({
  doors: z.number().int(),
  door_names: z.array(z.string()),
  /** `none`: no plan has hours there; `ignored`: the terminal does not support or accept them. */
  hours: z.enum(['none', 'kept', 'ignored']),
  /** Hours not sent yet. */
  hours_pending: z.number().int(),
})
const doorName = z
  .string()
  .trim()
  .max(60, 'Como máximo 60 caracteres')
  .refine(isStorable, 'Contiene caracteres no válidos')

/** Names in order; '' keeps the number. */
export const doorNames = z.array(doorName).max(16)

/** Names of a panel's doors from the first; empty for other terminals. */
export const listDoorNames = ({
  doors,
  door_names,
}: Pick<z.infer<typeof DeviceDoors>, 'doors' | 'door_names'>): string[] =>
  doors === 1 ? [] : Array.from({ length: doors }, (_, at) => door_names[at] || `Puerta ${at + 1}`)
