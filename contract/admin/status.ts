import { z } from 'zod'
import { defineArea, defineGet } from '../shared/define-area.ts'
import { masterOnly } from '../shared/roles.ts'
import { timestamp } from '../shared/schemas.ts'
import { DiskAndBackupStatus } from './backup.ts'

/** Durations of an API call in milliseconds since the server started: median, 99th percentile, longest. */
const CallTimes = z.object({
  /** Method and path, such as `GET /v1/clients/{id}`. */
  call: z.string(),
  count: z.number().int(),
  /** Number of responses with a status 5xx. */
  failed: z.number().int(),
  half: z.number(),
  most: z.number(),
  longest: z.number(),
})
export type CallDurations = z.infer<typeof CallTimes>

const Queue = z.object({ queue: z.string(), waiting: z.number().int(), failed: z.number().int() })
export type QueueStatus = z.infer<typeof Queue>

export const SystemStatus = z.object({
  version: z.string(),
  node: z.string(),
  /** PostgreSQL version. */
  database: z.string(),
  /** Time at which the server that responds was started. */
  started_at: timestamp,
  /** Addresses of the server in the local network, most likely first. */
  addresses: z.array(z.string()),
  /** Memory used by the server, in bytes. */
  memory: z.number().int(),
  database_size: z.number().int(),
  gyms: z.number().int(),
  /** Numbers of terminals; `calling` counts those that currently poll this server. */
  terminals: z.object({ registered: z.number().int(), calling: z.number().int() }),
  queues: z.array(Queue),
  /** API calls, slowest first. */
  slowest: z.array(CallTimes),
  installation: DiskAndBackupStatus,
})
export type SystemStatus = z.infer<typeof SystemStatus>

/** Tells if encrypted (sealed) rows can be opened with the key of the server that responds. */
export const EncryptionStatus = z.object({
  /** True if sealed rows exist but the server has no key; until the key is back, nothing new is sealed. */
  missing: z.boolean(),
  /** Numbers of rows that were sealed with another key. */
  unreadable: z.object({
    biometrics: z.number().int(),
    channels: z.number().int(),
    certificates: z.number().int(),
  }),
  /** Names of servers that have another key than the server that responds. */
  servers: z.array(z.string()),
})
export type EncryptionStatus = z.infer<typeof EncryptionStatus>

export const systemStatusArea = defineArea({
  'status.sealed': defineGet(masterOnly, '/status/sealed', 'Tell if sealed data can be opened', {
    answer: EncryptionStatus,
  }),
  'status.read': defineGet(masterOnly, '/status/', 'Get versions, sizes, queues, terminals and slowest calls', {
    answer: SystemStatus,
  }),
})
