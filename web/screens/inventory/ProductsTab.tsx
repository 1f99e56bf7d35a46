import { useNavigate } from '@tanstack/react-router'
import type { Product } from '@torniquete/contract/products.ts'
import { useMemo } from 'react'
import { wholeList } from '../../api/fetch-all.ts'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { DataTable } from '../../kit/DataTable.tsx'
import { DeletedButton } from '../../kit/DeletedButton.tsx'
import { ListExport } from '../../kit/ListExport.tsx'
import { Pagination } from '../../kit/Pagination.tsx'
import { SearchField } from '../../kit/SearchField.tsx'
import { usePastEnd } from '../../kit/use-past-end.ts'
import { overPage } from '../../opening.ts'
import classes from './inventory.module.css'
import { type InventorySearch, type ProductsLayout, usualPageSizes } from './inventory-search.ts'
import { LayoutSwitch } from './LayoutSwitch.tsx'
import type { ProductActions } from './ProductCard.tsx'
import { ProductCards } from './ProductCards.tsx'
import { productColumns } from './product-columns.tsx'
import { rememberedLayout, rememberLayout } from './remembered-layout.ts'
import type { ChangeSearch } from './use-inventory-search.ts'

interface ProductsTabProps extends ProductActions {
  search: InventorySearch
  change: ChangeSearch
}

export function ProductsTab({ search, change, onEdit, onDelete }: ProductsTabProps) {
  const navigate = useNavigate()
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
          label="Buscar producto por nombre o código"
          placeholder="Buscar por nombre o código"
          value={name ?? ''}
          onChange={(text) => change({ name: text.trim() || undefined, page: undefined }, true)}
        />
        <LayoutSwitch layout={layout} onChange={setLayout} />
        <DeletedButton
          title="Productos eliminados"
          onClick={() => void navigate({ to: '/inventory/deleted', ...overPage })}
        />
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
      <Pagination
        page={page}
        pages={list.data?.pages ?? 0}
        total={list.data?.total ?? 0}
        size={size}
        onChange={(next) =>
          change({ page: next.page || undefined, size: next.size === usualSize ? undefined : next.size })
        }
      />
    </>
  )
}
