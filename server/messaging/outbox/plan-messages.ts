// Any number of servers may plan messages repeatedly: existing rows are not written again, and only one server plans a
// gym at a time.
import { setTimeout as pause } from 'node:timers/promises'
import { importedPlanName } from '@torniquete/contract/members/memberships.ts'
import { toLocalDay } from '@torniquete/contract/shared/dates.ts'
import { readGymInfo } from '../../admin/gym-info/queries.ts'
import type { Transaction } from '../../platform/db/gym-statements.ts'
import { sql } from '../../platform/db/sql.ts'
import { readLastRestoreTime } from '../../reports/history/queries.ts'
import type { Services } from '../../services.ts'
import {
  type DailyReportSettings,
  getReportMailStartTime,
  readDailyReportSettings,
  readExpiryReminderSettings,
  selectReportRecipients,
} from '../messages/queries.ts'
import type { Messengers } from '../messengers/gym-messengers.ts'
import { findZoneCountry } from '../messengers/phone-numbers.ts'
import { closeAndRerouteMessages } from './close-and-reroute-messages.ts'
import { composeDailyReport } from './format-report.ts'
import { insertOutboxRows, makeOutboxRow, toMaybeSentOutboxRow } from './insert-outbox-rows.ts'
import {
  findNextSendTime,
  getReminderWindow,
  listDueReports,
  listOpenReminderDays,
  type ReminderRule,
  readReminderRules,
} from './message-schedule.ts'
import { chooseContactRoute, chooseReportRoute, makeReportMailRoute, renderClientMessage } from './render-messages.ts'

export type MessagePlanningServices = Pick<Services, 'database' | 'zones' | 'channels' | 'log'>

type RoutedMessage = Pick<Services, 'database'> & { messengers: Messengers }

/** Small transactions with pauses between them, so that sales of the same gym are not delayed. */
const rowsPerTransaction = 100
const pauseMs = 300
const lockKey = 7203
const reportWaits = 'Los reportes salen por WhatsApp, que no está configurado o no alcanza ese teléfono: se leen aquí'
const mailWaits = 'El correo no está configurado: el reporte se lee aquí'

export async function planMessagesForAllGyms(services: MessagePlanningServices, now: Date): Promise<void> {
  const { rows } = await services.database.platform.query<{ gym: number }>(
    'select gym from list_gyms_with_messages() gym',
  )
  for (const { gym } of rows)
    await planGymMessages(services, gym, now).catch((error) =>
      services.log.warn({ err: error, gym }, 'messages were not planned'),
    )
}

export async function planGymMessages(services: MessagePlanningServices, gym: number, now: Date): Promise<void> {
  const [zone, messengers] = await Promise.all([services.zones.of(gym), services.channels.of(gym)])
  const [config, schedule, waiting] = await services.database.read({ gym, user: null }, (tx) =>
    Promise.all([
      readExpiryReminderSettings(tx, gym),
      readDailyReportSettings(tx, gym),
      tx.one<{ any: boolean }>(
        sql`select exists (select from outbox where gym_id = ${gym} and state = 'pending') as any`,
      ),
    ]),
  )
  if (waiting.any) await closeAndRerouteMessages({ ...services, messengers }, gym, zone, now)
  while (
    readReminderRules(config).length > 0 &&
    (await planClients({ ...services, messengers }, gym, zone, now)) === rowsPerTransaction
  )
    await pause(pauseMs)
  await planReports({ ...services, messengers }, gym, zone, schedule, now)
}

interface DueMessage {
  id_client: number
  id_membership_payment: number
  rule_day: string
  kind: ReminderRule['kind']
  last_day: string
  name: string
  phone_number: string | null
  email: string | null
  membership: string
  gym: string
}

// NOT IN becomes one hash lookup, even if a new table has no statistics. A reminder day that was over when the payment
// was booked gets no message. If several memberships end on one day, the one sold last counts.
const dueMessages = (
  tx: Transaction,
  gym: number,
  zone: string,
  days: readonly string[],
  rules: readonly ReminderRule[],
): Promise<DueMessage[]> =>
  tx.many(sql`
    select c.id as id_client, p.id as id_membership_payment, d.day as rule_day, r.kind, (u.day - 1)::date as last_day,
           c.name, c.phone_number, c.email, p.name as membership, i.name as gym
    from unnest(${days}::date[]) d(day)
      cross join unnest(${rules.map(({ kind }) => kind)}::text[], ${rules.map(({ before }) => before)}::integer[]) r(kind, before)
      join paid_until u on u.gym_id = ${gym} and u.day = d.day + r.before + 1
      join clients c on c.gym_id = u.gym_id and c.id = u.id_client and c.is_active and c.deleted_at is null and not c.is_anonymous
      join gyms g on g.id = ${gym} and g.is_active and g.deleted_at is null
      join gym_info i on i.gym_id = ${gym}
      cross join lateral (
        select p.id, p.name from membership_payments p
        where p.gym_id = u.gym_id and p.id_client = u.id_client and p.end_date = u.day and p.voided_at is null and p.name <> ${importedPlanName}
          and (p.payment_date at time zone ${zone})::date <= d.day
        order by p.id desc limit 1) p
    where (d.day, c.id, (u.day - 1)::date) not in (
        select rule_day, id_client, last_day from outbox
        where gym_id = ${gym} and rule_day = any(${days}::date[]) and id_client is not null and (state <> 'cancelled' or handed_at is not null))
    order by d.day, c.id limit ${rowsPerTransaction}`)

