// Dialogs of the stock page: ledger of a product, adjustment, new count.
import { Group, Text, TextInput } from '@mantine/core'
import { showChange, showNumber } from '@torniquete/contract/shared/numbers.ts'
import { readWholeNumber } from '@torniquete/contract/shared/typed.ts'
import { adjustmentKinds, type Movement, movementText } from '@torniquete/contract/till/movements.ts'
import type { Product } from '@torniquete/contract/till/products.ts'
import { maxCountedQuantity } from '@torniquete/contract/till/stock.ts'
import { useMemo, useRef, useState } from 'react'
import { bookedText } from '../../api/booking-calls.ts'
import { wholeList } from '../../api/fetch-all.ts'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { UnlessUnanswered } from '../../features/unanswered/UnlessUnanswered.tsx'
import { ReasonField } from '../../forms/ReasonDialog.tsx'
import { useSave } from '../../forms/use-save.ts'
import { AmountsText } from '../../kit/AmountsText.tsx'
import { Dialog } from '../../kit/Dialog.tsx'
import { FormDialog } from '../../kit/FormDialog.tsx'
import { InstantText } from '../../kit/InstantText.tsx'
import { IconAdjustments } from '../../kit/icons.ts'
import { ListExport } from '../../kit/ListExport.tsx'
import { LoadingDialog } from '../../kit/LoadingDialog.tsx'
import { PageButton } from '../../kit/PageButton.tsx'
import { Segments } from '../../kit/Segments.tsx'
import { WholeNumberField } from '../../kit/TypedField.tsx'
import type { Column } from '../../kit/table-column.ts'
import { useCloseDialog, useDialogId, useOpenDialog } from '../../navigation/opening.ts'
import { PagedTable } from '../../navigation/PagedTable.tsx'
import { useOwnPages } from '../../navigation/use-pages.ts'
import { useGymClock } from '../../session/gym-clock.ts'

const movementColumns = (zone: string): Column<Movement>[] => [
  { header: 'Fecha', cell: ({ at }) => <InstantText instant={at} zone={zone} /> },
  {
    header: 'Movimiento',
    folded: 'first',
    cell: (movement) => (
      <strong>
        <AmountsText>{movementText(movement)}</AmountsText>
      </strong>
    ),
    paper: movementText,
  },
  { header: 'Motivo', cell: ({ note }) => note ?? '—' },
  { header: 'Usuario', cell: ({ user }) => user.name },
  { header: 'Cantidad', align: 'right', folded: 'first', cell: ({ quantity }) => showChange(quantity) },
  { header: 'Existencia', align: 'right', cell: ({ balance }) => showNumber(balance) },
]

export function Movements() {
  const id_product = useDialogId()
  const close = useCloseDialog()
  const open = useOpenDialog()
  const clock = useGymClock()
  const { asked, address } = useOwnPages(25)
  const query = useEndpoint('movements.list', { query: { id_product, ...asked } })
  const { data } = query
  const columns = useMemo(() => (clock ? movementColumns(clock.zone) : []), [clock])
  const title = data ? `Movimientos de ${data.product.name}` : 'Movimientos'
  if (!data || !clock) return <LoadingDialog title={title} size="xl" query={query} onClose={close} />
  const list = {
    label: title,
    columns,
    rowKey: ({ id }: Movement) => id,
    empty: 'Todavía no hay movimientos: la existencia llega con compras, conteos y ajustes.',
  }
  return (
    <Dialog onClose={close} title={title} size="xl">
      <Group justify="space-between" mb="sm">
        <Text>
          Existencia <strong>{showNumber(data.product.quantity)}</strong>
        </Text>
        <Group gap="xs">
          <PageButton
            Icon={IconAdjustments}
            size="sm"
            variant="default"
            onPress={() => open('/stock/$id/adjust', id_product)}
          >
            Ajustar
          </PageButton>
          <ListExport
            {...list}
            queries={[query]}
            total={data.total}
            {...wholeList('movements', { id_product: String(id_product) }, ({ items }) => items)}
          />
        </Group>
      </Group>
      <PagedTable {...list} {...address} pages="Páginas de movimientos" query={query} unprinted />
    </Dialog>
  )
}

type Kind = keyof typeof adjustmentKinds
const kinds = [
  { value: 'adjustment', label: adjustmentKinds.adjustment },
  { value: 'loss', label: adjustmentKinds.loss },
] as const

