// Doors and opening hours of plans at one terminal.
import { z } from 'zod'
import { isStorableText } from '../shared/schemas.ts'

export const DeviceDoors = z.object({
  doors: z.number().int(),
  door_names: z.array(z.string()),
  /** `none`: no plan limits hours here; `kept`: the terminal enforces them; `ignored`: it does not support them. */
  hours: z.enum(['none', 'kept', 'ignored']),
  /** Number of schedules that the terminal has not received yet. */
  hours_pending: z.number().int(),
})
const doorName = z
  .string()
  .trim()
  .max(60, 'Como máximo 60 caracteres')
  .refine(isStorableText, 'Contiene caracteres no válidos')

/** Names of a panel's doors in order of their numbers; for '' the screen shows the number. */
export const doorNamesSchema = z.array(doorName).max(16)

/** Lists the names of a panel's doors in order; empty for terminals with one door. */
export const listPanelDoorNames = ({
  doors,
  door_names,
}: Pick<z.infer<typeof DeviceDoors>, 'doors' | 'door_names'>): string[] =>
  doors === 1 ? [] : Array.from({ length: doors }, (_, at) => door_names[at] || `Puerta ${at + 1}`)
