// Checks again whether each due message may be sent, and stores the hand-over before the channel gets the message.
import { importedPlanName } from '@torniquete/contract/members/memberships.ts'
import { isReportMessageKind, type MessageChannel, type MessageKind } from '@torniquete/contract/messaging/outbox.ts'
import { toLocalDay } from '@torniquete/contract/shared/dates.ts'
import { readGymInfo } from '../../admin/gym-info/queries.ts'
import type { Transaction } from '../../platform/db/gym-statements.ts'
import { sql } from '../../platform/db/sql.ts'
import { readDailyReportSettings, readExpiryReminderSettings, selectReportRecipients } from '../messages/queries.ts'
import type { Messengers } from '../messengers/gym-messengers.ts'
import { formatMessageKey, type OutgoingMessage } from '../messengers/messenger.ts'
import { composeDailyReport } from './format-report.ts'
import { findNextSendTime, type ReminderRule, readReminderRules } from './message-schedule.ts'
import { findMessageRoute, type MessageRoute, renderClientMessage, renderReportHtml } from './render-messages.ts'

/**
 * Milliseconds from a hand-over without outcome to the next attempt. By then WhatsApp may have reported it; a
 * repeated mail has the same Message-ID. Longer than a hand-over (2 minutes) plus the allowed clock difference of two
 * servers (2 minutes).
 */
const doubtMs: Record<MessageChannel, number> = { whatsapp: 10 * 60_000, email: 5 * 60_000 }

export interface ClaimedMessage {
  id: number
  channel: MessageChannel
  attempts: number
  until: Date
  /** True if the message may be sent only between 9:00 and 20:00. */
  byDay: boolean
  outgoing: OutgoingMessage
}

interface Row {
  id: number
  kind: MessageKind
  channel: MessageChannel | null
  recipient: string | null
  text: string
  attempts: number
  lost: number
  rule_day: string
  last_day: string | null
  created_at: string
  until: string
  handed_at: string | null
  name: string | null
  phone_number: string | null
  email: string | null
  membership: string | null
  obstacle: string | null
}

/** Locks due rows; rows locked by another session are skipped. */
const lockDue = (tx: Transaction, gym: number, now: Date, channel: MessageChannel, count: number): Promise<Row[]> =>
  tx.many(sql`
    select o.id, o.kind, o.channel, o.recipient, o.text, o.attempts, o.lost, o.rule_day, o.last_day, o.created_at, o.until, o.handed_at,
           c.name, c.phone_number, c.email, p.name as membership,
           case when not g.is_active or g.deleted_at is not null then 'El gimnasio está inactivo'
                when o.kind = 'daily_report' then null
                when o.kind = 'report_mail' then case when o.recipient = any(${selectReportRecipients(gym)}) then null else 'Ya no se envía a ese correo' end
                when c.deleted_at is not null then 'El cliente fue eliminado'
                when not c.is_active then 'El cliente está inactivo'
                when p.voided_at is not null then 'Se anuló el pago'
                when u.day - 1 > o.last_day then 'Renovó su membresía'
                when u.day - 1 = o.last_day and p.name <> ${importedPlanName} then null
                else 'Ya no corresponde' end as obstacle
    from outbox o
      join gyms g on g.id = o.gym_id
      left join clients c on c.gym_id = o.gym_id and c.id = o.id_client
      left join membership_payments p on p.gym_id = o.gym_id and p.id = o.id_membership_payment
      left join paid_until u on u.gym_id = o.gym_id and u.id_client = o.id_client
    where o.gym_id = ${gym} and o.channel = ${channel} and o.state = 'pending' and o.next_attempt_at <= ${now}
    order by o.next_attempt_at, o.id limit ${count}::integer for update of o skip locked`)

type Gym = Awaited<ReturnType<typeof readGym>>

async function readGym(messengers: Messengers, tx: Transaction, gym: number, zone: string, now: Date) {
  const [config, schedule, info] = await Promise.all([
    readExpiryReminderSettings(tx, gym),
    readDailyReportSettings(tx, gym),
    readGymInfo(tx, gym),
  ])
  return { id: gym, zone, now, today: toLocalDay(zone, now), config, schedule, info, messengers }
}

type Step =
  | { do: 'wait'; until: Date }
  | { do: 'end'; state: 'cancelled' | 'failed'; reason: string }
  | { do: 'move'; route: MessageRoute }
  | { do: 'hand'; route: { channel: MessageChannel; recipient: string }; lost: number }

const unknown = 'El envío se interrumpió: no se sabe si llegó'

function settingsObstacle(row: Row, { config, schedule }: Gym): string | null {
  if (isReportMessageKind(row.kind))
    return schedule.isActive && schedule.report_time !== null ? null : 'Los mensajes están desactivados'
  if (!config.isActive) return 'Los mensajes están desactivados'
  const before = (Date.parse(row.last_day ?? '') - Date.parse(row.rule_day)) / 86_400_000
  const told = readReminderRules(config).some((rule) => rule.kind === row.kind && rule.before === before)
  return told ? null : 'Ya no se avisa ese día'
}

