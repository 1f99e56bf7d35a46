import { Group, Text, Title } from '@mantine/core'
import { localTime } from '@torniquete/contract/dates.ts'
import { showNumber } from '@torniquete/contract/numbers.ts'
import type { Void } from '@torniquete/contract/voids.ts'
import { useMemo } from 'react'
import { call } from '../../api/call.ts'
import { fetchAll } from '../../api/fetch-all.ts'
import { DataTable } from '../../kit/DataTable.tsx'
import type { ExcelColumn } from '../../kit/excel.ts'
import { ListExport } from '../../kit/ListExport.tsx'
import type { TableQuery } from '../../kit/table-column.ts'
import { documentName, type VoidsFilter, voidsList } from './void-columns.tsx'

interface VoidsTableProps {
  filter: VoidsFilter
  zone: string
  query: TableQuery
  data: { items: Void[]; total: number }
}

const sheetColumns = (zone: string): ExcelColumn<Void>[] => [
  { header: 'Número', type: 'number', value: ({ number }) => number },
  { header: 'Fecha', type: 'instant', width: 20, value: ({ at }) => localTime(zone, new Date(at)) },
  { header: 'Documento', type: 'text', width: 20, value: documentName },
  { header: 'De', type: 'text', width: 32, value: ({ document }) => document.party },
  { header: 'Anuló', type: 'text', width: 24, value: ({ user }) => user.name },
  { header: 'Motivo', type: 'text', width: 40, value: ({ reason }) => reason },
  { header: 'Importe', type: 'money', value: ({ amount }) => amount },
]

export function VoidsTable({ filter, zone, query, data }: VoidsTableProps) {
  const { start_date, end_date, user_name } = filter
  const list = useMemo(
    () => voidsList(zone, { start_date, end_date, user_name }),
    [zone, start_date, end_date, user_name],
  )
  const { items, total } = data
  const readPage = async (page: number, size: number, signal: AbortSignal) => {
    const { items, total } = await call('voids.list', { query: { ...filter, page, size_page: size }, signal })
    return { rows: items, total }
  }
  return (
    <section aria-label={list.label}>
      <Group justify="space-between" mt="xl" mb="sm">
        <Title order={2} size="h3">
          {list.label}
        </Title>
        <ListExport
          {...list}
          queries={[query]}
          total={total}
          load={(report, signal) => fetchAll(readPage, report, signal)}
          excel={sheetColumns(zone)}
        />
      </Group>
      {total > items.length && (
        <Text size="sm" c="dimmed" mb="sm">
          Se muestran las {showNumber(items.length)} más recientes de {showNumber(total)}.
        </Text>
      )}
      <DataTable {...list} rows={items} query={query} place={{ page: 0, size: items.length, total }} />
    </section>
  )
}
