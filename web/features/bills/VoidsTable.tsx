import { Group, Text, Title } from '@mantine/core'
import { showNumber } from '@torniquete/contract/shared/numbers.ts'
import type { Void } from '@torniquete/contract/till/voids.ts'
import { useMemo } from 'react'
import { wholeList } from '../../api/fetch-all.ts'
import { DataTable } from '../../kit/DataTable.tsx'
import { ListExport } from '../../kit/ListExport.tsx'
import type { TableQuery } from '../../kit/table-column.ts'
import { type VoidsFilter, voidsList } from './void-columns.tsx'

interface VoidsTableProps {
  filter: VoidsFilter
  zone: string
  query: TableQuery
  data: { items: Void[]; total: number }
}

export function VoidsTable({ filter, zone, query, data }: VoidsTableProps) {
  const { start_date, end_date, user_name } = filter
  const list = useMemo(
    () => voidsList(zone, { start_date, end_date, user_name }),
    [zone, start_date, end_date, user_name],
  )
  const { items, total } = data
  return (
    <section aria-label={list.label}>
      <Group justify="space-between" mt="xl" mb="sm">
        <Title order={2} size="h3">
          {list.label}
        </Title>
        <ListExport {...list} queries={[query]} total={total} {...wholeList('voids', filter, ({ items }) => items)} />
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
