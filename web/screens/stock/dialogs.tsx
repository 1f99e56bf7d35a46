import { SegmentedControl, Text, TextInput } from '@mantine/core'
import { formatNumber, formatSignedNumber } from '@torniquete/contract/shared/format-numbers.ts'
import { readTypedWholeNumber } from '@torniquete/contract/shared/parse-input.ts'
import type { Product } from '@torniquete/contract/till/products.ts'
import { maxCountedQuantity } from '@torniquete/contract/till/stock.ts'
import {
  adjustmentKindNames,
  formatStockMovementName,
  type StockMovement,
} from '@torniquete/contract/till/stock-movements.ts'
import { useMemo, useRef } from 'react'
import { makeListExportLoaders } from '../../api/fetch-all.ts'
import { getCallSuccessText } from '../../api/outbox-calls.ts'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { CloseIfCallPendingAtLoad } from '../../features/unanswered/CloseIfCallPendingAtLoad.tsx'
import { useActionForm, validateRequiredText } from '../../forms/use-action-form.tsx'
import { Dialog } from '../../kit/Dialog.tsx'
import { FormDialog } from '../../kit/FormDialog.tsx'
import { InstantText } from '../../kit/InstantText.tsx'
import { IconAdjustments } from '../../kit/icons.ts'
import { LoadingDialog } from '../../kit/LoadingDialog.tsx'
import { PageActionButton } from '../../kit/PageActionButton.tsx'
import { WholeNumberField } from '../../kit/ParsedField.tsx'
import type { Column } from '../../kit/table-column.ts'
import { UnbrokenAmountsText } from '../../kit/UnbrokenAmountsText.tsx'
import { useCloseDialog, useDialogPathId, useOpenDialog } from '../../navigation/open-dialog.ts'
import { ExportableTable } from '../../navigation/PagedTable.tsx'
import { useLocalPagination } from '../../navigation/use-screen-search.ts'
import { useGymClock } from '../../session/gym-clock.ts'

const movementColumns = (zone: string): Column<StockMovement>[] => [
  { header: 'Fecha', cell: ({ at }) => <InstantText instant={at} zone={zone} /> },
  {
    header: 'Movimiento',
    folded: 'first',
    cell: (movement) => (
      <strong>
        <UnbrokenAmountsText>{formatStockMovementName(movement)}</UnbrokenAmountsText>
      </strong>
    ),
    paper: formatStockMovementName,
  },
  { header: 'Motivo', cell: ({ note }) => note ?? '—' },
  { header: 'Usuario', cell: ({ user }) => user.name },
  { header: 'Cantidad', align: 'right', folded: 'first', cell: ({ quantity }) => formatSignedNumber(quantity) },
  { header: 'Existencia', align: 'right', cell: ({ balance }) => formatNumber(balance) },
]

export function StockMovements() {
  const id_product = useDialogPathId()
  const close = useCloseDialog()
  const open = useOpenDialog()
  const clock = useGymClock()
  const { asked, address } = useLocalPagination(25)
  const query = useEndpoint('movements.list', { query: { id_product, ...asked } })
  const { data } = query
  const columns = useMemo(() => (clock ? movementColumns(clock.zone) : []), [clock])
  const title = data ? `Movimientos de ${data.product.name}` : 'Movimientos'
  if (!data || !clock) return <LoadingDialog title={title} size="xl" query={query} onClose={close} />
  return (
    <Dialog onClose={close} title={title} size="xl">
      <ExportableTable
        {...address}
        {...makeListExportLoaders('movements', { id_product: String(id_product) }, ({ items }) => items)}
        label={title}
        columns={columns}
        rowKey={({ id }) => id}
        query={query}
        pages="Páginas de movimientos"
        unprinted
        empty="Todavía no hay movimientos: la existencia llega con compras, conteos y ajustes."
      >
        <Text>
          Existencia <strong>{formatNumber(data.product.quantity)}</strong>
        </Text>
        <PageActionButton
          Icon={IconAdjustments}
          size="sm"
          variant="default"
          ml="auto"
          onPress={() => open('/stock/$id/adjust', id_product)}
        >
          Ajustar
        </PageActionButton>
      </ExportableTable>
    </Dialog>
  )
}

type Kind = keyof typeof adjustmentKindNames
const kinds = [
  { value: 'adjustment', label: adjustmentKindNames.adjustment },
  { value: 'loss', label: adjustmentKindNames.loss },
] as const

