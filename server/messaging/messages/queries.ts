import type {
  DailyReportMailSettings,
  DailyReportSchedule,
  ExpiryReminderSettings,
} from '@torniquete/contract/messaging/messages.ts'
import type { Transaction } from '../../platform/db/gym-statements.ts'
import { type Statement, sql } from '../../platform/db/sql.ts'

const noMessages: ExpiryReminderSettings = {
  message_before_expiration: null,
  message_day_expiration: null,
  days_before_expiration: [],
  isActive: false,
}
/** Settings of the daily report, and the time of their last change; reports due before that time are not sent. */
export interface DailyReportSettings extends DailyReportSchedule {
  set_at: string
  /** Recipients of mailed reports; null sends them to the super admins. */
  emails: string[] | null
  /** Start of mailed reports for recipients who are not listed in `emails_since`. */
  emails_set_at: string
  emails_since: Record<string, string>
}
const noReport: DailyReportSettings = {
  report_time: null,
  report_phone_number: null,
  isActive: false,
  set_at: new Date(0).toISOString(),
  emails: null,
  emails_set_at: new Date(0).toISOString(),
  emails_since: {},
}

/** Returns the time from which on an address gets mailed reports; reports due earlier are not sent to it. */
export const getReportMailStartTime = ({ emails_since, emails_set_at }: DailyReportSettings, address: string): string =>
  emails_since[address] ?? emails_set_at

export const readExpiryReminderSettings = async (tx: Transaction, gym: number): Promise<ExpiryReminderSettings> =>
  (await tx.maybe<ExpiryReminderSettings>(sql`
    select message_before_expiration, message_day_expiration, days_before_expiration, "isActive" from notification_config where gym_id = ${gym}`)) ??
  noMessages

export const readDailyReportSettings = async (tx: Transaction, gym: number): Promise<DailyReportSettings> =>
  (await tx.maybe<DailyReportSettings>(
    sql`select report_time, report_phone_number, "isActive", set_at, emails, emails_set_at, emails_since from report_schedule where gym_id = ${gym}`,
  )) ?? noReport

const superAdmins = (gym: number): Statement => sql`
  array(select distinct lower(u.email) from users u join roles r on r.id = u.id_role
        where u.gym_id = ${gym} and r.name = 'gym_super_admin' and u.is_active and u.deleted_at is null and u.email is not null order by 1)`

export const selectReportRecipients = (gym: number): Statement =>
  sql`coalesce((select emails from report_schedule where gym_id = ${gym}), ${superAdmins(gym)})`

export const readReportMailSettings = (
  tx: Transaction,
  gym: number,
): Promise<DailyReportMailSettings & { to: string[] }> =>
  tx.one(sql`
    select (select emails from report_schedule where gym_id = ${gym}) as emails, ${superAdmins(gym)} as usual,
      ${selectReportRecipients(gym)} as "to"`)

/** Locks the settings until commit, even before their row exists, so that they cannot change between check and use. */
export const lockMessageSettings = (tx: Transaction, gym: number): Promise<number> =>
  tx.run(sql`select from gym_info where gym_id = ${gym} for no key update`)
