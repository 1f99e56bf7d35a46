import { SimpleGrid } from '@mantine/core'
import { may } from '@torniquete/contract/permissions.ts'
import type { Statistics } from '@torniquete/contract/reports/statistics.ts'
import { fromCents, sumToCents } from '@torniquete/contract/shared/money.ts'
import { counted, showNumber } from '@torniquete/contract/shared/numbers.ts'
import { pollInterval, useEndpoint } from '../../api/use-endpoint.ts'
import { Guide } from '../../features/guide/Guide.tsx'
import { InsideCount } from '../../features/inside/InsideCount.tsx'
import { InstallationState, installationInterval } from '../../features/installation/InstallationState.tsx'
import { AmountList, FigureCard, NumberCard } from '../../kit/FigureCard.tsx'
import { IconCalendarX, IconCash, IconDoorEnter, IconId } from '../../kit/icons.ts'
import { LoadError } from '../../kit/LoadError.tsx'
import { useGymClock } from '../../session/gym-clock.ts'
import { useSignedInUser } from '../../session/session.tsx'
import { PageHeader } from '../../shell/PageHeader.tsx'
import { Charts } from './Charts.tsx'
import classes from './dashboard.module.css'
import { NotificationsPanel } from './NotificationsPanel.tsx'

export function DashboardPage() {
  const { role } = useSignedInUser()
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

/** Explains a figure such as '12 / 3'. */
function activeInWords({ active_memberships: clients, active_memberships_client_anonimo: anonymous }: Statistics) {
  return `${counted(clients, 'cliente', 'clientes')} / ${counted(anonymous, 'anónimo', 'anónimos')} hoy`
}

function Figures({ statistics }: { statistics: Statistics | undefined }) {
  const { sales_memberships: memberships = null, sales_products: products = null } = statistics ?? {}
  const total = memberships && products && fromCents(sumToCents(memberships) + sumToCents(products))
  return (
    <SimpleGrid cols={{ base: 1, sm: 2, lg: 4 }} spacing={{ base: 'xs', sm: 'md' }} aria-busy={!statistics}>
      <FigureCard title="Ingresos del día" icon={<IconCash size={20} stroke={1.6} aria-hidden />}>
        <AmountList
          amounts={[
            { label: 'Membresías', value: memberships },
            { label: 'Productos', value: products },
            { label: 'Total', value: total },
          ]}
        />
      </FigureCard>
      <NumberCard
        title="Asistentes del día"
        icon={<IconDoorEnter size={20} stroke={1.6} aria-hidden />}
        value={statistics && showNumber(statistics.today_attendances)}
        hint="Clientes y anónimos que entraron hoy"
      />
      <NumberCard
        title="Membresías activas"
        icon={<IconId size={20} stroke={1.6} aria-hidden />}
        value={
          statistics &&
          `${showNumber(statistics.active_memberships)} / ${showNumber(statistics.active_memberships_client_anonimo)}`
        }
        hint={statistics ? activeInWords(statistics) : 'Clientes / anónimos hoy'}
      />
      <NumberCard
        title="Membresías vencidas"
        icon={<IconCalendarX size={20} stroke={1.6} aria-hidden />}
        value={statistics && showNumber(statistics.expired_memberships)}
        hint="Clientes sin membresía vigente"
      />
    </SimpleGrid>
  )
}
