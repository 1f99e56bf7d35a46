import '@mantine/core/styles/Tabs.layer.css'
import { SegmentedControl, Tabs, Text } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { CallAnswer } from '@torniquete/contract/endpoints.ts'
import { formatCountWithNoun, formatNumber, formatPercent } from '@torniquete/contract/shared/format-numbers.ts'
import { formatMoney } from '@torniquete/contract/shared/money.ts'
import { adminRoles, isRoleAllowed } from '@torniquete/contract/shared/roles.ts'
import type { ProductSales, StockCount, StockReportOrder } from '@torniquete/contract/till/stock.ts'
import { useEffect, useMemo } from 'react'
import { makeListExportLoaders } from '../../api/fetch-all.ts'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { formatDateAndNameFilter } from '../../features/bills/document-list-texts.ts'
import { useDraftOwner } from '../../features/drafts/open-drafts.ts'
import { makeNameColumn } from '../../kit/ClampedText.tsx'
import { InstantText } from '../../kit/InstantText.tsx'
import { IconAdjustments, IconClipboardList, IconListDetails } from '../../kit/icons.ts'
import { ListFilter } from '../../kit/ListFilter.tsx'
import { Money } from '../../kit/Money.tsx'
import { RowActions, RowButton } from '../../kit/RowActions.tsx'
import { Spinner } from '../../kit/Spinner.tsx'
import { type Column, makeActionsColumn } from '../../kit/table-column.ts'
import { UnbrokenAmountsText } from '../../kit/UnbrokenAmountsText.tsx'
import { makeDialogLinkColumn } from '../../navigation/link-columns.tsx'
import { OpenDialogButton } from '../../navigation/OpenDialogButton.tsx'
import { useOpenDialog } from '../../navigation/open-dialog.ts'
import { ExportableTable, PagedTable } from '../../navigation/PagedTable.tsx'
import { useScreenSearch } from '../../navigation/use-screen-search.ts'
import { type GymClock, useGymClock } from '../../session/gym-clock.ts'
import { useSignedInUser } from '../../session/session.tsx'
import { OpenScreenButton } from '../../shell/OpenScreenButton.tsx'
import { PageHeader } from '../../shell/PageHeader.tsx'
import { sendCountEntries } from './count-queue.ts'

const usualSize = 50

/** Stock with costs, margins and counts. Users who may not see costs see only the counts. */
export function StockPage() {
  const clock = useGymClock()
  const { role } = useSignedInUser()
  const owner = useDraftOwner()
  // Sends the count entries that a closed page has left in local storage.
  useEffect(() => void sendCountEntries(owner), [owner])
  const { tab } = useSearch({ from: '/shell/stock' })
  const navigate = useNavigate()
  const isAdmin = isRoleAllowed(role, adminRoles)
  const open = isAdmin ? (tab ?? 'shelf') : 'counts'
  return (
    <>
      <PageHeader>
        {isAdmin && (
          <>
            <OpenDialogButton Icon={IconClipboardList} to="/stock/counts/new">
              Nuevo conteo
            </OpenDialogButton>
            <OpenScreenButton screen="inventory" hiddenFrom="sm" />
          </>
        )}
      </PageHeader>
      <Tabs
        value={open}
        onChange={(next) =>
          void navigate({ to: '/stock', search: { tab: next === 'counts' ? next : undefined }, resetScroll: false })
        }
        keepMounted={false}
      >
        <Tabs.List mb="md">
          {isAdmin && <Tabs.Tab value="shelf">Costo y margen</Tabs.Tab>}
          <Tabs.Tab value="counts">Conteos</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="shelf">{clock ? <Shelf {...clock} /> : <Spinner />}</Tabs.Panel>
        <Tabs.Panel value="counts">{clock ? <Counts zone={clock.zone} /> : <Spinner />}</Tabs.Panel>
      </Tabs>
    </>
  )
}

const known = (value: string | null) => (value === null ? '—' : <Money value={value} />)

const shelfColumns = (zone: string, open: ReturnType<typeof useOpenDialog>): Column<ProductSales>[] => [
  makeNameColumn('Producto', ({ name, deleted }) => (deleted ? `${name} (eliminado)` : name)),
  { header: 'Existencia', align: 'right', cell: ({ quantity }) => formatNumber(quantity) },
  { header: 'Costo promedio', align: 'right', cell: ({ average_cost }) => known(average_cost) },
  { header: 'Valor', align: 'right', cell: ({ stock_value }) => known(stock_value) },
  { header: 'Vendidos', align: 'right', cell: ({ sold }) => formatNumber(sold) },
  { header: 'Ventas', align: 'right', cell: ({ revenue }) => <Money value={revenue} /> },
  {
    header: 'Margen',
    align: 'right',
    cell: ({ margin, margin_percent }) => (
      <>
        {known(margin)}
        {margin !== null && margin_percent !== null && (
          <Text size="sm" c="dimmed" component="span" display="block">
            {formatPercent(margin_percent).replace('-', '−')}
          </Text>
        )}
      </>
    ),
  },
  {
    header: 'Última venta',
    cell: ({ last_sold_at }) => (last_sold_at ? <InstantText instant={last_sold_at} zone={zone} /> : 'Nunca'),
  },
  makeActionsColumn(({ id, name, deleted }) => (
    <RowActions name={name}>
      <RowButton
        Icon={IconListDetails}
        label="Movimientos de"
        name={name}
        onPress={() => open('/stock/$id/movements', id)}
      />
      <RowButton
        Icon={IconAdjustments}
        label="Ajustar"
        name={name}
        color="teal"
        refusal={deleted ? 'Está eliminado.' : null}
        onPress={() => open('/stock/$id/adjust', id)}
      />
    </RowActions>
  )),
]