/** Plans a chunk of reminders and returns the number of rows; a full chunk means that there may be more. */
function planClients(services: RoutedMessage, gym: number, zone: string, now: Date): Promise<number> {
  const today = toLocalDay(zone, now)
  return services.database.write({ gym, user: null }, async (tx) => {
    await tx.run(sql`select pg_advisory_xact_lock(${lockKey}::integer, ${gym}::integer)`)
    const config = await readExpiryReminderSettings(tx, gym)
    const due = await dueMessages(tx, gym, zone, listOpenReminderDays(zone, now), readReminderRules(config))
    const restored = await readLastRestoreTime(tx, gym)
    const country = findZoneCountry(zone)
    const rows = due.map((each) => {
      const { from, until } = getReminderWindow(zone, each.rule_day)
      const first = findNextSendTime(zone, from > now ? from : now)
      const text = renderClientMessage(config, each, today)
      const row = makeOutboxRow({ ...each, text, until }, chooseContactRoute(services.messengers, country, each), first)
      return restored !== null && from <= new Date(restored) ? toMaybeSentOutboxRow(row) : row
    })
    return insertOutboxRows(tx, gym, rows, now)
  })
}

async function planReports(
  services: RoutedMessage,
  gym: number,
  zone: string,
  schedule: DailyReportSettings,
  now: Date,
) {
  const { isActive, report_time, report_phone_number, set_at } = schedule
  if (!isActive || report_time === null) return
  for (const due of listDueReports(zone, report_time, now, new Date(set_at)))
    await services.database.write({ gym, user: null }, async (tx) => {
      const wanted = await wantedReports(tx, gym, due.day)
      const mails = wanted.emails
        .filter((recipient) => due.from >= new Date(getReportMailStartTime(schedule, recipient)))
        .map((recipient) => ({ kind: 'report_mail', recipient }))
      const phones = report_phone_number !== null && wanted.phone ? [{ kind: 'daily_report', recipient: null }] : []
      if (!wanted.open || mails.length + phones.length === 0) return
      const { name } = await readGymInfo(tx, gym)
      const restored = await readLastRestoreTime(tx, gym)
      const text = await composeDailyReport(tx, { id: gym, name, zone }, due.day)
      const fixed = {
        id_client: null,
        id_membership_payment: null,
        last_day: null,
        rule_day: due.day,
        text,
        until: due.until,
      }
      const rows = [...phones, ...mails].map(({ kind, recipient }) => {
        const { messengers } = services
        const route =
          recipient === null
            ? chooseReportRoute(messengers, zone, schedule)
            : makeReportMailRoute(messengers, recipient)
        const row = makeOutboxRow({ ...fixed, kind }, route, now)
        if (restored !== null && due.from <= new Date(restored)) return toMaybeSentOutboxRow(row)
        return { ...row, reason: route.channel ? null : recipient === null ? reportWaits : mailWaits }
      })
      for (const kind of ['daily_report', 'report_mail'])
        await insertOutboxRows(
          tx,
          gym,
          rows.filter((row) => row.kind === kind),
          now,
        )
    })
}

const wantedReports = (tx: Transaction, gym: number, day: string) =>
  tx.one<{ open: boolean; phone: boolean; emails: string[] }>(sql`
    with there as (
      select kind, recipient from outbox
      where gym_id = ${gym} and rule_day = ${day}::date and kind in ('daily_report', 'report_mail') and (state <> 'cancelled' or handed_at is not null))
    select exists (select from gyms where id = ${gym} and is_active and deleted_at is null) as open,
      not exists (select from there where kind = 'daily_report') as phone,
      array(select address from unnest(${selectReportRecipients(gym)}) address
            where not exists (select from there where kind = 'report_mail' and recipient = address)) as emails`)
