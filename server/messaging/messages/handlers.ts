import type { ReportSchedule } from '@torniquete/contract/messaging/messages.ts'
import { makeSettingsUpsert } from '../../platform/db/sql.ts'
import type { AreaHandlers } from '../../platform/http/handler-types.ts'
import {
  getReportMailStartTime,
  lockSettings,
  readNotificationConfig,
  readReportMail,
  readReportSchedule,
} from './queries.ts'

export const messagesHandlers: AreaHandlers<'notification-config'> & AreaHandlers<'report-schedule'> = {
  'notification-config.read': ({ tx, gym }) => readNotificationConfig(tx, gym),

  'notification-config.update': async ({ tx, gym, body }) => {
    await tx.run(makeSettingsUpsert('notification_config', gym, body))
    return readNotificationConfig(tx, gym)
  },

  'report-schedule.read': ({ tx, gym }) => readReportSchedule(tx, gym),

  'report-schedule.update': async ({ tx, gym, body, now }) => {
    const [, before, { to }] = await Promise.all([
      lockSettings(tx, gym),
      readReportSchedule(tx, gym),
      readReportMail(tx, gym),
    ])
    const after = { ...before, ...body }
    const goes = (set: ReportSchedule) =>
      set.isActive && set.report_time !== null && (set.report_phone_number !== null || to.length > 0)
    const another = after.report_time !== before.report_time || (goes(after) && !goes(before))
    await tx.run(makeSettingsUpsert('report_schedule', gym, { ...body, ...(another && { set_at: now }) }))
    return readReportSchedule(tx, gym)
  },

  'report-schedule.mail': ({ tx, gym }) => readReportMail(tx, gym),

  'report-schedule.update-mail': async ({ tx, gym, body: { emails }, now }) => {
    const [, before, { to, usual }] = await Promise.all([
      lockSettings(tx, gym),
      readReportSchedule(tx, gym),
      readReportMail(tx, gym),
    ])
    // Recipients kept by the change still get a report that is due right now.
    const stay = to.filter((address) => (emails ?? usual).includes(address))
    const emails_since = Object.fromEntries(stay.map((address) => [address, getReportMailStartTime(before, address)]))
    await tx.run(makeSettingsUpsert('report_schedule', gym, { emails, emails_set_at: now, emails_since }))
    return readReportMail(tx, gym)
  },
}