const choices = [
  { value: 'name', label: 'Todos' },
  { value: 'best', label: 'Se vende' },
  { value: 'still', label: 'No se mueve' },
] as const

const emptyTexts = {
  name: 'No hay productos.',
  best: 'No se vendió nada en estos días.',
  still: 'Todo lo que hay se vendió en los últimos 90 días.',
}

function Shelf({ zone, today }: GymClock) {
  const address = useScreenSearch('/stock')
  const { search, change } = address
  const open = useOpenDialog()
  const usual = { start: `${today.slice(0, 8)}01`, end: today }
  const { name, start = usual.start, end = today, page = 0, size = usualSize } = search
  const which: StockReportOrder = search.which ?? 'name'
  const asked = { name, which, start_date: start, end_date: end }
  const query = useEndpoint('stock.list', { query: { ...asked, page, size_page: size } })
  const { data } = query
  const columns = useMemo(() => shelfColumns(zone, open), [zone, open])
  return (
    <>
      <ListFilter
        label="Filtro de productos"
        nameLabel="Nombre o código"
        filter={search}
        today={today}
        usual={usual}
        onSearch={({ name, start, end }) => change({ name, start, end, page: undefined })}
      />
      <SegmentedControl
        aria-label="Qué productos"
        data={[...choices]}
        value={which}
        onChange={(next) => change({ which: next === 'name' ? undefined : next, page: undefined })}
      />
      <ExportableTable
        {...address}
        {...makeListExportLoaders('stock', asked, ({ items }) => items)}
        label="Costo y margen"
        columns={columns}
        rowKey={({ id }) => id}
        query={query}
        usualSize={usualSize}
        empty={name ? 'Ningún producto coincide con la búsqueda' : emptyTexts[which]}
        filter={formatDateAndNameFilter({ start_date: start, end_date: end }, 'Búsqueda', name)}
      >
        <Text size="sm" c="dimmed" role="status">
          {data && data.total > 0 && <UnbrokenAmountsText>{sumsOf(data.sums)}</UnbrokenAmountsText>}
        </Text>
      </ExportableTable>
      <Text size="sm" c="dimmed" mt="sm">
        Ventas y costos sin impuesto, con su descuento. Lo vendido se valora al costo promedio de hoy.
      </Text>
    </>
  )
}

function sumsOf({ stock_value, revenue, cost, margin, uncosted }: CallAnswer<'stock.list'>['sums']): string {
  const parts = [
    `En existencia ${formatMoney(stock_value)}`,
    `Ventas ${formatMoney(revenue)}`,
    `Costo ${formatMoney(cost)}`,
    `Margen ${formatMoney(margin)}`,
  ]
  if (uncosted > 0) parts.push(`${formatCountWithNoun(uncosted, 'producto', 'productos')} sin costo conocido`)
  return parts.join(' · ')
}

const countColumns = (zone: string): Column<StockCount>[] => [
  makeDialogLinkColumn('Conteo', '/stock/counts/$id', ({ name }) => name),
  { header: 'Abierto', cell: ({ created_at }) => <InstantText instant={created_at} zone={zone} /> },
  { header: 'Usuario', cell: ({ user }) => user.name },
  { header: 'Productos', align: 'right', cell: ({ products }) => formatNumber(products) },
  {
    header: 'Estado',
    folded: 'first',
    cell: ({ closed }) =>
      closed === null ? 'Abierto' : `${closed.outcome === 'booked' ? 'Registrado' : 'Descartado'} por ${closed.by}`,
  },
]

function Counts({ zone }: { zone: string }) {
  const address = useScreenSearch('/stock')
  const { page = 0, size = usualSize } = address.search
  const query = useEndpoint('stock.counts', { query: { page, size_page: size } })
  const columns = useMemo(() => countColumns(zone), [zone])
  return (
    <PagedTable
      label="Conteos"
      columns={columns}
      rowKey={({ id }) => id}
      empty="No hay conteos: un administrador abre uno con «Nuevo conteo»."
      query={query}
      {...address}
      usualSize={usualSize}
    />
  )
}
