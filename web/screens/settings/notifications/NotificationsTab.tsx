import type { NotificationConfig, ReportSchedule } from '@torniquete/contract/messages.ts'
import { useMemo } from 'react'
import { useEndpoint } from '../../../api/use-endpoint.ts'
import { SendingCard } from '../../../features/messages/SendingCard.tsx'
import { QueryState } from '../../../kit/LoadError.tsx'
import { useSettingsForm } from '../use-settings-form.ts'
import { ClientMessagesCard } from './ClientMessagesCard.tsx'
import { valuesOf as messagesOf, validateClientMessages } from './client-messages-values.ts'
import { DailyReportCard } from './DailyReportCard.tsx'
import classes from './notifications.module.css'
import { valuesOf as reportOf, validateReport } from './report-values.ts'

export function NotificationsTab() {
  const config = useEndpoint('notification-config.read', {})
  const schedule = useEndpoint('report-schedule.read', {})
  const gym = useEndpoint('gym-info.read', {})
  if (!config.data || !schedule.data || !gym.data) return <QueryState queries={[config, schedule, gym]} />
  return <Cards config={config.data} schedule={schedule.data} zone={gym.data.timeZone} />
}

interface CardsProps {
  config: NotificationConfig
  schedule: ReportSchedule
  zone: string
}

function Cards({ config, schedule, zone }: CardsProps) {
  const messages = useSettingsForm(
    useMemo(() => messagesOf(config), [config]),
    validateClientMessages,
  )
  const report = useSettingsForm(
    useMemo(() => reportOf(schedule), [schedule]),
    validateReport,
  )
  return (
    <div className={classes.cards}>
      <ClientMessagesCard form={messages} />
      <div className={classes.column}>
        <DailyReportCard form={report} zone={zone} />
        <SendingCard zone={zone} />
      </div>
    </div>
  )
}
