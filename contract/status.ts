import { z } from 'zod'
import { area } from './endpoint.ts'
import { master } from './roles.ts'
import { timestamp } from './shapes.ts'

/** Of a call since the start, in milliseconds: up to which half and 99 of 100 took (by steps), and the longest. */
const CallTimes = z.object({
  /** Method and path: `GET /v1/clients/{id}`. */
  call: z.string(),
  count: z.number().int(),
  /** What this server could not do: 5xx. */
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
  /** PostgreSQL's version. */
  database: z.string(),
  /** Of the server that answers. */
  started_at: timestamp,
  /** Where others of the place open it, the surest first. */
  addresses: z.array(z.string()),
  /** Bytes. */
  memory: z.number().int(),
  database_size: z.number().int(),
  gyms: z.number().int(),
  /** `calling`: those that this server hears at the moment. */
  terminals: z.object({ registered: z.number().int(), calling: z.number().int() }),
  queues: z.array(Queue),
  /** The slowest first. */
  slowest: z.array(CallTimes),
})
export type SystemStatus = z.infer<typeof SystemStatus>

/** Of what is sealed, by the key of the server that answers. */
export const SealedStatus = z.object({
  /** Something is sealed and there is no key: nothing is sealed by another one until it is back. */
  missing: z.boolean(),
  /** Fingers and faces, and message channels, that another key sealed. */
  unreadable: z.object({ biometrics: z.number().int(), channels: z.number().int() }),
  /** The names of servers of this database that seal by another key. */
  servers: z.array(z.string()),
})
export type SealedStatus = z.infer<typeof SealedStatus>

export const statusArea = area({
  'status.sealed': {
    may: master,
    method: 'GET',
    path: '/status/sealed',
    summary: 'Whether what is sealed can be opened: fingers, faces and what channels keep secret',
    answer: SealedStatus,
  },
  'status.read': {
    may: master,
    method: 'GET',
    path: '/status/',
    summary: 'How the server that answers is doing: versions, sizes, queues, terminals, slowest calls',
    answer: SystemStatus,
  },
})
