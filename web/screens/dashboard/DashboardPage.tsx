import { may } from '@torniquete/contract/permissions.ts'
import { pollInterval, useEndpoint } from '../../api/use-endpoint.ts'
import { Guide } from '../../features/guide/Guide.tsx'
import { InsideCount } from '../../features/inside/InsideCount.tsx'
import { InstallationState, installationInterval } from '../../features/installation/InstallationState.tsx'
import { LoadError } from '../../kit/LoadError.tsx'
import { useGymClock } from '../../session/gym-clock.ts'
import { useSignedIn } from '../../session/session.tsx'
import { PageHeader } from '../../shell/PageHeader.tsx'
import { Charts } from './Charts.tsx'
import classes from './dashboard.module.css'
import { Figures } from './Figures.tsx'
import { NotificationsPanel } from './NotificationsPanel.tsx'

export function DashboardPage() {
  const { role } = useSignedIn()
  const zone = useGymClock()?.zone
  const mayGuide = may(role, 'guide.read')
  const guide = useEndpoint('guide.read', {}, { enabled: mayGuide, refetchInterval: installationInterval }).data
  const statistics = useEndpoint('statistics.read', {}, { refetchInterval: pollInterval })
  const known = statistics.data !== undefined || !statistics.error
  return (
    <>
      <PageHeader title="Dashboard / Analíticas">
        <InsideCount />
      </PageHeader>
      {zone && <InstallationState state={guide?.installation} zone={zone} onlyWarnings />}
      {mayGuide && <Guide guide={guide} />}
      <LoadError query={statistics} />
      {known && <Figures statistics={statistics.data} />}
      <div className={classes.board}>
        <NotificationsPanel />
        {known && <Charts statistics={statistics} />}
      </div>
    </>
  )
}
