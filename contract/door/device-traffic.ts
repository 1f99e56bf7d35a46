// Latest calls of a terminal, without data about people.
import { z } from 'zod'
import { timestamp } from '../shared/shapes.ts'

/** Kinds of calls; `access` exists in PUSH 3.x only, `other` is unknown. */
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

/** Kinds of commands; `people` if an answer only shows that it was about people, `other` if unknown. */
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
  /** Time of the last one; equal calls in a row are counted together. */
  at: timestamp,
  first_at: timestamp,
  times: z.number().int(),
  address: z.string(),
  method: z.string(),
  call: z.enum(trafficCallKinds),
  /** Path below /iclock/ with digits as `#`; '' for none. */
  page: z.string(),
  table: z.string().nullable(),
  /** Sizes of the bodies on the wire. */
  bytes_in: z.number().int(),
  bytes_out: z.number().int(),
  status: z.number().int(),
  /** Beginning of the answer, up to the first value. */
  answer: z.string(),
  /** From another origin, and not believed. */
  held: z.boolean(),
  /** Commands sent (`code` null) or answered; negative codes are refusals. */
  commands: z.array(
    z.object({ kind: z.enum(trafficCommandKinds), code: z.number().int().nullable(), count: z.number().int() }),
  ),
})
export type TrafficCall = z.infer<typeof TrafficCall>

/** Largest number of lines of a terminal in a day. */
export const maxUploadLinesPerDay = 50_000

export const unreadableLineDays = 7

export const DeviceTraffic = z.object({
  /** Start of this server's memory; each server knows its own calls. */
  since: timestamp,
  /** At most 50, newest first. */
  calls: z.array(TrafficCall),
  /** Unknown paths by frequency. */
  unknown_pages: z.array(z.object({ page: z.string(), calls: z.number().int() })),
  /** At most 50 unreadable lines, newest first. */
  unreadable: z.array(z.object({ at: timestamp, text: z.string() })),
})
export type DeviceTraffic = z.infer<typeof DeviceTraffic>
