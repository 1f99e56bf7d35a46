import { Group, Title } from '@mantine/core'
import { localTime } from '@torniquete/contract/dates.ts'
import type { Void } from '@torniquete/contract/voids.ts'
import { useMemo } from 'react'
import { call } from '../../api/call.ts'
import { fetchAll } from '../../api/fetch-all.ts'
import { DataTable } from '../../kit/DataTable.tsx'
import type { ExcelColumn } from '../../kit/excel.ts'
import { ListExport } from '../../kit/ListExport.tsx'
import { PrintTable } from '../../kit/PrintTable.tsx'
import type { TableQuery } from '../../kit/table-column.ts'
import { documentName, voidColumns } from './void-columns.tsx'

export interface VoidsFilter {
  user_name?: string | undefined
  start_date: string
  end_date: string
}

interface VoidsTableProps {
  filter: VoidsFilter
  zone: string
  query: TableQuery
  data: { items: Void[]; total: number }
}

const title = 'Anulaciones'
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
  const columns = useMemo(() => voidColumns(zone), [zone])
  const readPage = async (page: number, size: number, signal: AbortSignal) => {
    const { items, total } = await call('voids.list', { query: { ...filter, page, size_page: size }, signal })
    return { rows: items, total }
  }
  return (
    <section aria-label={title}>
      <Group justify="space-between" mt="xl" mb="sm">
        <Title order={2} size="h3">
          {title}
        </Title>
        <ListExport
          name={title}
          total={data.total}
          load={(report, signal) => fetchAll(readPage, report, signal)}
          columns={sheetColumns(zone)}
          print={(all) => <PrintTable title={title} columns={columns} rows={all} rowKey={({ id }) => id} />}
        />
      </Group>
      <DataTable
        label={title}
        columns={columns}
        rows={data.items}
        rowKey={({ id }) => id}
        query={query}
        empty="No hay anulaciones"
      />
    </section>
  )
}
