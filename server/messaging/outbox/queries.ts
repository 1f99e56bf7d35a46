import { setImmediate as breathe } from 'node:timers/promises'
import type { QueueStatus } from '@torniquete/contract/admin/status.ts'
import type { CallQuery } from '@torniquete/contract/endpoints.ts'
import {
  type MessageChannel,
  messageChannels,
  type OutboxMessage,
  type OutboxSummary,
  type UnreachableClient,
} from '@torniquete/contract/messaging/outbox.ts'
import { addDays, getDayStart } from '@torniquete/contract/shared/dates.ts'
import type { PageQuery } from '@torniquete/contract/shared/schemas.ts'
import type { Config } from '../../config.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Transaction } from '../../platform/db/gym-statements.ts'
import { readListPage } from '../../platform/db/paged-lists.ts'
import { emptySql, sql } from '../../platform/db/sql.ts'
import type { Messengers } from '../messengers/gym-messengers.ts'
import { findZoneCountry, isUsablePhone } from '../messengers/phone-numbers.ts'
import { maybeSentReason } from './insert-outbox-rows.ts'

/** Time of the next attempt; if the channel of the message is paused, not before the end of the pause. */
const selectNextAttempt = ({ whatsapp, email }: Messengers) => sql`
  case when o.next_attempt_at is not null then greatest(o.next_attempt_at, (
    select next_at from channel_turns
    where channel = case o.channel when 'email' then ${email?.turns ?? null} else ${whatsapp?.turns ?? null} end)) end`

/** Lists messages, newest first. */
export function listMessages(
  tx: Transaction,
  gym: number,
  messengers: Messengers,
  { id_client, state, page, size_page }: CallQuery<'outbox.list'>,
) {
  const matching = sql`o.gym_id = ${gym} ${id_client === undefined ? emptySql : sql`and o.id_client = ${id_client}`}
    ${state === undefined ? emptySql : sql`and o.state = ${state}`}`
  const cut = sql`
      select o.id, o.kind, o.state, o.channel, o.recipient, o.text, o.rule_day as day, o.attempts, o.reason, o.created_at,
             ${selectNextAttempt(messengers)} as next_attempt_at, o.state_at, o.sent_at,
             case when c.id is not null then json_build_object('id', c.id, 'name', c.name) end as client
      from (select * from outbox o where ${matching} order by o.id desc limit ${size_page} offset ${page * size_page}) o
        left join clients c on c.gym_id = o.gym_id and c.id = o.id_client
      order by o.id desc`
  return readListPage<OutboxMessage>(tx, { page, size_page }, cut, sql`from outbox o where ${matching}`)
}

/** Counts messages by state; a message that no channel could send does not count as failed. */
export async function readOutboxStatus(
  tx: Transaction,
  gym: number,
  zone: string,
  today: string,
  messengers: Messengers,
): Promise<OutboxSummary> {
  const from = getDayStart(zone, addDays(today, -6))
  const failed = sql`gym_id = ${gym} and state = 'failed' and state_at >= ${from} and channel is not null`
  const [counted, failure] = await Promise.all([
    tx.one<Omit<OutboxSummary, 'channels' | 'last_failure'>>(sql`
      select (select max(sent_at) from outbox where gym_id = ${gym} and sent_at is not null) as last_sent_at,
        (select count(*) from outbox where gym_id = ${gym} and state = 'pending') as pending,
        (select count(*) from outbox where gym_id = ${gym} and sent_at >= ${from} and state in ('sent', 'delivered')) as sent,
        (select count(*) from outbox where ${failed}) as failed`),
    tx.maybe<{ at: string; reason: string }>(
      sql`select state_at as at, coalesce(reason, '') as reason from outbox where ${failed} order by state_at desc, id desc limit 1`,
    ),
  ])
  return { ...counted, channels: messageChannels.filter((channel) => messengers[channel]), last_failure: failure }
}

const historyWindow = 500

/** Lists clients whom no channel reaches; without configured channels, those whom neither channel could reach. */
export async function listUnreachableClients(
  tx: Transaction,
  gym: number,
  zone: string,
  today: string,
  { whatsapp, email }: Messengers,
  { page, size_page }: PageQuery,
): Promise<{ items: UnreachableClient[]; total: number }> {
  const none = !whatsapp && !email
  const rows = await tx.many<UnreachableClient>(sql`
    select c.id, c.name, c.phone_number, (u.day - 1)::date as expires
    from paid_until u join clients c on c.gym_id = u.gym_id and c.id = u.id_client
    where u.gym_id = ${gym} and u.day > ${today}::date and c.is_active and c.deleted_at is null and not c.is_anonymous ${none || email ? sql`and c.email is null` : emptySql}
    order by c.in_order, c.id`)
  const country = findZoneCountry(zone)
  const unreachable: UnreachableClient[] = []
  for (const [at, row] of rows.entries()) {
    if (at % historyWindow === historyWindow - 1) await breathe()
    if (!(none || whatsapp) || !isUsablePhone(row.phone_number, country)) unreachable.push(row)
  }
  return { items: unreachable.slice(page * size_page, (page + 1) * size_page), total: unreachable.length }
}

/** Marks due messages as failed after a restore, since they may have been sent after the archive was made. */
export const failDueMessages = (tx: Transaction, gym: number, zone: string, at: string): Promise<number> =>
  tx.run(sql`
    update outbox set state = 'failed', state_at = ${at}, reason = ${maybeSentReason}, next_attempt_at = null
    where gym_id = ${gym} and state = 'pending' and (
      handed_at is not null or next_attempt_at <= ${at}
      or next_attempt_at is null and rule_day <= (${at}::timestamptz at time zone ${zone})::date)`)

export type QueueName = `send-${MessageChannel}` | 'send-support' | 'send-fiscal'

export interface DueQueueRowCount {
  gym: number
  queue: QueueName
  count: number
}

/** Counts the due messages of each gym, up to `most` for each queue; gyms are in random order. */
export const countDueQueueRows = async (
  { platform }: Pick<Database, 'platform'>,
  now: Date,
  most: number,
): Promise<DueQueueRowCount[]> =>
  (
    await platform.query<DueQueueRowCount>(
      'select gym, queue, count from count_due_messages($1, $2) order by random()',
      [now, most],
    )
  ).rows

const queueNames = ['plan-messages', 'send-email', 'send-fiscal', 'send-support', 'send-whatsapp', 'sweep']

/** Counts waiting rows of each queue and recent failures. Support requests count only if SUPPORT_EMAIL is set. */
export async function readQueueStatuses(
  { platform }: Pick<Database, 'platform'>,
  { SUPPORT_EMAIL }: Pick<Config, 'SUPPORT_EMAIL'>,
): Promise<QueueStatus[]> {
  const { rows } = await platform.query<QueueStatus>(
    `select q.name as queue, case when $2 or q.name <> 'send-support' then coalesce(d.waiting, 0) else 0 end as waiting, case when j.failed_at > now() - interval '7 days' then j.failures else 0 end as failed
     from unnest($1::text[]) q(name) left join jobs j on j.name = q.name
       left join (select queue, sum(count)::bigint as waiting from count_due_messages('infinity', 2147483647) group by 1) d on d.queue = q.name
     order by 1`,
    [queueNames, SUPPORT_EMAIL !== undefined],
  )
  return rows
}
