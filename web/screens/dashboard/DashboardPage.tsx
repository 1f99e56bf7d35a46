import { pollInterval, useEndpoint } from '../../api/use-endpoint.ts'
import { LoadError } from '../../kit/LoadError.tsx'
import { PageHeader } from '../../shell/PageHeader.tsx'
import { Charts } from './Charts.tsx'
import classes from './dashboard.module.css'
import { Figures } from './Figures.tsx'
import { NotificationsPanel } from './NotificationsPanel.tsx'

export function DashboardPage() {
  const statistics = useEndpoint('statistics.read', {}, { refetchInterval: pollInterval })
  const known = statistics.data !== undefined || !statistics.error
  return (
    <>
      <PageHeader title="Dashboard / Analíticas" />
      <LoadError query={statistics} />
      {known && <Figures statistics={statistics.data} />}
      <div className={classes.board}>
        <NotificationsPanel />
        {known && <Charts statistics={statistics} />}
      </div>
    </>
  )
}
