import '@mantine/core/styles/Card.layer.css'
import { Box, Card, Center, Group, SegmentedControl, SimpleGrid, Text, Title } from '@mantine/core'
import { formatNumber } from '@torniquete/contract/shared/format-numbers.ts'
import { isStockLow, type Product } from '@torniquete/contract/till/products.ts'
import { useMemo } from 'react'
import { makeListExportLoaders } from '../../api/fetch-all.ts'
import { deleteStoredImage } from '../../api/images.ts'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { formatTaxClass } from '../../features/fiscal/TaxClassSelect.tsx'
import { useFiscalCountry } from '../../features/fiscal/use-fiscal-country.ts'
import { useRowActions } from '../../features/resource/use-row-actions.tsx'
import { ClampedName } from '../../kit/ClampedText.tsx'
import { DataTable } from '../../kit/DataTable.tsx'
import { EmptyState } from '../../kit/EmptyState.tsx'
import { IconAlertTriangle, IconCircleCheck, IconLayoutGrid, IconTable } from '../../kit/icons.ts'
import { ListExportButtons } from '../../kit/ListExportButtons.tsx'
import { LoadError, SpinnerOrLoadError } from '../../kit/LoadError.tsx'
import { makeLazyComponent } from '../../kit/lazy-component.tsx'
import { Money } from '../../kit/Money.tsx'
import { Pagination } from '../../kit/Pagination.tsx'
import { Picture } from '../../kit/Picture.tsx'
import { makeRowActionsColumn, type RowActionHandlers, RowActions } from '../../kit/RowActions.tsx'
import { SearchField } from '../../kit/SearchField.tsx'
import { type Column, makePictureColumn, type TableQuery } from '../../kit/table-column.ts'
import { useRedirectToLastPage } from '../../kit/use-redirect-to-last-page.ts'
import {
  defaultInventoryPageSizes,
  type InventorySearch,
  type ProductsLayout,
  readProductsLayout,
} from '../../navigation/inventory-search.ts'
import { DeletedRowsButton, ImportButton } from '../../navigation/OpenDialogButton.tsx'
import { toPageSearch } from '../../navigation/search-values.ts'
import type { SearchChanger } from '../../navigation/use-screen-search.ts'
import { type ProductSelection, useProductSelection } from './use-product-selection.ts'

const TaxClassBar = makeLazyComponent(async () => (await import('./TaxClassBar.tsx')).TaxClassBar)
const ProductCheckbox = makeLazyComponent(async () => (await import('./TaxClassBar.tsx')).ProductCheckbox)

const storageKey = 'inventory_view'

const rememberedLayout = (): ProductsLayout => readProductsLayout(localStorage.getItem(storageKey)) ?? 'cards'

const productRows = {
  area: 'products',
  inputOf: ({ id }: Product) => ({ params: { id_product: id } }),
  edit: '/inventory/$id/edit',
  what: 'el producto',
  consequence: 'Ya no se podrá vender ni comprar; las facturas conservan su nombre.',
  done: 'Producto eliminado correctamente',
  failed: 'Error al eliminar el producto',
  tryAgain: 'No se pudo eliminar el producto, intentelo de nuevo',
  onDeleted: ({ image_path }: Product) => deleteStoredImage(image_path),
} as const

export function ProductsTab({ search, change }: { search: InventorySearch; change: SearchChanger<InventorySearch> }) {
  const { name, page = 0, view: layout = rememberedLayout() } = search
  const usualSize = defaultInventoryPageSizes[layout]
  const size = search.size ?? usualSize
  const list = useEndpoint('products.list', { query: { product_name: name, page, size_page: size } })
  const pastEnd = useRedirectToLastPage(list, page, (last) => change({ page: last || undefined }, true))
  const { acts, question } = useRowActions(productRows)
  const { marked, mark } = useProductSelection()
  const country = useFiscalCountry()
  const marking = useMemo(() => (country === 'none' ? undefined : { marked, mark }), [country, marked, mark])
  const columns = useMemo(() => productColumns(acts, marking), [acts, marking])
  const setLayout = (next: ProductsLayout) => {
    localStorage.setItem(storageKey, next)
    change({ view: next, page: undefined, size: undefined })
  }
  const empty = name ? 'Ningún producto coincide con la búsqueda' : 'No hay productos registrados'
  const shown = { rows: pastEnd ? undefined : list.data?.items, query: list }
  const table = {
    label: 'Productos',
    columns,
    rowKey: ({ id }: Product) => id,
    empty,
    filter: name && `Búsqueda: ${name}`,
  }
  return (
    <>
      <Group gap="sm" mb="md">
        <SearchField
          label="Buscar producto"
          placeholder="Buscar por nombre o código"
          value={name ?? ''}
          onChange={(text) => change({ name: text.trim() || undefined, page: undefined }, true)}
        />
        <SegmentedControl aria-label="Vista de los productos" data={[...layouts]} value={layout} onChange={setLayout} />
        <ImportButton title="Importar productos" to="/inventory/import" />
        <DeletedRowsButton title="Productos eliminados" to="/inventory/deleted" />
        <Box ml="auto">
          <ListExportButtons
            {...table}
            queries={[list]}
            total={list.data?.total}
            {...makeListExportLoaders('products', { product_name: name }, ({ items }) => items)}
          />
        </Box>
      </Group>
      {marking && <TaxClassBar rows={shown.rows ?? []} {...marking} />}
      {layout === 'cards' ? (
        <ProductCards {...shown} empty={empty} marking={marking} {...acts} />
      ) : (
        <DataTable {...table} {...shown} place={{ page, size, total: list.data?.total }} />
      )}
      <Pagination page={page} list={list.data} size={size} onChange={(next) => change(toPageSearch(next, usualSize))} />
      {question}
    </>
  )
}

