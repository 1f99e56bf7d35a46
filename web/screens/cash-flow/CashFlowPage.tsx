import '@mantine/core/styles/Tabs.layer.css'
import { Stack, Tabs } from '@mantine/core'
import { shouldShowDebts } from '@torniquete/contract/till/should-show-debts.ts'
import { VoidsList } from '../../features/bills/VoidsList.tsx'
import { useDebtRules } from '../../features/paying/payment-settings.ts'
import { ListFilter } from '../../kit/ListFilter.tsx'
import { makeLazyComponent } from '../../kit/lazy-component.tsx'
import { Spinner } from '../../kit/Spinner.tsx'
import { cashFlowTabs, type DocumentListTab } from '../../navigation/cash-flow-search.ts'
import { useScreenSearch } from '../../navigation/use-screen-search.ts'
import { type GymClock, useGymClock } from '../../session/gym-clock.ts'
import { OpenScreenButton } from '../../shell/OpenScreenButton.tsx'
import { PageHeader } from '../../shell/PageHeader.tsx'
import { CashFlowDocumentList, CashFlowSummary, toCashFlowQuery } from './CashFlowDocumentList.tsx'

const Charts = makeLazyComponent(async () => (await import('./CashFlowCharts.tsx')).CashFlowCharts, <Spinner />)

export function CashFlowPage() {
  const clock = useGymClock()
  const owes = shouldShowDebts(useDebtRules().data)
  return (
    <>
      <PageHeader>{owes && <OpenScreenButton screen="debts" />}</PageHeader>
      {clock ? <CashFlow {...clock} /> : <Spinner />}
    </>
  )
}

function CashFlow({ zone, today }: GymClock) {
  const { search, change } = useScreenSearch('/cash-flow')
  const { tab = cashFlowTabs.usual } = search
  const list = (shown: DocumentListTab) => (
    <CashFlowDocumentList key={shown} tab={shown} zone={zone} today={today} search={search} change={change} />
  )
  return (
    <Tabs
      value={tab}
      // A change of the tab keeps the filter and resets the page number.
      onChange={(next) => cashFlowTabs.is(next) && change({ tab: cashFlowTabs.write(next), page: undefined })}
      keepMounted={false}
    >
      <Tabs.List aria-label="Flujo de Caja">
        {Object.entries(cashFlowTabs.labels).map(([name, label]) => (
          <Tabs.Tab key={name} value={name}>
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tab !== 'charts' && (
        <Stack gap="md" mt="md">
          <ListFilter
            label="Filtro del flujo de caja"
            nameLabel="Nombre del trabajador"
            filter={{ name: search.user, start: search.start, end: search.end }}
            today={today}
            onSearch={({ name, start, end }) => change({ user: name, start, end, page: undefined })}
          />
          <CashFlowSummary search={search} today={today} />
        </Stack>
      )}
      <Tabs.Panel value="sales">{list('sales')}</Tabs.Panel>
      <Tabs.Panel value="purchases">{list('purchases')}</Tabs.Panel>
      <Tabs.Panel value="memberships">{list('memberships')}</Tabs.Panel>
      {tab !== 'charts' && <VoidsList key={tab} filter={toCashFlowQuery(search, today)} zone={zone} />}
      <Tabs.Panel value="charts" pt="md">
        <Charts today={today} search={search} change={change} />
      </Tabs.Panel>
    </Tabs>
  )
}