/** Converts the typed quantity (present or lost) to a change of stock, which stays right despite concurrent sales. */
function changeOf(kind: Kind, typed: string, shown: number): { change?: number; error?: string } {
  const { value, error } = readTypedWholeNumber(typed, kind === 'loss' ? 1 : 0, maxCountedQuantity)
  if (error !== undefined) return { error }
  const change = kind === 'loss' ? -value : value - shown
  return change === 0 ? { error: `Ya constan ${formatNumber(shown)}` } : { change }
}

function AdjustForm({ product }: { product: Product }) {
  /** Stock when the dialog was opened: the user compared the shelf with this number. */
  const shown = useRef(product.quantity).current
  const { form, field, dialog } = useActionForm({
    values: { kind: 'adjustment' as Kind, typed: '', reason: '' },
    validate: ({ kind, typed, reason }) => ({
      typed: changeOf(kind, typed, shown).error,
      reason: validateRequiredText(reason),
    }),
    run: ({ kind, typed, reason }, send) => {
      const { change = 0 } = changeOf(kind, typed, shown)
      return send('stock.adjust', {
        params: { id_product: product.id },
        body: { kind, change, reason: reason.trim() },
        label: `${adjustmentKindNames[kind]} de ${product.name} (${formatSignedNumber(change)})`,
      })
    },
    done: getCallSuccessText('stock.adjust'),
    detail: ({ balance }) => `${product.name}: ${formatNumber(balance)}`,
    showsError: true,
  })
  const { kind, typed } = form.values
  const { change } = changeOf(kind, typed, shown)
  const isLoss = kind === 'loss'
  return (
    <FormDialog
      {...dialog}
      title={`Ajustar ${product.name}`}
      submitLabel={change === undefined ? 'Registrar' : `Registrar ${formatSignedNumber(change)}`}
      pendingLabel="Registrando"
      size="md"
    >
      <SegmentedControl
        aria-label="Qué se registra"
        data={[...kinds]}
        value={kind}
        onChange={(next) => {
          form.setFieldValue('kind', next)
          form.clearFieldError('typed')
        }}
      />
      <Text size="sm" c="dimmed">
        Constan {formatNumber(shown)}. {isLoss ? 'Se resta lo perdido.' : 'Se registra la diferencia.'}
      </Text>
      <WholeNumberField
        required
        data-autofocus
        min={isLoss ? 1 : 0}
        max={maxCountedQuantity}
        {...field('typed', isLoss ? 'Cantidad perdida' : 'Existencia real')}
      />
      <TextInput required maxLength={255} {...field('reason', 'Motivo')} />
    </FormDialog>
  )
}

function AdjustProduct({ onClose }: { onClose: () => void }) {
  const id_product = useDialogPathId()
  const query = useEndpoint('products.read', { params: { id_product } })
  if (!query.data) return <LoadingDialog title="Ajustar" size="md" query={query} onClose={onClose} />
  return <AdjustForm product={query.data} />
}

export const AdjustStock = () => (
  <CloseIfCallPendingAtLoad>{(onClose) => <AdjustProduct onClose={onClose} />}</CloseIfCallPendingAtLoad>
)

export function NewStockCount() {
  const close = useCloseDialog()
  const open = useOpenDialog()
  const { field, dialog } = useActionForm({
    values: { name: '' },
    run: (body, send) => send('stock.open-count', { body }),
    done: 'Conteo abierto',
    onSaved: async ({ id }) => {
      await close()
      open('/stock/counts/$id', id)
    },
  })
  return (
    <FormDialog {...dialog} title="Nuevo conteo" submitLabel="Empezar a contar" size="md">
      <TextInput
        maxLength={100}
        data-autofocus
        {...field('name', 'Nombre', {
          description: 'Qué se cuenta: la vitrina, el almacén, todo. Vacío: el día de hoy.',
        })}
      />
      <Text size="sm" c="dimmed">
        Varias personas pueden contar a la vez en la misma lista, y se puede seguir vendiendo. Nada cambia en el
        inventario hasta que se registren las diferencias.
      </Text>
    </FormDialog>
  )
}

export { StockCountDifferencesDialog } from './CountDifferences.tsx'
export { StockCountDialog } from './StockCountDialog.tsx'
