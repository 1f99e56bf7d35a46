import type { DailyReportSchedule } from '@torniquete/contract/messaging/messages.ts'
import { makeSettingsUpsert } from '../../platform/db/sql.ts'
import type { AreaHandlers } from '../../platform/http/handler-types.ts'
import {
  getReportMailStartTime,
  lockMessageSettings,
  readDailyReportSettings,
  readExpiryReminderSettings,
  readReportMailSettings,
} from './queries.ts'

export const messagesHandlers: AreaHandlers<'notification-config'> & AreaHandlers<'report-schedule'> = {
  'notification-config.read': ({ tx, gym }) => readExpiryReminderSettings(tx, gym),

  'notification-config.update': async ({ tx, gym, body }) => {
    await tx.run(makeSettingsUpsert('notification_config', gym, body))
    return readExpiryReminderSettings(tx, gym)
  },

  'report-schedule.read': ({ tx, gym }) => readDailyReportSettings(tx, gym),

  'report-schedule.update': async ({ tx, gym, body, now }) => {
    const [, before, { to }] = await Promise.all([
      lockMessageSettings(tx, gym),
      readDailyReportSettings(tx, gym),
      readReportMailSettings(tx, gym),
    ])
    const after = { ...before, ...body }
    const goes = (set: DailyReportSchedule) =>
      set.isActive && set.report_time !== null && (set.report_phone_number !== null || to.length > 0)
    const another = after.report_time !== before.report_time || (goes(after) && !goes(before))
    await tx.run(makeSettingsUpsert('report_schedule', gym, { ...body, ...(another && { set_at: now }) }))
    return readDailyReportSettings(tx, gym)
  },

  'report-schedule.mail': ({ tx, gym }) => readReportMailSettings(tx, gym),

  'report-schedule.update-mail': async ({ tx, gym, body: { emails }, now }) => {
    const [, before, { to, usual }] = await Promise.all([
      lockMessageSettings(tx, gym),
      readDailyReportSettings(tx, gym),
      readReportMailSettings(tx, gym),
    ])
    // Recipients kept by the change still get a report that is due right now.
    const stay = to.filter((address) => (emails ?? usual).includes(address))
    const emails_since = Object.fromEntries(stay.map((address) => [address, getReportMailStartTime(before, address)]))
    await tx.run(makeSettingsUpsert('report_schedule', gym, { emails, emails_set_at: now, emails_since }))
    return readReportMailSettings(tx, gym)
  },
}
