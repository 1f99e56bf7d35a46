import { Box, Group, Stack, Title } from '@mantine/core'
import { formatTaxId } from '@torniquete/contract/fiscal/do/tax-id.ts'
import type { Supplier } from '@torniquete/contract/till/suppliers.ts'
import { useMemo, useState } from 'react'
import { makeListExportLoaders } from '../../api/fetch-all.ts'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { DateRangeTable } from '../../features/bills/DateRangeTable.tsx'
import { purchaseNouns } from '../../features/bills/document-list-texts.ts'
import {
  getDocumentTotal,
  type ListedDocument,
  listDocuments,
  makeDocumentColumns,
} from '../../features/bills/document-lists.tsx'
import { PhoneOrEmailLink } from '../../features/contacts/ContactSelector.tsx'
import { useRowActions } from '../../features/resource/use-row-actions.tsx'
import { ClampedName } from '../../kit/ClampedText.tsx'
import { DataTable } from '../../kit/DataTable.tsx'
import { IconChevronRight } from '../../kit/icons.ts'
import kit from '../../kit/kit.module.css'
import { makeRowActionsColumn, type RowActionHandlers } from '../../kit/RowActions.tsx'
import { Spinner } from '../../kit/Spinner.tsx'
import type { Column } from '../../kit/table-column.ts'
import { defaultInventoryPageSizes, type InventorySearch } from '../../navigation/inventory-search.ts'
import { DeletedRowsButton } from '../../navigation/OpenDialogButton.tsx'
import { useRowIdOfOpenDialog } from '../../navigation/open-dialog.ts'
import { type SearchChanger, toDayRangeQuery } from '../../navigation/use-screen-search.ts'
import { type GymClock, useGymClock } from '../../session/gym-clock.ts'

export function SuppliersTab(address: { search: InventorySearch; change: SearchChanger<InventorySearch> }) {
  const clock = useGymClock()
  return (
    <Stack gap="2rem">
      <div>
        <Group justify="space-between" mb="sm">
          <Title order={2} size="h4">
            Proveedores
          </Title>
          <DeletedRowsButton title="Proveedores eliminados" to="/inventory/suppliers/deleted" />
        </Group>
        <SupplierList />
      </div>
      <div>
        <Title order={2} size="h4" mb="sm">
          Compras de productos
        </Title>
        {clock ? <PurchaseList {...address} {...clock} /> : <Spinner />}
      </div>
    </Stack>
  )
}

const supplierRows = {
  area: 'suppliers',
  inputOf: ({ id }: Supplier) => ({ params: { id_supplier: id } }),
  edit: '/inventory/suppliers/$id/edit',
  what: 'el proveedor',
  consequence: 'Sus facturas de compra se conservan.',
  done: 'Proveedor eliminado correctamente',
  failed: 'Error al eliminar el proveedor',
  tryAgain: 'No se pudo eliminar el proveedor, intentelo de nuevo',
} as const

function SupplierList() {
  const list = useEndpoint('suppliers.list', {})
  const { acts, question } = useRowActions(supplierRows)
  const columns = useMemo(() => supplierColumns(acts), [acts])
  return (
    <>
      <DataTable
        label="Proveedores"
        columns={columns}
        rows={list.data}
        rowKey={({ id }) => id}
        query={list}
        empty="No hay proveedores registrados"
      />
      {question}
    </>
  )
}

function SupplierName({ id, name, email, phone_number, tax_id, legal_name }: Supplier) {
  const [isOpen, setOpen] = useState(false)
  const details = `supplier-${id}`
  return (
    <>
      <Group component="strong" wrap="nowrap" gap="xs">
        <button
          type="button"
          className={kit.action}
          aria-label={`Detalles de ${name}`}
          aria-expanded={isOpen}
          aria-controls={isOpen ? details : undefined}
          onClick={() => setOpen(!isOpen)}
          data-opens
        >
          <IconChevronRight size={20} aria-hidden style={{ rotate: isOpen ? '90deg' : undefined }} />
        </button>
        <ClampedName>{name}</ClampedName>
      </Group>
      {isOpen && (
        <Box component="dl" id={details} mt="0.35rem">
          <dt>Correo</dt>
          <dd>
            <PhoneOrEmailLink email={email} />
          </dd>
          <dt>Teléfono</dt>
          <dd>
            <PhoneOrEmailLink phone={phone_number} />
          </dd>
          {/* Undefined if the gym has no country. */}
          {tax_id !== undefined && (
            <>
              <dt>RNC o cédula</dt>
              <dd>{tax_id ? formatTaxId(tax_id) : '—'}</dd>
              <dt>Razón social</dt>
              <dd>{legal_name ?? '—'}</dd>
            </>
          )}
        </Box>
      )}
    </>
  )
}

const supplierColumns = (acts: RowActionHandlers<Supplier>): Column<Supplier>[] => [
  { header: 'Nombre', folded: 'first', cell: (supplier) => <SupplierName {...supplier} />, paper: ({ name }) => name },
  { header: 'Correo', on: 'paper', cell: ({ email }) => email ?? '—' },
  { header: 'Teléfono', on: 'paper', cell: ({ phone_number }) => phone_number ?? '—' },
  { ...makeRowActionsColumn(acts), width: 112 },
]

interface PurchaseListProps extends GymClock {
  search: InventorySearch
  change: SearchChanger<InventorySearch>
}

const usualSize = defaultInventoryPageSizes.purchases

function purchaseColumns(zone: string): Column<ListedDocument>[] {
  const to = '/inventory/bill/$kind/$id'
  const { number, date, party, total } = makeDocumentColumns('purchases', { zone, country: 'none', to })
  return [number, date, ...party, { header: 'Usuario', cell: ({ user }) => user.name }, total]
}

function PurchaseList({ search, change, zone, today }: PurchaseListProps) {
  const { name, days, asked } = toDayRangeQuery(search, today, usualSize)
  const filter = { supplier_name: name, ...days }
  const query = useEndpoint('purchases.list', { query: { ...filter, ...asked } })
  const columns = useMemo(() => purchaseColumns(zone), [zone])
  return (
    <DateRangeTable
      {...{ search, change, usualSize, query, columns, today }}
      {...makeListExportLoaders('purchases', filter, listDocuments)}
      label="Compras de productos"
      rows={query.data && listDocuments(query.data)}
      rowKey={({ id }) => id}
      pages="Paginación"
      selectedKey={useRowIdOfOpenDialog('/inventory/bill/$kind/$id', 'purchase')}
      empty="No hay compras de productos."
      nameLabel="Nombre del proveedor"
      who="Proveedor"
      nouns={purchaseNouns}
      amountOf={getDocumentTotal}
    />
  )
}