const layoutLabel = (Icon: typeof IconTable, text: string) => (
  <Group gap={6} wrap="nowrap">
    <Icon size={18} aria-hidden />
    {text}
  </Group>
)
const layouts = [
  { value: 'cards', label: layoutLabel(IconLayoutGrid, 'Tarjetas') },
  { value: 'table', label: layoutLabel(IconTable, 'Tabla') },
] as const

const showClass = ({ tax_class }: Product) => tax_class && formatTaxClass(tax_class)

function NameCell({ name, code }: Product) {
  return (
    <>
      <ClampedName>{name}</ClampedName>
      {code && (
        <Text span size="xs" c="dimmed" display="block" style={{ overflowWrap: 'anywhere' }}>
          {code}
        </Text>
      )}
    </>
  )
}

/** `marking` is undefined for gyms without a country. */
function productColumns(acts: RowActionHandlers<Product>, marking: ProductSelection | undefined): Column<Product>[] {
  const boxes: Column<Product> = {
    header: 'Marcar',
    folded: 'first',
    on: 'screen',
    width: 72,
    cell: (product) => marking && <ProductCheckbox product={product} {...marking} />,
  }
  const taxClass: Column<Product> = { header: 'ITBIS', cell: showClass }
  return [
    ...(marking ? [boxes] : []),
    makePictureColumn('Imagen', (product) => <ProductPicture product={product} />),
    { header: 'Nombre', folded: 'first', cell: (product) => <NameCell {...product} /> },
    { header: 'Unidad', cell: ({ unit_of_measure }) => unit_of_measure },
    {
      header: 'Cantidad actual',
      align: 'right',
      cell: (product) => (
        <Group component="span" display="inline-flex" gap="0.4rem" wrap="nowrap">
          <StockMark product={product} />
          {formatNumber(product.quantity)}
        </Group>
      ),
    },
    {
      header: 'Cantidad mínima',
      align: 'right',
      cell: ({ min_quantity }) => (min_quantity === null ? '—' : formatNumber(min_quantity)),
    },
    { header: 'Precio de venta', align: 'right', cell: ({ sale_price }) => <Money value={sale_price} /> },
    ...(marking ? [taxClass] : []),
    {
      header: 'Último precio de compra',
      align: 'right',
      cell: ({ last_purchase_price }) => <Money value={last_purchase_price} />,
    },
    makeRowActionsColumn(acts),
  ]
}

interface ProductCardsProps extends CardOptions {
  rows: readonly Product[] | undefined
  query: TableQuery
  empty: string
}

interface CardOptions extends RowActionHandlers<Product> {
  marking?: ProductSelection | undefined
}

export function ProductCards({ rows, query, empty, ...actions }: ProductCardsProps) {
  if (!rows || (rows.length === 0 && query.isPlaceholderData)) return <SpinnerOrLoadError queries={[query]} />
  if (rows.length === 0) return <EmptyState text={empty} />
  return (
    <>
      <LoadError query={query} />
      <SimpleGrid
        component="ul"
        minColWidth="min(100%, 16.5rem)"
        aria-label="Productos"
        aria-busy={query.isPending || query.isPlaceholderData}
        data-dimmed={query.isPlaceholderData || undefined}
      >
        {rows.map((each) => (
          <ProductCard key={each.id} product={each} {...actions} />
        ))}
      </SimpleGrid>
    </>
  )
}

function ProductCard({ product, marking, onEdit, onDelete }: CardOptions & { product: Product }) {
  return (
    <Card component="li" withBorder padding="md" bg="var(--surface)" style={{ gap: '0.75rem' }}>
      <Group wrap="nowrap" align="start" gap="sm" flex={1}>
        <ProductPicture product={product} size={64} />
        <Box flex={1} miw={0}>
          <Title order={2} size="md" style={{ overflowWrap: 'anywhere' }}>
            {product.name}
          </Title>
          <Text size="sm" c="dimmed">
            {product.description}
          </Text>
        </Box>
      </Group>
      <Group
        component="dl"
        justify="space-between"
        align="start"
        gap="xs"
        style={{ fontVariantNumeric: 'tabular-nums', overflowWrap: 'anywhere' }}
      >
        <div>
          <dt>Unidad</dt>
          <dd>{product.unit_of_measure}</dd>
        </div>
        <div>
          <dt>Cantidad</dt>
          <dd>{formatNumber(product.quantity)}</dd>
        </div>
        <div>
          <dt>Precio</dt>
          <dd>
            <Money value={product.sale_price} />
          </dd>
        </div>
        {marking && (
          <div>
            <dt>ITBIS</dt>
            <dd>{showClass(product)}</dd>
          </div>
        )}
      </Group>
      <Group>
        {marking && <ProductCheckbox product={product} {...marking} />}
        <StockMark product={product} />
        <Box ml="auto">
          <RowActions name={product.name} onEdit={() => onEdit(product)} onDelete={() => onDelete(product)} />
        </Box>
      </Group>
    </Card>
  )
}

export function StockMark({ product }: { product: Product }) {
  const low = isStockLow(product)
  if (low === null) return null
  const Icon = low ? IconAlertTriangle : IconCircleCheck
  const label = low ? 'Existencia baja' : 'Existencia suficiente'
  return (
    <Center role="img" inline data-tone={low ? 'bad' : 'good'} aria-label={label} title={label}>
      <Icon size={20} aria-hidden />
    </Center>
  )
}

const productFallback = '/product-default.svg'

/** Picture of a product. Its alternative text is empty, because the product's name is beside it. */
export function ProductPicture({ product, size }: { product: Product; size?: number }) {
  return <Picture src={product.image_url} alt="" square size={size} fallback={productFallback} />
}
