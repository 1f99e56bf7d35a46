import { z } from 'zod'
import { area, get } from '../shared/area.ts'
import { master } from '../shared/roles.ts'
import { timestamp } from '../shared/shapes.ts'
import { Installation } from './backup.ts'

/** Times of a call since the start in milliseconds: median, 99th percentile, longest. */
const CallTimes = z.object({
  /** `GET /v1/clients/{id}` */
  call: z.string(),
  count: z.number().int(),
  /** Answers 5xx. */
  failed: z.number().int(),
  half: z.number(),
  most: z.number(),
  longest: z.number(),
})
export type CallTimes = z.infer<typeof CallTimes>

const Queue = z.object({ queue: z.string(), waiting: z.number().int(), failed: z.number().int() })
export type Queue = z.infer<typeof Queue>

export const SystemStatus = z.object({
  version: z.string(),
  node: z.string(),
  /** Version of PostgreSQL. */
  database: z.string(),
  /** Start of the answering server. */
  started_at: timestamp,
  /** Addresses in the local network, most likely first. */
  addresses: z.array(z.string()),
  /** In bytes. */
  memory: z.number().int(),
  database_size: z.number().int(),
  gyms: z.number().int(),
  /** `calling` counts terminals that call this server. */
  terminals: z.object({ registered: z.number().int(), calling: z.number().int() }),
  queues: z.array(Queue),
  /** Slowest first. */
  slowest: z.array(CallTimes),
  installation: Installation,
})
export type SystemStatus = z.infer<typeof SystemStatus>

/** State of sealed rows, by the answering server's key. */
export const SealedStatus = z.object({
  /** Sealed rows exist but no key: nothing is sealed with another one. */
  missing: z.boolean(),
  /** Rows sealed by another key. */
  unreadable: z.object({ biometrics: z.number().int(), channels: z.number().int() }),
  /** Servers with another key. */
  servers: z.array(z.string()),
})
export type SealedStatus = z.infer<typeof SealedStatus>

export const statusArea = area({
  'status.sealed': get(master, '/status/sealed', 'Tell if sealed data (templates, channel secrets) can be opened', {
    answer: SealedStatus,
  }),
  'status.read': get(master, '/status/', 'Get the server’s state: versions, sizes, queues, terminals, slowest calls', {
    answer: SystemStatus,
  }),
})
