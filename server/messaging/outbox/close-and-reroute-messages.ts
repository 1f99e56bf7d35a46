import {
  isReportMessageKind,
  type MessageChannel,
  type MessageKind,
  messageChannels,
} from '@torniquete/contract/messaging/outbox.ts'
import type { Transaction } from '../../platform/db/gym-statements.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Services } from '../../services.ts'
import { readDailyReportSettings } from '../messages/queries.ts'
import type { Messengers } from '../messengers/gym-messengers.ts'
import { findNextSendTime } from './message-schedule.ts'
import { findMessageRoute } from './render-messages.ts'

const rowsPerTransaction = 500
const maxHandOverMs = 2 * 60_000

type RepairParts = Pick<Services, 'database'> & { messengers: Messengers }

export async function closeAndRerouteMessages(
  services: RepairParts,
  gym: number,
  zone: string,
  now: Date,
): Promise<void> {
  const write = (work: (tx: Transaction) => Promise<number>) => services.database.write({ gym, user: null }, work)
  while ((await write((tx) => closeExpired(tx, gym, now))) === rowsPerTransaction);
  for (let after: number | null = 0; after !== null; ) {
    const from: number = after
    after = await services.database.write({ gym, user: null }, (tx) =>
      rerouteMessages(services, tx, gym, zone, now, from),
    )
  }
}

const closeExpired = (tx: Transaction, gym: number, now: Date): Promise<number> =>
  tx.run(sql`
    update outbox set state = 'failed', state_at = ${now}, next_attempt_at = null,
      reason = case when handed_at is not null then 'El envío se interrumpió: no se sabe si llegó'
                    when channel is null then 'No salió: sin canal'
                    when reason is not null then 'No salió a tiempo: ' || reason
                    else 'No salió a tiempo' end
    where gym_id = ${gym} and id in (
      select id from outbox where gym_id = ${gym} and state = 'pending' and until <= ${now}
        and (handed_at is null or handed_at < ${new Date(now.getTime() - maxHandOverMs)})
      order by id limit ${rowsPerTransaction} for update skip locked)`)

interface StrandedMessage {
  id: number
  kind: MessageKind
  channel: MessageChannel | null
  recipient: string | null
  phone_number: string | null
  email: string | null
}

/** Finds a channel for messages whose channel is missing. Returns the last id of a full chunk, or null at the end. */
async function rerouteMessages(
  { messengers }: RepairParts,
  tx: Transaction,
  gym: number,
  zone: string,
  now: Date,
  after: number,
): Promise<number | null> {
  const there = messageChannels.filter((channel) => messengers[channel])
  const stranded = await tx.many<StrandedMessage>(sql`
    select o.id, o.kind, o.channel, o.recipient, c.phone_number, c.email
    from outbox o left join clients c on c.gym_id = o.gym_id and c.id = o.id_client
    where o.gym_id = ${gym} and o.state = 'pending' and o.handed_at is null and o.id > ${after}
      and (o.channel <> all(${there}::text[]) or o.channel is null and ${there.length > 0}::boolean)
    order by o.id limit ${rowsPerTransaction} for update of o skip locked`)
  const schedule = await readDailyReportSettings(tx, gym)

  const moved = stranded.flatMap((row) => {
    const route = findMessageRoute(messengers, zone, schedule, row)
    if (route.channel === row.channel) return []
    return [{ id: row.id, ...route, after: isReportMessageKind(row.kind) ? now : findNextSendTime(zone, now) }]
  })
  await tx.run(sql`
    update outbox o set channel = x.channel, recipient = x.recipient, next_attempt_at = case when x.channel is not null then x.after end
    from json_to_recordset(${JSON.stringify(moved)}) as x(id bigint, channel text, recipient text, after timestamptz)
    where o.gym_id = ${gym} and o.id = x.id`)
  return stranded.length === rowsPerTransaction ? (stranded.at(-1)?.id ?? null) : null
}
