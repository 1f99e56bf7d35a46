import { Stack } from '@mantine/core'
import { useEndpoint } from '../../../api/use-endpoint.ts'
import { ChannelsPanel } from '../../../features/channels/ChannelsPanel.tsx'
import { SendingCard } from '../../../features/messages/SendingCard.tsx'
import { useLiveStored } from '../../../forms/use-stored.ts'
import { QueryState } from '../../../kit/LoadError.tsx'
import { useSignedIn } from '../../../session/session.tsx'
import { ClientMessagesCard } from './ClientMessagesCard.tsx'
import { DailyReportCard } from './DailyReportCard.tsx'
import classes from './notifications.module.css'
import { ReportMailCard } from './ReportMailCard.tsx'

export function NotificationsTab() {
  const config = useLiveStored('notification-config.read')
  const schedule = useLiveStored('report-schedule.read')
  const mail = useLiveStored('report-schedule.mail')
  const { user } = useSignedIn()
  const gym = useEndpoint('gym-info.read', {})
  if (!config.stored || !schedule.stored || !mail.stored || !gym.data)
    return <QueryState queries={[config.query, schedule.query, mail.query, gym]} />
  const zone = gym.data.timeZone
  return (
    <div className={classes.cards}>
      <ClientMessagesCard stored={config.stored} />
      <Stack gap="1.25rem">
        <ChannelsPanel reader={{ email: user.email ?? '', whatsapp: user.phone_number ?? '' }} />
        <DailyReportCard stored={schedule.stored} mail={mail.stored.row} zone={zone} />
        <ReportMailCard stored={mail.stored} />
        <SendingCard zone={zone} />
      </Stack>
    </div>
  )
}
