import { Group, Text, Title } from '@mantine/core'
import { useMemo } from 'react'
import { wholeList } from '../../api/fetch-all.ts'
import { filterText, sumOf, sumsText } from '../../features/bills/list-texts.ts'
import { DataTable } from '../../kit/DataTable.tsx'
import { ListExport } from '../../kit/ListExport.tsx'
import { Pagination } from '../../kit/Pagination.tsx'
import { usePastEnd } from '../../kit/use-past-end.ts'
import { type CashFlowSearch, cashFlowPageSize, cashFlowTabs, type ListTab } from '../../navigation/cash-flow-search.ts'
import { type CashDocument, cashLists } from './cash-documents.ts'
import classes from './cash-flow.module.css'
import { documentColumns } from './document-columns.tsx'
import { PrintedSummary } from './Summary.tsx'
import { documentsOf, filterQuery, useFlow, useList, useSummary } from './use-lists.ts'

interface DocumentListProps {
  tab: ListTab
  zone: string
  today: string
  search: CashFlowSearch
  setPage: (next: { page: number; size: number }, replace?: boolean) => void
}

/** Keyed by its tab: the rows of another must not stand in while its own load. */
export function DocumentList({ tab, zone, today, search, setPage }: DocumentListProps) {
  const query = useList(tab, search, today)
  const { data } = query
  const documents = useMemo(() => data && documentsOf(data), [data])
  const { page = 0, size = cashFlowPageSize } = search
  const columns = useMemo(() => documentColumns(tab, zone), [tab, zone])
  const pastEnd = usePastEnd(query, page, (last) => setPage({ page: last, size }, true))
  const filter = filterQuery(search, today)
  const summary = useSummary(search, today)
  const flow = useFlow(search, today)
  const { empty, nouns } = cashLists[tab]
  const list = {
    label: cashFlowTabs.labels[tab],
    columns,
    rowKey: ({ id }: CashDocument) => id,
    empty,
    filter: filterText(filter.start_date, filter.end_date, 'Trabajador', filter.user_name),
    sum: sumOf(({ total }: CashDocument) => total, nouns),
    figures: <PrintedSummary query={summary} flow={flow.data} />,
  }
  return (
    <>
      <Group justify="space-between" my="sm" mih="2.25rem">
        <Group gap="0.25rem 1rem" align="baseline">
          <Title order={2} size="h3">
            {cashFlowTabs.labels[tab]}
          </Title>
          <Text size="sm" c="dimmed" role="status">
            {data && data.total > 0 && sumsText(data, nouns)}
          </Text>
        </Group>
        <ListExport
          {...list}
          queries={[query, summary, flow]}
          total={data?.total}
          {...wholeList(cashLists[tab].area, { ...filter, brief: 'true' }, documentsOf)}
        />
      </Group>
      <div className={classes.list}>
        <DataTable
          {...list}
          rows={pastEnd ? undefined : documents}
          query={query}
          height="max(20rem, calc(100dvh - 28.5rem))"
          place={{ page, size, total: data?.total }}
        />
      </div>
      {data && data.total > size && <Pagination page={page} list={data} size={size} onChange={setPage} />}
    </>
  )
}
