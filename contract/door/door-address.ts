import { z } from 'zod'

export const DoorAddress = z.object({
  /** The gym's secret host name; null without DOOR_DOMAIN. */
  host: z.string().nullable(),
  /** Names or IPv4 addresses of the server. */
  addresses: z.array(z.string()),
  port: z.number().int(),
  https: z.boolean(),
})
export type DoorAddress = z.infer<typeof DoorAddress>
