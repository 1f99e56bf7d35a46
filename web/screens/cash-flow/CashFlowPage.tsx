import '@mantine/core/styles/Tabs.layer.css'
import { Stack, Tabs } from '@mantine/core'
import { showsDebts } from '@torniquete/contract/till/debts.ts'
import { useCallback } from 'react'
import { BillDialog } from '../../features/bills/lazy-bill-dialog.ts'
import { VoidsList } from '../../features/bills/VoidsList.tsx'
import { useDebtRules } from '../../features/paying/debt-rules.ts'
import { ListFilter } from '../../kit/ListFilter.tsx'
import { lazyComponent, usePreload } from '../../kit/lazy-component.tsx'
import { Spinner } from '../../kit/Spinner.tsx'
import { cashFlowTabs, type ListTab, type Tab } from '../../navigation/cash-flow-search.ts'
import { useClosing } from '../../navigation/opening.ts'
import { useAddress } from '../../navigation/use-pages.ts'
import { type GymClock, useGymClock } from '../../session/gym-clock.ts'
import { PageHeader } from '../../shell/PageHeader.tsx'
import { ScreenButton } from '../../shell/ScreenButton.tsx'
import { cashLists } from './cash-documents.ts'
import classes from './cash-flow.module.css'
import { DocumentList } from './DocumentList.tsx'
import { Summary } from './Summary.tsx'
import { filterQuery } from './use-lists.ts'

const Charts = lazyComponent(async () => (await import('./Charts.tsx')).Charts, <Spinner />)

/** Page state in the address. The filter is common to all tabs, page and open bill are not. */
function useCashFlowSearch() {
  const { search, change } = useAddress('/cash-flow')
  const closeBill = useClosing(useCallback(() => change({ bill: undefined }, true), [change]))
  return {
    search,
    change,
    setTab: (tab: Tab) => change({ tab: cashFlowTabs.write(tab), page: undefined, bill: undefined }),
    closeBill,
  }
}

export function CashFlowPage() {
  usePreload(BillDialog)
  const clock = useGymClock()
  const owes = showsDebts(useDebtRules().data)
  return (
    <>
      <PageHeader>{owes && <ScreenButton screen="debts" />}</PageHeader>
      {clock ? <CashFlow {...clock} /> : <Spinner />}
    </>
  )
}

function CashFlow({ zone, today }: GymClock) {
  const { search, change, setTab, closeBill } = useCashFlowSearch()
  const { tab = cashFlowTabs.usual, bill } = search
  const list = (shown: ListTab) => (
    <DocumentList key={shown} tab={shown} zone={zone} today={today} search={search} change={change} />
  )
  return (
    <Tabs value={tab} onChange={(next) => cashFlowTabs.is(next) && setTab(next)} keepMounted={false}>
      <Tabs.List aria-label="Flujo de Caja" className={classes.tabs}>
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
          <Summary search={search} today={today} />
        </Stack>
      )}
      <Tabs.Panel value="sales">{list('sales')}</Tabs.Panel>
      <Tabs.Panel value="purchases">{list('purchases')}</Tabs.Panel>
      <Tabs.Panel value="memberships">{list('memberships')}</Tabs.Panel>
      {tab !== 'charts' && <VoidsList key={tab} filter={filterQuery(search, today)} zone={zone} />}
      <Tabs.Panel value="charts" pt="md">
        <Charts today={today} search={search} change={change} />
      </Tabs.Panel>
      {bill !== undefined && tab !== 'charts' && (
        <BillDialog kind={cashLists[tab].bill} id={bill} onClose={closeBill} />
      )}
    </Tabs>
  )
}
