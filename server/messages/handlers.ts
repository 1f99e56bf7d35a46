import type { HandlersOf } from '../http/context.ts'
import { enqueuePlanning } from '../jobs/queues.ts'
import { readNotificationConfig, readReportSchedule, writeSettings } from './queries.ts'

export const messagesHandlers: HandlersOf<'notification-config'> & HandlersOf<'report-schedule'> = {
  'notification-config.read': ({ tx, gym }) => readNotificationConfig(tx, gym),

  'notification-config.update': async ({ tx, gym, body, now }) => {
    await writeSettings(tx, 'notification_config', gym, body)
    await enqueuePlanning(tx, gym, now)
    return readNotificationConfig(tx, gym)
  },

  'report-schedule.read': ({ tx, gym }) => readReportSchedule(tx, gym),

  'report-schedule.update': async ({ tx, gym, body, now }) => {
    await writeSettings(tx, 'report_schedule', gym, body)
    await enqueuePlanning(tx, gym, now)
    return readReportSchedule(tx, gym)
  },
}
