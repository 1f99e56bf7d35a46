import { z } from 'zod'

/** Where a gym's terminals call the server. */
export const DoorAddress = z.object({
  /** The gym's own name for its terminals, which nobody else knows; null where gyms have none. */
  host: z.string().nullable(),
  /** Names or IPv4 addresses under which the server is reached; several where its machine is in several networks. */
  addresses: z.array(z.string()),
  port: z.number().int(),
  https: z.boolean(),
})
export type DoorAddress = z.infer<typeof DoorAddress>