/** The person types the quantity present or lost; the difference is sent, so that concurrent sales stay correct. */
function changeOf(kind: Kind, typed: string, shown: number): { change?: number; error?: string } {
  const { value, error } = readWholeNumber(typed, kind === 'loss' ? 1 : 0, maxCountedQuantity)
  if (error !== undefined) return { error }
  const change = kind === 'loss' ? -value : value - shown
  return change === 0 ? { error: `Ya constan ${showNumber(shown)}` } : { change }
}

function AdjustForm({ product, onClose }: { product: Product; onClose: () => void }) {
  /** Quantity when the dialog opened: the person counted against it. */
  const shown = useRef(product.quantity).current
  const [kind, setKind] = useState<Kind>('adjustment')
  const [typed, setTyped] = useState('')
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const { change, error } = changeOf(kind, typed, shown)
  const missing = reason.trim() === ''
  const save = useSave({
    run: (body: { kind: Kind; change: number; reason: string }, send) =>
      send('stock.adjust', {
        params: { id_product: product.id },
        body,
        label: `${adjustmentKinds[body.kind]} de ${product.name} (${showChange(body.change)})`,
      }),
    done: bookedText('stock.adjust'),
    detail: ({ balance }) => `${product.name}: ${showNumber(balance)}`,
    onSaved: onClose,
    onGivenUp: onClose,
    failure: () => null,
  })
  return (
    <FormDialog
      title={`Ajustar ${product.name}`}
      submitLabel={change === undefined ? 'Registrar' : `Registrar ${showChange(change)}`}
      pendingLabel="Registrando"
      size="md"
      {...save.dialog}
      dirty={typed !== '' || !missing}
      onClose={onClose}
      onSubmit={() => {
        setTried(true)
        if (change !== undefined && !missing) save.submit({ kind, change, reason: reason.trim() })
      }}
    >
      <Segments label="Qué se registra" choices={kinds} value={kind} onChange={setKind} />
      <Text size="sm" c="dimmed">
        Constan {showNumber(shown)}. {kind === 'loss' ? 'Se resta lo perdido.' : 'Se registra la diferencia.'}
      </Text>
      <WholeNumberField
        label={kind === 'loss' ? 'Cantidad perdida' : 'Existencia real'}
        required
        data-autofocus
        min={kind === 'loss' ? 1 : 0}
        max={maxCountedQuantity}
        value={typed}
        error={tried && error}
        onChange={setTyped}
      />
      <ReasonField value={reason} onChange={setReason} tried={tried} />
    </FormDialog>
  )
}

function AdjustProduct({ onClose }: { onClose: () => void }) {
  const id_product = useDialogId()
  const query = useEndpoint('products.read', { params: { id_product } })
  if (!query.data) return <LoadingDialog title="Ajustar" size="md" query={query} onClose={onClose} />
  return <AdjustForm key={id_product} product={query.data} onClose={onClose} />
}

export const AdjustStock = () => <UnlessUnanswered>{(onClose) => <AdjustProduct onClose={onClose} />}</UnlessUnanswered>

export function NewCount() {
  const close = useCloseDialog()
  const open = useOpenDialog()
  const [name, setName] = useState('')
  const save = useSave({
    run: (named: string, send) => send('stock.open-count', { body: { name: named } }),
    done: 'Conteo abierto',
    onSaved: async ({ id }) => {
      await close()
      open('/stock/counts/$id', id)
    },
  })
  return (
    <FormDialog
      title="Nuevo conteo"
      submitLabel="Empezar a contar"
      size="md"
      pending={save.pending}
      unanswered={save.unanswered}
      dirty={name.trim() !== ''}
      onClose={close}
      onSubmit={() => save.submit(name)}
    >
      <TextInput
        label="Nombre"
        description="Qué se cuenta: la vitrina, el almacén, todo. Vacío: el día de hoy."
        maxLength={100}
        data-autofocus
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Text size="sm" c="dimmed">
        Varias personas pueden contar a la vez en la misma lista, y se puede seguir vendiendo. Nada cambia en el
        inventario hasta que se registren las diferencias.
      </Text>
    </FormDialog>
  )
}

export { CountDialog } from './CountDialog.tsx'
export { CountDifferencesDialog } from './CountDifferences.tsx'
