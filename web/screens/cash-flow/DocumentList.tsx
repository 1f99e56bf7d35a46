import { Group, Text, Title } from '@mantine/core'
import { subtractSums } from '@torniquete/contract/shared/money.ts'
import { useMemo } from 'react'
import { wholeList } from '../../api/fetch-all.ts'
import { chargedColumn } from '../../features/bills/ChargedAmount.tsx'
import { filterText, formatSum, sumsText } from '../../features/bills/list-texts.ts'
import { AmountsText } from '../../kit/AmountsText.tsx'
import { InstantText } from '../../kit/InstantText.tsx'
import type { Column } from '../../kit/table-column.ts'
import { type CashFlowSearch, cashFlowPageSize, cashFlowTabs, type ListTab } from '../../navigation/cash-flow-search.ts'
import { openColumn } from '../../navigation/link-columns.tsx'
import { ExportedTable } from '../../navigation/PagedTable.tsx'
import type { ChangeSearch } from '../../navigation/use-pages.ts'
import {
  type CashDocument,
  cashLists,
  filterQuery,
  listDocuments,
  useFlow,
  useList,
  useSummary,
} from './cash-documents.ts'
import classes from './cash-flow.module.css'
import { PrintedSummary } from './Summary.tsx'

interface DocumentListProps {
  tab: ListTab
  zone: string
  today: string
  search: CashFlowSearch
  change: ChangeSearch<CashFlowSearch>
}

/** Keyed by tab: another tab's rows must not show while loading. */
export function DocumentList({ tab, zone, today, search, change }: DocumentListProps) {
  const query = useList(tab, search, today)
  const { data } = query
  const documents = useMemo(() => data && listDocuments(data), [data])
  const columns = useMemo(() => documentColumns(tab, zone), [tab, zone])
  const filter = filterQuery(search, today)
  const summary = useSummary(search, today)
  const flow = useFlow(search, today)
  const { empty, nouns } = cashLists[tab]
  return (
    <div className={classes.list}>
      <ExportedTable
        {...wholeList(cashLists[tab].area, { ...filter, brief: 'true' }, listDocuments)}
        label={cashFlowTabs.labels[tab]}
        columns={columns}
        rows={documents}
        rowKey={({ id }) => id}
        query={query}
        search={search}
        change={change}
        usualSize={cashFlowPageSize}
        empty={empty}
        height="max(20rem, calc(100dvh - 31rem))"
        filter={filterText(filter, 'Trabajador', filter.user_name)}
        sum={formatSum(({ total, partly }: CashDocument) => subtractSums(total, partly), nouns)}
        figures={<PrintedSummary query={summary} flow={flow.data} />}
        figureQueries={[summary, flow]}
      >
        <Group gap="0.25rem 1rem" align="baseline">
          <Title order={2} size="h3">
            {cashFlowTabs.labels[tab]}
          </Title>
          <Text size="sm" c="dimmed" role="status">
            {data && data.total > 0 && <AmountsText>{sumsText(data, nouns)}</AmountsText>}
          </Text>
        </Group>
      </ExportedTable>
    </div>
  )
}

function documentColumns(tab: ListTab, zone: string): Column<CashDocument>[] {
  const plan: Column<CashDocument> = { header: 'Membresía', cell: ({ plan }) => plan }
  return [
    { header: 'N.º', width: 92, cell: ({ number }) => number },
    {
      header: 'Fecha',
      width: 'clamp(6.5rem, 14vw, 10.5rem)',
      cell: ({ at }) => <InstantText instant={at} zone={zone} />,
    },
    openColumn(cashLists[tab].party, '/cash-flow/bill/$kind/$id', ({ party }) => party, cashLists[tab].bill),
    { header: 'Trabajador', cell: ({ worker }) => worker },
    ...(tab === 'memberships' ? [plan] : []),
    chargedColumn('Total', ({ total }) => total, {
      partlyOf: ({ partly }) => partly,
      width: 'clamp(6.75rem, 12vw, 9rem)',
    }),
  ]
}
