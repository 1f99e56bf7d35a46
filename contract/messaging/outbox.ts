// Automatic messages of the gym and their delivery state.
import { z } from 'zod'
import { defineArea, defineGet } from '../shared/define-area.ts'
import type { ErrorName } from '../shared/errors.ts'
import type { RoleName } from '../shared/roles.ts'
import { adminRoles, staffRoles } from '../shared/roles.ts'
import { id, idAndName, idInPath, makeListSchema, pageQuery, timestamp } from '../shared/schemas.ts'

/** Kinds of messages: reminder days before expiry or on the last valid day, daily report to a phone or by e-mail. */
export const messageKinds = ['before_expiration', 'day_expiration', 'daily_report', 'report_mail'] as const
export type MessageKind = (typeof messageKinds)[number]

/** True for messages that go to the gym instead of a client. */
export const isReportMessageKind = (kind: MessageKind): boolean => kind === 'daily_report' || kind === 'report_mail'

export const messageChannels = ['whatsapp', 'email'] as const
export type MessageChannel = (typeof messageChannels)[number]

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
  /** Channel of the message; null if no channel reaches the recipient. */
  channel: z.enum(messageChannels).nullable(),
  /** Recipient: a phone number in international form (`+18095550101`) or an e-mail address. */
  recipient: z.string().nullable(),
  /** Client who gets the message; null for reports. */
  client: idAndName.nullable(),
  /** Text of the message; until it is sent, a preview. */
  text: z.string(),
  /** Day that the message is about, in the gym's zone: `YYYY-MM-DD`. */
  day: z.string(),
  attempts: z.number().int(),
  /** Spanish reason for a failure, cancellation or retry. */
  reason: z.string().nullable(),
  created_at: timestamp,
  /** Time of the next attempt; null if no attempt will follow or no channel reaches the recipient. */
  next_attempt_at: timestamp.nullable(),
  state_at: timestamp,
  sent_at: timestamp.nullable(),
})
export type OutboxMessage = z.infer<typeof OutboxMessage>

export const OutboxSummary = z.object({
  channels: z.array(z.enum(messageChannels)),
  last_sent_at: timestamp.nullable(),
  pending: z.number().int(),
  /** Number of messages sent in the last 7 days, today included. */
  sent: z.number().int(),
  failed: z.number().int(),
  /** Latest failure in the last 7 days. */
  last_failure: z.object({ at: timestamp, reason: z.string() }).nullable(),
})
export type OutboxSummary = z.infer<typeof OutboxSummary>

export const UnreachableClient = z.object({
  id,
  name: z.string(),
  /** Stored phone number if it is unusable; null if there is none. */
  phone_number: z.string().nullable(),
  /** Last valid day of the membership. */
  expires: z.string(),
})
export type UnreachableClient = z.infer<typeof UnreachableClient>

/** Workers may read the messages of one client, administrators all messages. */
export const checkOutboxAccess = (role: RoleName, client: number | undefined): ErrorName | null =>
  role === 'gym_worker' && client === undefined ? 'role.forbidden' : null

export const outboxArea = defineArea(
  {
    // checkOutboxAccess allows the list of all clients' messages to admins only.
    'outbox.list': defineGet(staffRoles, '/outbox/', 'List automatic messages, newest first', {
      query: pageQuery.extend({ id_client: idInPath.optional(), state: z.enum(messageStates).optional() }),
      answer: makeListSchema(OutboxMessage),
      errors: ['role.forbidden'],
    }),
    'outbox.status': defineGet(adminRoles, '/outbox/status', 'Get channels, last message and failures', {
      answer: OutboxSummary,
    }),
    'outbox.unreachable': defineGet(adminRoles, '/outbox/unreachable', 'List active members whom no channel reaches', {
      query: pageQuery,
      answer: makeListSchema(UnreachableClient),
    }),
  },
  {
    shows: ['payments', 'clients', 'channels'],
  },
)
