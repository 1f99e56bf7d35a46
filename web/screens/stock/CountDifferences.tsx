// Differences between counted and recorded stock, for an admin to book. For a closed count, those that were booked.
import { Alert, Box, Button, List, Text, TextInput } from '@mantine/core'
import { formatCountWithNoun, formatNumber, formatSignedNumber } from '@torniquete/contract/shared/format-numbers.ts'
import { formatMoney } from '@torniquete/contract/shared/money.ts'
import type { StockCountDifference, StockCountDifferences } from '@torniquete/contract/till/stock.ts'
import { useState } from 'react'
import type { GymUserIds } from '../../api/outbox.ts'
import { getCallSuccessText } from '../../api/outbox-calls.ts'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { useDraftOwner } from '../../features/drafts/open-drafts.ts'
import { CloseIfCallPendingAtLoad } from '../../features/unanswered/CloseIfCallPendingAtLoad.tsx'
import { ActionDialog } from '../../forms/ActionDialog.tsx'
import { useActionForm, validateRequiredText } from '../../forms/use-action-form.tsx'
import { ClampedName } from '../../kit/ClampedText.tsx'
import { DataTable } from '../../kit/DataTable.tsx'
import { Dialog } from '../../kit/Dialog.tsx'
import { FormDialog } from '../../kit/FormDialog.tsx'
import { LoadingDialog } from '../../kit/LoadingDialog.tsx'
import { Money } from '../../kit/Money.tsx'
import type { Column } from '../../kit/table-column.ts'
import { UnbrokenAmountsText } from '../../kit/UnbrokenAmountsText.tsx'
import { useDialogPathId } from '../../navigation/open-dialog.ts'
import { queueCountEntry, useUnsentCountEntries } from './count-queue.ts'

const differenceColumns: Column<StockCountDifference>[] = [
  {
    header: 'Producto',
    folded: 'first',
    cell: ({ product_name, moved }) => (
      <>
        <ClampedName>{product_name}</ClampedName>
        {moved && (
          <Text size="sm" c="orange">
            Se movió mientras se contaba: cuéntalo de nuevo
          </Text>
        )}
      </>
    ),
  },
  { header: 'Contado', align: 'right', cell: ({ counted }) => formatNumber(counted) },
  { header: 'Constaban', align: 'right', cell: ({ stock }) => formatNumber(stock) },
  { header: 'Diferencia', align: 'right', folded: 'first', cell: (row) => formatSignedNumber(row.difference) },
  { header: 'Valor', align: 'right', cell: ({ value }) => (value === null ? '—' : <Money value={value} signed />) },
]

function Differences({ shown, onClose }: { shown: StockCountDifferences; onClose: () => void }) {
  const owner = useDraftOwner()
  const { count, items, uncounted, digest } = shown
  const [dropping, setDropping] = useState(false)
  const unsent = useUnsentCountEntries(owner, count.id).length
  const { field, dialog } = useActionForm({
    values: { reason: '' },
    validate: ({ reason }) => ({ reason: validateRequiredText(reason) }),
    run: ({ reason }, send) =>
      send('stock.book-count', {
        params: { id: count.id },
        body: { reason: reason.trim(), confirm: digest },
        label: `El registro del conteo «${count.name}»`,
      }),
    done: getCallSuccessText('stock.book-count'),
    detail: count.name,
    showsError: true,
  })
  const sums = `De más ${formatMoney(shown.more)} · De menos ${formatMoney(shown.less)} · Diferencia ${formatMoney(shown.value)}`
  const table = (
    <DataTable
      label="Diferencias"
      columns={differenceColumns}
      rows={items}
      rowKey={({ id_product }) => id_product}
      query={{ isPending: false, isPlaceholderData: false, error: null, refetch: () => {} }}
      empty={shown.agreeing > 0 ? 'Todo lo contado coincide.' : 'Todavía no se contó nada.'}
      height="40vh"
      unprinted
    />
  )
  const told = (
    <Text size="sm" role="status">
      <UnbrokenAmountsText>{`${sums} · ${formatCountWithNoun(shown.agreeing, 'coincide', 'coinciden')}`}</UnbrokenAmountsText>
    </Text>
  )
  if (count.closed)
    return (
      <Dialog onClose={onClose} title={count.name} size="xl">
        <Text size="sm" c="dimmed" mb="sm">
          {count.closed.outcome === 'booked' ? 'Registrado' : 'Descartado'} por {count.closed.by}
        </Text>
        {table}
        {told}
      </Dialog>
    )
  return (
    <FormDialog
      title={`Diferencias de ${count.name}`}
      submitLabel="Registrar diferencias"
      pendingLabel="Registrando"
      size="xl"
      {...dialog}
      disabled={unsent > 0}
      question={
        dropping && (
          <ActionDialog
            title="Descartar conteo"
            confirmLabel="Descartar"
            pendingLabel="Descartando"
            action={{
              run: (_, send) => send('stock.drop-count', { params: { id: count.id } }),
              done: 'Conteo descartado',
              onSaved: onClose,
            }}
            onClose={() => setDropping(false)}
          >
            Lo contado en «{count.name}» no se registra. La lista se conserva.
          </ActionDialog>
        )
      }
      summary={<Box mb="sm">{told}</Box>}
      actions={
        <Button variant="subtle" color="red" onClick={() => setDropping(true)}>
          Descartar conteo
        </Button>
      }
    >
      {unsent > 0 && <Alert color="orange">Hay {formatNumber(unsent)} por enviar desde este equipo.</Alert>}
      {table}
      {uncounted.total > 0 && <Uncounted owner={owner} count={count.id} {...uncounted} />}
      <TextInput required maxLength={255} data-autofocus {...field('reason', 'Motivo')} />
    </FormDialog>
  )
}

type UncountedProps = StockCountDifferences['uncounted'] & { owner: GymUserIds; count: number }

/** Products with stock that were not counted. Their stock stays unchanged unless the admin sets it to zero. */
function Uncounted({ owner, count, total, first }: UncountedProps) {
  return (
    <details>
      <summary>
        {formatCountWithNoun(total, 'producto', 'productos')} con existencia sin contar: se{' '}
        {total === 1 ? 'queda' : 'quedan'} como {total === 1 ? 'está' : 'están'}
      </summary>
      <List size="sm" mt="xs" spacing="xs">
        {first.map(({ id_product, product_name, stock }) => (
          <List.Item key={id_product}>
            {product_name}: constan {formatNumber(stock)}{' '}
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`No hay ninguno de ${product_name}`}
              onClick={() => queueCountEntry(owner, count, { id_product, product_name, quantity: 0, anew: true })}
            >
              No hay ninguno
            </Button>
          </List.Item>
        ))}
      </List>
      {total > first.length && <Text size="sm">Y {formatNumber(total - first.length)} más.</Text>}
    </details>
  )
}

function DifferencesOf({ onClose }: { onClose: () => void }) {
  const id = useDialogPathId()
  const query = useEndpoint('stock.differences', { params: { id } })
  if (!query.data) return <LoadingDialog title="Diferencias" size="xl" query={query} onClose={onClose} />
  return <Differences shown={query.data} onClose={onClose} />
}

export const StockCountDifferencesDialog = () => (
  <CloseIfCallPendingAtLoad>{(onClose) => <DifferencesOf onClose={onClose} />}</CloseIfCallPendingAtLoad>
)
