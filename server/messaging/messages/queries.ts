import type { NotificationConfig, ReportMail, ReportSchedule } from '@torniquete/contract/messages.ts'
import type { Transaction } from '../../platform/db/gym-statements.ts'
import { assignments, columnsAndValues, identifier, type Statement, sql } from '../../platform/db/sql.ts'

const noMessages: NotificationConfig = {
  message_before_expiration: null,
  message_day_expiration: null,
  days_before_expiration: [],
  isActive: false,
}
/** What is set, and since when: hours before that are no report's. */
export interface SetReport extends ReportSchedule {
  set_at: string
  /** Null: the super admins'. */
  emails: string[] | null
  /** Since when it goes to them, but for those that have another time of their own. */
  emails_set_at: string
  /** By address. */
  emails_since: Record<string, string>
}
const noReport: SetReport = {
  report_time: null,
  report_phone_number: null,
  isActive: false,
  set_at: new Date(0).toISOString(),
  emails: null,
  emails_set_at: new Date(0).toISOString(),
  emails_since: {},
}

/** Hours before that are no report's to this address. */
export const mailedSince = ({ emails_since, emails_set_at }: SetReport, address: string): string =>
  emails_since[address] ?? emails_set_at

/** What the gym set, or what holds until it does. */
export const readNotificationConfig = async (tx: Transaction, gym: number): Promise<NotificationConfig> =>
  (await tx.maybe<NotificationConfig>(sql`
    select message_before_expiration, message_day_expiration, days_before_expiration, "isActive" from notification_config where gym_id = ${gym}`)) ??
  noMessages

export const readReportSchedule = async (tx: Transaction, gym: number): Promise<SetReport> =>
  (await tx.maybe<SetReport>(
    sql`select report_time, report_phone_number, "isActive", set_at, emails, emails_set_at, emails_since from report_schedule where gym_id = ${gym}`,
  )) ?? noReport

/** Addresses of the super admins, each once. */
const superAdmins = (gym: number): Statement => sql`
  array(select distinct lower(u.email) from users u join roles r on r.id = u.id_role
        where u.gym_id = ${gym} and r.name = 'gym_super_admin' and u.is_active and u.deleted_at is null and u.email is not null order by 1)`

/** The addresses to which a gym's report goes by mail: an array. */
export const reportRecipients = (gym: number): Statement =>
  sql`coalesce((select emails from report_schedule where gym_id = ${gym}), ${superAdmins(gym)})`

export const readReportMail = (tx: Transaction, gym: number): Promise<ReportMail & { to: string[] }> =>
  tx.one(sql`
    select (select emails from report_schedule where gym_id = ${gym}) as emails, ${superAdmins(gym)} as usual,
      ${reportRecipients(gym)} as "to"`)

/** Whoever decides by what is set waits here for whoever changes it; the row may not be there yet. */
export const lockSettings = (tx: Transaction, gym: number): Promise<number> =>
  tx.run(sql`select from gym_info where gym_id = ${gym} for no key update`)

/** Changes a gym's one row of settings, made where there is none yet. */
export const writeSettings = (
  tx: Transaction,
  table: 'notification_config' | 'report_schedule',
  gym: number,
  change: object,
): Promise<number> => {
  const set = assignments(change)
  return tx.run(sql`
    insert into ${identifier(table)} ${columnsAndValues({ gym_id: gym, ...change })}
    on conflict (gym_id) do ${set.text === '' ? sql`nothing` : sql`update set ${set}`}`)
}
