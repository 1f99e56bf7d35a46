import { Group, Text, Title } from '@mantine/core'
import { subtractSums } from '@torniquete/contract/shared/money.ts'
import { useMemo } from 'react'
import { wholeList } from '../../api/fetch-all.ts'
import { filterText, formatSum, sumsText } from '../../features/bills/list-texts.ts'
import { AmountsText } from '../../kit/AmountsText.tsx'
import { type CashFlowSearch, cashFlowPageSize, cashFlowTabs, type ListTab } from '../../navigation/cash-flow-search.ts'
import { ExportedTable } from '../../navigation/ExportedTable.tsx'
import type { ChangeSearch } from '../../navigation/use-pages.ts'
import { type CashDocument, cashLists } from './cash-documents.ts'
import classes from './cash-flow.module.css'
import { documentColumns } from './document-columns.tsx'
import { PrintedSummary } from './Summary.tsx'
import { filterQuery, listDocuments, useFlow, useList, useSummary } from './use-lists.ts'

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
        height="max(20rem, calc(100dvh - 28.5rem))"
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
