import type { Product } from '@torniquete/contract/till/products.ts'
import { useMemo } from 'react'
import { wholeList } from '../../api/fetch-all.ts'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { DataTable } from '../../kit/DataTable.tsx'
import { IconLayoutGrid, IconTable } from '../../kit/icons.ts'
import { ListExport } from '../../kit/ListExport.tsx'
import { Pagination } from '../../kit/Pagination.tsx'
import type { RowActs } from '../../kit/RowActions.tsx'
import { SearchField } from '../../kit/SearchField.tsx'
import { Segments } from '../../kit/Segments.tsx'
import { usePastEnd } from '../../kit/use-past-end.ts'
import {
  type InventorySearch,
  type ProductsLayout,
  readLayout,
  usualPageSizes,
} from '../../navigation/inventory-search.ts'
import { DeletedButton, ImportButton } from '../../navigation/ListButton.tsx'
import { pageSearch } from '../../navigation/search-values.ts'
import type { ChangeSearch } from '../../navigation/use-pages.ts'
import classes from './inventory.module.css'
import { ProductCards } from './ProductCards.tsx'
import { productColumns } from './product-columns.tsx'

const storageKey = 'inventory_view'

/** This browser's last layout; cards by default. */
const rememberedLayout = (): ProductsLayout => readLayout(localStorage.getItem(storageKey)) ?? 'cards'

const rememberLayout = (layout: ProductsLayout): void => localStorage.setItem(storageKey, layout)

interface ProductsTabProps extends RowActs<Product> {
  search: InventorySearch
  change: ChangeSearch<InventorySearch>
}

export function ProductsTab({ search, change, onEdit, onDelete }: ProductsTabProps) {
  const { name, page = 0, view: layout = rememberedLayout() } = search
  const usualSize = usualPageSizes[layout]
  const size = search.size ?? usualSize
  const list = useEndpoint('products.list', { query: { product_name: name, page, size_page: size } })
  const pastEnd = usePastEnd(list, page, (last) => change({ page: last || undefined }, true))
  const columns = useMemo(() => productColumns({ onEdit, onDelete }), [onEdit, onDelete])
  const setLayout = (next: ProductsLayout) => {
    rememberLayout(next)
    change({ view: next, page: undefined, size: undefined })
  }
  const empty = name ? 'Ningún producto coincide con la búsqueda' : 'No hay productos registrados'
  const shown = { rows: pastEnd ? undefined : list.data?.items, query: list }
  const products = {
    label: 'Productos',
    columns,
    rowKey: ({ id }: Product) => id,
    empty,
    filter: name && `Búsqueda: ${name}`,
  }
  return (
    <>
      <div className={classes.toolbar}>
        <SearchField
          label="Buscar producto"
          placeholder="Buscar por nombre o código"
          value={name ?? ''}
          onChange={(text) => change({ name: text.trim() || undefined, page: undefined }, true)}
        />
        <Segments label="Vista de los productos" choices={layouts} value={layout} onChange={setLayout} />
        <ImportButton title="Importar productos" to="/inventory/import" />
        <DeletedButton title="Productos eliminados" to="/inventory/deleted" />
        <div className={classes.push}>
          <ListExport
            {...products}
            queries={[list]}
            total={list.data?.total}
            {...wholeList('products', { product_name: name }, ({ items }) => items)}
          />
        </div>
      </div>
      {layout === 'cards' ? (
        <ProductCards {...shown} empty={empty} onEdit={onEdit} onDelete={onDelete} />
      ) : (
        <DataTable {...products} {...shown} place={{ page, size, total: list.data?.total }} />
      )}
      <Pagination page={page} list={list.data} size={size} onChange={(next) => change(pageSearch(next, usualSize))} />
    </>
  )
}

const cards = (
  <>
    <IconLayoutGrid size={18} aria-hidden />
    Tarjetas
  </>
)
const table = (
  <>
    <IconTable size={18} aria-hidden />
    Tabla
  </>
)
const layouts = [
  { value: 'cards', label: cards },
  { value: 'table', label: table },
] as const
