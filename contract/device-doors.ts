// What a terminal makes of plans that open by some doors, or at some hours.
import { z } from 'zod'
import { storable } from './shapes.ts'

export const DeviceDoors = z.object({
  /** Of a panel how many doors it has, and their names in that order, as far as they were given any. */
  doors: z.number().int(),
  door_names: z.array(z.string()),
  /** Whether it keeps to hours at which plans open: `none` where no plan has any, or one leaves by it; `ignored`: it has none, or would not take ours. */
  hours: z.enum(['none', 'kept', 'ignored']),
  /** How many of them it has yet to hear of. */
  hours_pending: z.number().int(),
})
const doorName = z
  .string()
  .trim()
  .max(60, 'Como máximo 60 caracteres')
  .refine(storable, 'Contiene caracteres no válidos')

/** What a panel's doors are called, in their order; '' leaves one its number. */
export const doorNames = z.array(doorName).max(16)

/** What each door of a panel is called, from the first on; of any other terminal none. */
export const namesOfDoors = ({
  doors,
  door_names,
}: Pick<z.infer<typeof DeviceDoors>, 'doors' | 'door_names'>): string[] =>
  doors === 1 ? [] : Array.from({ length: doors }, (_, at) => door_names[at] || `Puerta ${at + 1}`)
