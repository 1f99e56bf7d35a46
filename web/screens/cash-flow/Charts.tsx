import { SimpleGrid } from '@mantine/core'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { type CashFlowSearch, periodChoices } from '../../navigation/cash-flow-search.ts'
import { WorkerChart } from './WorkerChart.tsx'

interface ChartsProps {
  today: string
  search: CashFlowSearch
  change: (next: CashFlowSearch) => void
}

export function Charts({ today, search, change }: ChartsProps) {
  const {
    sales_period: salesPeriod = periodChoices.usual,
    memberships_period: membershipsPeriod = periodChoices.usual,
  } = search
  const sales = useEndpoint('statistics.sales-by-user', { query: { period: salesPeriod } })
  const memberships = useEndpoint('statistics.membership-sales-by-user', { query: { period: membershipsPeriod } })
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }}>
      <WorkerChart
        title="Ventas de productos por trabajador"
        revenue={sales}
        period={salesPeriod}
        today={today}
        onPeriod={(period) => change({ sales_period: periodChoices.write(period) })}
      />
      <WorkerChart
        title="Ventas de membresías por trabajador"
        revenue={memberships}
        period={membershipsPeriod}
        today={today}
        onPeriod={(period) => change({ memberships_period: periodChoices.write(period) })}
      />
    </SimpleGrid>
  )
}
