// What the gym sends by itself, and what became of it.
import { z } from 'zod'
import { area } from './endpoint.ts'
import type { ErrorName } from './errors.ts'
import type { RoleName } from './roles.ts'
import { admins, staff } from './roles.ts'
import { id, idInAddress, listOf, pageQuery, timestamp } from './shapes.ts'

/** Why a message is written: the days before a membership ends, its last valid day, the report of a day, to a phone and by mail. */
export const messageKinds = ['before_expiration', 'day_expiration', 'daily_report', 'report_mail'] as const
export type MessageKind = (typeof messageKinds)[number]

/** It tells the gym of itself, and no client. */
export const isReport = (kind: MessageKind): boolean => kind === 'daily_report' || kind === 'report_mail'

export const channels = ['whatsapp', 'email'] as const
export type Channel = (typeof channels)[number]

/**
 * `pending` waits for its hour or its next attempt; `sent` was taken by the channel; `delivered` was confirmed by it;
 * `failed` will not be tried again; `cancelled` is no longer due.
 */
export const messageStates = ['pending', 'sent', 'delivered', 'failed', 'cancelled'] as const
export type MessageState = (typeof messageStates)[number]

export const OutboxMessage = z.object({
  id,
  kind: z.enum(messageKinds),
  state: z.enum(messageStates),
  /** Null where none is set up that reaches the person: the message stays readable here. */
  channel: z.enum(channels).nullable(),
  /** A phone in international form (`+18095550101`) or an e-mail address. */
  recipient: z.string().nullable(),
  /** Null for the gym's own report. */
  client: z.object({ id, name: z.string() }).nullable(),
  /** What goes out; once it was sent, what went out. */
  text: z.string(),
  /** The day in the gym's zone that it belongs to: `YYYY-MM-DD`. */
  day: z.string(),
  attempts: z.number().int(),
  /** In Spanish, to be shown: why it failed, was cancelled, or is tried again. */
  reason: z.string().nullable(),
  created_at: timestamp,
  /** When it is tried next; null once that is over, and where there is no channel. */
  next_attempt_at: timestamp.nullable(),
  /** When it came to its present state. */
  state_at: timestamp,
  sent_at: timestamp.nullable(),
})
export type OutboxMessage = z.infer<typeof OutboxMessage>

export const OutboxStatus = z.object({
  /** The channels that the installation has; none: messages stay in the outbox. */
  channels: z.array(z.enum(channels)),
  /** The last message that a channel took; null while there is none. */
  last_sent_at: timestamp.nullable(),
  pending: z.number().int(),
  /** In the last 7 days, by the gym's zone, today included. */
  sent: z.number().int(),
  failed: z.number().int(),
  /** The newest failure of those days. */
  last_failure: z.object({ at: timestamp, reason: z.string() }).nullable(),
})
export type OutboxStatus = z.infer<typeof OutboxStatus>

export const UnreachableClient = z.object({
  id,
  name: z.string(),
  /** As stored, where there is one that cannot be used. */
  phone_number: z.string().nullable(),
  /** The last valid day of the membership. */
  expires: z.string(),
})
export type UnreachableClient = z.infer<typeof UnreachableClient>

/** What goes to one client is for the counter; the whole outbox, the reports among it, for admins. */
export const mayReadOutbox = (role: RoleName, client: number | undefined): ErrorName | null =>
  role === 'gym_worker' && client === undefined ? 'role.forbidden' : null

export const outboxArea = area(
  {
    'outbox.list': {
      may: staff, // without a client: admins only, by the rule mayReadOutbox
      method: 'GET',
      path: '/outbox/',
      summary: 'What the gym sent or will send by itself; newest first',
      query: pageQuery.extend({ id_client: idInAddress.optional(), state: z.enum(messageStates).optional() }),
      answer: listOf(OutboxMessage),
      errors: ['role.forbidden'],
    },
    'outbox.status': {
      may: admins,
      method: 'GET',
      path: '/outbox/status',
      summary: 'The channels, the last message sent, and what failed',
      answer: OutboxStatus,
    },
    'outbox.unreachable': {
      may: admins,
      method: 'GET',
      path: '/outbox/unreachable',
      summary:
        'Active clients with a membership whom no message reaches: no usable phone and no e-mail for the channels there are; by name',
      query: pageQuery,
      answer: listOf(UnreachableClient),
    },
  },
  {
    shows: ['payments', 'clients', 'channels'],
  },
)
