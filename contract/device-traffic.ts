// What a terminal and this server said to each other last, without a word about people.
import { z } from 'zod'
import { timestamp } from './shapes.ts'

/** What a terminal asks or tells; `access` is what only the access dialect (PUSH 3.x) calls, `other` what nobody knows. */
export const trafficCalls = [
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

/** What a terminal is told to do; `people` where an answer says no more than that it was about people, `other` where nobody knows. */
export const trafficCommands = [
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
  /** When it came; of equal ones in a row, the last and the first, and how many they are. */
  at: timestamp,
  first_at: timestamp,
  times: z.number().int(),
  address: z.string(),
  method: z.string(),
  call: z.enum(trafficCalls),
  /** Below /iclock/, with digits as `#`, which may be somebody's; '' where there is none. */
  page: z.string(),
  table: z.string().nullable(),
  /** Of the bodies, as they went over the wire. */
  bytes_in: z.number().int(),
  bytes_out: z.number().int(),
  status: z.number().int(),
  /** How the answer begins, up to the first value. */
  answer: z.string(),
  /** It came from another origin than the terminal's own, and was not believed. */
  held: z.boolean(),
  /** Commands that it was given (`code` null), or how it answered them: below 0 it refused. */
  commands: z.array(
    z.object({ kind: z.enum(trafficCommands), code: z.number().int().nullable(), count: z.number().int() }),
  ),
})
export type TrafficCall = z.infer<typeof TrafficCall>

/** How many lines of a terminal are taken in a day of its gym: one that sends more is broken, or is none. */
export const linesTakenADay = 50_000

/** Days for which lines that nobody could read are told. */
export const unreadableDays = 7

export const DeviceTraffic = z.object({
  /** Since when the server that answers remembers: each server of several knows what it heard itself. */
  since: timestamp,
  /** The last 50, newest first. */
  calls: z.array(TrafficCall),
  /** How often it asked for pages that nobody knows here, the most frequent first. */
  unknown_pages: z.array(z.object({ page: z.string(), calls: z.number().int() })),
  /** Lines of these days that nobody could read, as they came, the newest first and at most 50. */
  unreadable: z.array(z.object({ at: timestamp, text: z.string() })),
})
export type DeviceTraffic = z.infer<typeof DeviceTraffic>