function chooseStep(row: Row, gym: Gym, channel: MessageChannel): Step {
  const { now, zone } = gym
  let lost = row.lost
  if (row.handed_at) {
    const clear = new Date(Date.parse(row.handed_at) + doubtMs[row.channel ?? channel])
    if (now < clear) return { do: 'wait', until: clear }
    lost += 1
    if (lost > 1) return { do: 'end', state: 'failed', reason: unknown }
  }
  const ended = row.handed_at ? 'failed' : 'cancelled'
  const obstacle = row.obstacle ?? settingsObstacle(row, gym)
  if (obstacle) return { do: 'end', state: ended, reason: row.handed_at ? unknown : obstacle }
  if (now >= new Date(row.until))
    return { do: 'end', state: 'failed', reason: row.handed_at ? unknown : 'No salió a tiempo' }
  const opening = isReportMessageKind(row.kind) ? now : findNextSendTime(zone, now)
  if (opening > now) return { do: 'wait', until: opening }
  const { channel: by, recipient } = findMessageRoute(gym.messengers, zone, gym.schedule, row)
  if (!by || !recipient || by !== channel) return { do: 'move', route: { channel: by, recipient } }
  return { do: 'hand', route: { channel: by, recipient }, lost }
}

/** Renders the text before the first hand-over; retries send the same text. */
async function renderText(tx: Transaction, row: Row, gym: Gym): Promise<string> {
  if (row.attempts > 0) return row.text
  if (isReportMessageKind(row.kind)) return composeDailyReport(tx, { ...gym, name: gym.info.name }, row.rule_day)
  const { name, membership, last_day } = row
  const kind = row.kind as ReminderRule['kind'] // never a report, as these have returned above
  const subject = { kind, name: name ?? '', membership: membership ?? '', last_day: last_day ?? '', gym: gym.info.name }
  return renderClientMessage(gym.config, subject, gym.today)
}

async function handOver(
  tx: Transaction,
  row: Row,
  gym: Gym,
  step: Extract<Step, { do: 'hand' }>,
): Promise<ClaimedMessage> {
  const { channel, recipient } = step.route
  const text = await renderText(tx, row, gym)
  const clear = new Date(gym.now.getTime() + doubtMs[channel])
  await tx.run(sql`
    update outbox set text = ${text}, channel = ${channel}, recipient = ${recipient}, attempts = attempts + 1, lost = ${step.lost},
      handed_at = ${gym.now}, next_attempt_at = ${clear}
    where gym_id = ${gym.id} and id = ${row.id}`)
  const report = isReportMessageKind(row.kind)
  return {
    id: row.id,
    channel,
    attempts: row.attempts + 1,
    until: new Date(row.until),
    byDay: !report,
    outgoing: {
      key: formatMessageKey(gym.id, row.id, row.created_at),
      to: recipient,
      text,
      ...(report && channel === 'email' ? { html: renderReportHtml(text) } : {}),
      template: report ? 'informe' : 'aviso',
      senderName: gym.info.name,
      replyTo: gym.info.email,
      subject: report ? `Informe del día · ${gym.info.name}` : `Tu membresía · ${gym.info.name}`,
    },
  }
}

async function carryOut(tx: Transaction, row: Row, gym: Gym, step: Step): Promise<ClaimedMessage | null> {
  if (step.do === 'hand') return handOver(tx, row, gym, step)
  const of = sql`where gym_id = ${gym.id} and id = ${row.id}`
  if (step.do === 'wait') {
    await tx.run(sql`update outbox set next_attempt_at = ${step.until} ${of}`)
  } else if (step.do === 'end') {
    await tx.run(sql`
      update outbox set state = ${step.state}, state_at = ${gym.now}, reason = ${step.reason}, next_attempt_at = null ${of}`)
  } else if (step.do === 'move') {
    const { channel, recipient } = step.route
    await tx.run(sql`
      update outbox set channel = ${channel}, recipient = ${recipient}, next_attempt_at = ${channel && gym.now} ${of}`)
  }
  return null
}

/** Claims up to `count` due messages of the channel; after the commit they count as handed over. */
export async function claimMessages(
  messengers: Messengers,
  tx: Transaction,
  at: { gym: number; zone: string; now: Date },
  channel: MessageChannel,
  count: number,
): Promise<ClaimedMessage[]> {
  const [rows, gym] = await Promise.all([
    lockDue(tx, at.gym, at.now, channel, count),
    readGym(messengers, tx, at.gym, at.zone, at.now),
  ])
  const claimed: ClaimedMessage[] = []
  for (const row of rows) {
    const handed = await carryOut(tx, row, gym, chooseStep(row, gym, channel))
    if (handed) claimed.push(handed)
  }
  return claimed
}
