// Log of a terminal's latest HTTP requests, without personal data.
import { z } from 'zod'
import { timestamp } from '../shared/schemas.ts'

/** Kinds of requests; `access` exists in PUSH 3.x only, `other` is any unknown path. */
export const trafficCallKinds = [
  'handshake',
  'poll',
  'upload',
  'results',
  'ping',
  'time',
  'remote-attendance',
  'access',
  'other',
] as const

/** Kinds of commands to terminals; `people` if the result only shows that people were concerned, `other` if unknown. */
export const trafficCommandKinds = [
  'put',
  'remove',
  'list',
  'people',
  'open',
  'clock',
  'reread',
  'option',
  'count',
  'empty',
  'other',
] as const

export const TrafficCall = z.object({
  /** Time of the last request; equal consecutive requests are counted as one entry. */
  at: timestamp,
  first_at: timestamp,
  times: z.number().int(),
  address: z.string(),
  method: z.string(),
  call: z.enum(trafficCallKinds),
  /** URL path below /iclock/ with digits replaced by `#`; '' if there is none. */
  page: z.string(),
  table: z.string().nullable(),
  /** Sizes of request and response bodies in bytes, as transferred. */
  bytes_in: z.number().int(),
  bytes_out: z.number().int(),
  status: z.number().int(),
  /** Beginning of the response, up to the first value. */
  answer: z.string(),
  /** True if the request came from another origin than the registered terminal and its data was ignored. */
  held: z.boolean(),
  /** Commands sent to the terminal (`code` is null) or their results; a negative `code` is a refusal. */
  commands: z.array(
    z.object({ kind: z.enum(trafficCommandKinds), code: z.number().int().nullable(), count: z.number().int() }),
  ),
})
export type TrafficCall = z.infer<typeof TrafficCall>

/** Number of uploaded lines per day above which a terminal's uploads are refused. */
export const maxUploadLinesPerDay = 50_000

export const unreadableLineVisibleDays = 7

export const DeviceTraffic = z.object({
  /** Time since which requests were recorded, in memory; each server records only requests made to itself. */
  since: timestamp,
  /** At most 50 requests, newest first. */
  calls: z.array(TrafficCall),
  /** Unknown URL paths, most frequent first. */
  unknown_pages: z.array(z.object({ page: z.string(), calls: z.number().int() })),
  /** At most 50 uploaded lines that could not be parsed, newest first. */
  unreadable: z.array(z.object({ at: timestamp, text: z.string() })),
})
export type DeviceTraffic = z.infer<typeof DeviceTraffic>
