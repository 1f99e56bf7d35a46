import { Text } from '@mantine/core'
import type { Purchase } from '@torniquete/contract/purchases.ts'
import { useMemo } from 'react'
import { wholeList } from '../../api/fetch-all.ts'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { filterText, purchaseNouns, sumOf, sumsText } from '../../features/bills/list-texts.ts'
import { ListExport } from '../../kit/ListExport.tsx'
import { ListFilter } from '../../kit/ListFilter.tsx'
import { type InventorySearch, usualPageSizes } from '../../navigation/inventory-search.ts'
import type { ChangeSearch } from '../../navigation/opening.ts'
import { PagedTable } from '../../navigation/PagedTable.tsx'
import type { GymClock } from '../../session/gym-clock.ts'
import classes from './inventory.module.css'
import { purchaseColumns } from './purchase-columns.tsx'

interface PurchaseListProps extends GymClock {
  search: InventorySearch
  change: ChangeSearch<InventorySearch>
}

const usualSize = usualPageSizes.purchases

export function PurchaseList({ search, change, zone, today }: PurchaseListProps) {
  const { name, start = today, end = today, page = 0, size = usualSize } = search
  const asked = { supplier_name: name, start_date: start, end_date: end }
  const query = useEndpoint('purchases.list', { query: { ...asked, page, size_page: size } })
  const columns = useMemo(() => purchaseColumns(zone), [zone])
  const { data } = query
  const list = {
    label: 'Compras de productos',
    columns,
    rowKey: ({ id }: Purchase) => id,
    empty: 'No hay compras de productos.',
    filter: filterText(start, end, 'Proveedor', name),
    sum: sumOf(({ amount_total }: Purchase) => amount_total, purchaseNouns),
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
            {...wholeList('purchases', asked, ({ purchaseInvoices }) => purchaseInvoices)}
          />
        </div>
      </div>
      {data && data.total > 0 && (
        <Text size="sm" c="dimmed" role="status" mb="xs">
          {sumsText(data, purchaseNouns)}
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
        selectedKey={search.purchase}
      />
    </>
  )
}
