import { Text } from '@mantine/core'
import type { Purchase } from '@torniquete/contract/till/purchases.ts'
import { useMemo } from 'react'
import { wholeList } from '../../api/fetch-all.ts'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { chargedColumn } from '../../features/bills/ChargedAmount.tsx'
import { filterText, formatSum, purchaseNouns, sumsText } from '../../features/bills/list-texts.ts'
import { AmountsText } from '../../kit/AmountsText.tsx'
import { InstantText } from '../../kit/InstantText.tsx'
import { ListExport } from '../../kit/ListExport.tsx'
import { ListFilter } from '../../kit/ListFilter.tsx'
import type { Column } from '../../kit/table-column.ts'
import { type InventorySearch, usualPageSizes } from '../../navigation/inventory-search.ts'
import { openColumn } from '../../navigation/link-columns.tsx'
import { useOpenRow } from '../../navigation/opening.ts'
import { PagedTable } from '../../navigation/PagedTable.tsx'
import type { ChangeSearch } from '../../navigation/use-pages.ts'
import { readRange } from '../../navigation/use-pages.ts'
import type { GymClock } from '../../session/gym-clock.ts'
import classes from './inventory.module.css'

interface PurchaseListProps extends GymClock {
  search: InventorySearch
  change: ChangeSearch<InventorySearch>
}

const usualSize = usualPageSizes.purchases

const purchaseColumns = (zone: string): Column<Purchase>[] => [
  { header: 'N.º', width: '3.5rem', cell: ({ number }) => number },
  { header: 'Fecha', cell: ({ created_at }) => <InstantText instant={created_at} zone={zone} /> },
  openColumn('Proveedor', '/inventory/bill/$kind/$id', ({ supplier }) => supplier.name, 'purchase'),
  { header: 'Usuario', cell: ({ user }) => user.name },
  chargedColumn('Total', ({ amount_total }) => amount_total),
]

export function PurchaseList({ search, change, zone, today }: PurchaseListProps) {
  const { name, days, asked } = readRange(search, today, usualSize)
  const filter = { supplier_name: name, ...days }
  const query = useEndpoint('purchases.list', { query: { ...filter, ...asked } })
  const columns = useMemo(() => purchaseColumns(zone), [zone])
  const { data } = query
  const list = {
    label: 'Compras de productos',
    columns,
    rowKey: ({ id }: Purchase) => id,
    empty: 'No hay compras de productos.',
    filter: filterText(days, 'Proveedor', name),
    sum: formatSum(({ amount_total }: Purchase) => amount_total, purchaseNouns),
  }
  return (
    <>
      <div className={classes.toolbar}>
        <ListFilter
          label="Filtro de compras"
          nameLabel="Nombre del proveedor"
          filter={search}
          today={today}
          onSearch={({ name, start, end }) => change({ name, start, end, page: undefined })}
        />
        <div className={classes.push}>
          <ListExport
            {...list}
            queries={[query]}
            total={data?.total}
            {...wholeList('purchases', filter, ({ purchaseInvoices }) => purchaseInvoices)}
          />
        </div>
      </div>
      {data && data.total > 0 && (
        <Text size="sm" c="dimmed" role="status" mb="xs">
          <AmountsText>{sumsText(data, purchaseNouns)}</AmountsText>
        </Text>
      )}
      <PagedTable
        {...list}
        rows={data?.purchaseInvoices}
        query={query}
        pages="Paginación"
        search={search}
        change={change}
        usualSize={usualSize}
        selectedKey={useOpenRow('/inventory/bill/$kind/$id', 'purchase')}
      />
    </>
  )
}
