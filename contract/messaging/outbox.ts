// Messages of the gym and their outcome.
import { z } from 'zod'
import { area, get } from '../shared/area.ts'
import type { ErrorName } from '../shared/errors.ts'
import type { RoleName } from '../shared/roles.ts'
import { admins, staff } from '../shared/roles.ts'
import { id, idInAddress, listSchema, named, pageQuery, timestamp } from '../shared/shapes.ts'

/** Reasons for a message: days before expiry, last valid day, daily report to a phone or by mail. */
export const messageKinds = ['before_expiration', 'day_expiration', 'daily_report', 'report_mail'] as const
export type MessageKind = (typeof messageKinds)[number]

/** Goes to the gym, not to a client. */
export const isReport = (kind: MessageKind): boolean => kind === 'daily_report' || kind === 'report_mail'

export const channels = ['whatsapp', 'email'] as const
export type Channel = (typeof channels)[number]

/**
 * `pending` waits for its time or next attempt; `sent` was accepted by the channel; `delivered` was confirmed;
 * `failed` is not tried again; `cancelled` is no longer due.
 */
export const messageStates = ['pending', 'sent', 'delivered', 'failed', 'cancelled'] as const
export type MessageState = (typeof messageStates)[number]

export const OutboxMessage = z.object({
  id,
  kind: z.enum(messageKinds),
  state: z.enum(messageStates),
  /** Null if no channel reaches the person. */
  channel: z.enum(channels).nullable(),
  /** Phone in international form (`+18095550101`), or e-mail address. */
  recipient: z.string().nullable(),
  /** Null for reports. */
  client: named.nullable(),
  /** Text to send, or as sent. */
  text: z.string(),
  /** Day in the gym's zone: `YYYY-MM-DD`. */
  day: z.string(),
  attempts: z.number().int(),
  /** Spanish reason of a failure, cancellation or repeat. */
  reason: z.string().nullable(),
  created_at: timestamp,
  /** Null after the last attempt, and without a channel. */
  next_attempt_at: timestamp.nullable(),
  state_at: timestamp,
  sent_at: timestamp.nullable(),
})
export type OutboxMessage = z.infer<typeof OutboxMessage>

export const OutboxStatus = z.object({
  channels: z.array(z.enum(channels)),
  last_sent_at: timestamp.nullable(),
  pending: z.number().int(),
  /** In the last 7 days, today included. */
  sent: z.number().int(),
  failed: z.number().int(),
  /** Latest failure of those days. */
  last_failure: z.object({ at: timestamp, reason: z.string() }).nullable(),
})
export type OutboxStatus = z.infer<typeof OutboxStatus>

export const UnreachableClient = z.object({
  id,
  name: z.string(),
  /** The stored number, if unusable. */
  phone_number: z.string().nullable(),
  /** Last valid day. */
  expires: z.string(),
})
export type UnreachableClient = z.infer<typeof UnreachableClient>

/** Workers may read one client's messages, administrators all. */
export const mayReadOutbox = (role: RoleName, client: number | undefined): ErrorName | null =>
  role === 'gym_worker' && client === undefined ? 'role.forbidden' : null

export const outboxArea = area(
  {
    // Without a client: admins only (mayReadOutbox).
    'outbox.list': get(staff, '/outbox/', 'List automatic messages, newest first', {
      query: pageQuery.extend({ id_client: idInAddress.optional(), state: z.enum(messageStates).optional() }),
      answer: listSchema(OutboxMessage),
      errors: ['role.forbidden'],
    }),
    'outbox.status': get(admins, '/outbox/status', 'Get channels, last message and failures', { answer: OutboxStatus }),
    'outbox.unreachable': get(admins, '/outbox/unreachable', 'List active members whom no channel can reach, by name', {
      query: pageQuery,
      answer: listSchema(UnreachableClient),
    }),
  },
  {
    shows: ['payments', 'clients', 'channels'],
  },
)
