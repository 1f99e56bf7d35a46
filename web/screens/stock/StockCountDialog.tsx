import { ActionIcon, Alert, Button, Group, Text } from '@mantine/core'
import { formatCountWithNoun, formatNumber } from '@torniquete/contract/shared/format-numbers.ts'
import { readTypedWholeNumber } from '@torniquete/contract/shared/parse-input.ts'
import { adminRoles, isRoleAllowed } from '@torniquete/contract/shared/roles.ts'
import { type CountedProduct, maxCountedQuantity } from '@torniquete/contract/till/stock.ts'
import { useMemo, useRef, useState } from 'react'
import type { GymUserIds } from '../../api/outbox.ts'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { useDraftOwner } from '../../features/drafts/open-drafts.ts'
import { ProductPicker } from '../../features/drafts/ProductPicker.tsx'
import { type PickedProduct, useProductPick } from '../../features/drafts/use-product-pick.ts'
import { useSave } from '../../forms/use-save.ts'
import { ClampedName } from '../../kit/ClampedText.tsx'
import { DataTable } from '../../kit/DataTable.tsx'
import { Dialog } from '../../kit/Dialog.tsx'
import { InstantText } from '../../kit/InstantText.tsx'
import { IconTrash } from '../../kit/icons.ts'
import { LoadingDialog } from '../../kit/LoadingDialog.tsx'
import { WholeNumberField } from '../../kit/ParsedField.tsx'
import { type Column, makeActionsColumn } from '../../kit/table-column.ts'
import { useScanner } from '../../kit/use-scanner.ts'
import { useCloseDialog, useDialogPathId, useOpenDialog } from '../../navigation/open-dialog.ts'
import { useGymClock } from '../../session/gym-clock.ts'
import { useSignedInUser } from '../../session/session.tsx'
import { StockCountDifferencesDialog } from './CountDifferences.tsx'
import { queueCountEntry, type UnsentCountEntry, useUnsentCountEntries } from './count-queue.ts'

export function StockCountDialog() {
  const id = useDialogPathId()
  const close = useCloseDialog()
  const query = useEndpoint('stock.read-count', { params: { id } })
  const clock = useGymClock()
  const { role } = useSignedInUser()
  const isAdmin = isRoleAllowed(role, adminRoles)
  if (!query.data || !clock) return <LoadingDialog title="Conteo" size="xl" query={query} onClose={close} />
  const { count, items } = query.data
  if (count.closed && isAdmin) return <StockCountDifferencesDialog />
  return (
    <Dialog onClose={close} title={count.name} size="xl">
      {count.closed ? (
        <Alert color="gray">El conteo ya está cerrado.</Alert>
      ) : (
        <Counting id={id} items={items} zone={clock.zone} isAdmin={isAdmin} query={query} />
      )}
    </Dialog>
  )
}

interface Row extends Omit<CountedProduct, 'user' | 'counted_at'> {
  /** User and time of the count; null until the server has accepted the entry. */
  by: { name: string; at: string } | null
}

function withUnsent(items: readonly CountedProduct[], unsent: readonly UnsentCountEntry[]): Row[] {
  const rows = new Map<number, Row>(
    items.map(({ user, counted_at, ...line }) => [
      line.id_product,
      { ...line, by: { name: user.name, at: counted_at } },
    ]),
  )
  for (const { id_product, product_name, quantity, anew } of unsent) {
    const before = rows.get(id_product)
    const row = { id_product, product_name, code: before?.code ?? null, by: null }
    // The row is deleted and added again, so that the last counted product comes first.
    rows.delete(id_product)
    rows.set(id_product, { ...row, counted: (anew ? 0 : (before?.counted ?? 0)) + quantity })
  }
  const all = [...rows.values()]
  return [...all.filter(({ by }) => by === null).reverse(), ...all.filter(({ by }) => by !== null)]
}

interface CountingProps {
  id: number
  items: readonly CountedProduct[]
  zone: string
  isAdmin: boolean
  query: Parameters<typeof DataTable>[0]['query']
}

function Counting({ id, items, zone, isAdmin, query }: CountingProps) {
  const owner = useDraftOwner()
  const open = useOpenDialog()
  const unsent = useUnsentCountEntries(owner, id)
  const rows = withUnsent(items, unsent)
  const [last, setLast] = useState<number | null>(null)
  const remove = useSave({
    run: ({ id_product }: Row, send) => send('stock.uncount', { params: { id, id_product } }),
    done: null,
  })
  const columns = useMemo(
    () =>
      rowColumns(zone, (row, quantity) => queueCountEntry(owner, id, { ...row, quantity, anew: true }), remove.submit),
    [zone, owner, id, remove.submit],
  )
  const shown = rows.find(({ id_product }) => id_product === last)
  return (
    <>
      <CountPicker owner={owner} id={id} onCounted={setLast} />
      <Text size="lg" fw={600} my="sm" mih="1.75rem" role="status">
        {shown && `${shown.product_name}: ${formatNumber(shown.counted)}`}
      </Text>
      <DataTable
        label="Lo contado"
        columns={columns}
        rows={rows}
        rowKey={({ id_product }) => id_product}
        query={query}
        empty="Escanea el primer producto, o búscalo por su nombre."
        height="45vh"
        unprinted
      />
      <Group justify="space-between" mt="md">
        <Text size="sm" c="dimmed" role="status">
          {formatCountWithNoun(rows.length, 'producto', 'productos')}
          {unsent.length > 0 && ` · ${formatNumber(unsent.length)} por enviar: no se pierden si cierras`}
        </Text>
        {isAdmin && <Button onClick={() => open('/stock/counts/$id/differences', id)}>Ver diferencias</Button>}
      </Group>
    </>
  )
}

function CountedField({ row, onSet }: { row: Row; onSet: (row: Row, quantity: number) => void }) {
  const [typed, setTyped] = useState<string | null>(null)
  const commit = () => {
    if (typed === null) return
    const { value } = readTypedWholeNumber(typed, 0, maxCountedQuantity)
    // Invalid text stays in the field, which shows its error.
    if (value === undefined && typed.trim() !== '') return
    if (value !== undefined && value !== row.counted) onSet(row, value)
    setTyped(null)
  }
  return (
    <WholeNumberField
      aria-label={`Contado de ${row.product_name}`}
      w="5.5rem"
      min={0}
      max={maxCountedQuantity}
      value={typed ?? row.counted}
      onChange={setTyped}
      onFocus={(event) => event.currentTarget.select()}
      onBlur={commit}
    />
  )
}

const rowColumns = (
  zone: string,
  onSet: (row: Row, quantity: number) => void,
  onRemove: (row: Row) => void,
): Column<Row>[] => [
  { header: 'Producto', folded: 'first', cell: ({ product_name }) => <ClampedName>{product_name}</ClampedName> },
  { header: 'Código', cell: ({ code }) => code ?? '—' },
  { header: 'Contado', width: '7rem', folded: 'first', cell: (row) => <CountedField row={row} onSet={onSet} /> },
  {
    header: 'Usuario',
    cell: ({ by }) =>
      by ? (
        <>
          {by.name} · <InstantText instant={by.at} zone={zone} />
        </>
      ) : (
        'Por enviar'
      ),
  },
  makeActionsColumn((row) => (
    <ActionIcon
      variant="subtle"
      color="red"
      size="lg"
      aria-label={`Quitar ${row.product_name} del conteo`}
      title="Quitar del conteo"
      disabled={row.by === null}
      onClick={() => onRemove(row)}
    >
      <IconTrash size={20} aria-hidden />
    </ActionIcon>
  )),
]

function CountPicker({
  owner,
  id,
  onCounted,
}: {
  owner: GymUserIds
  id: number
  onCounted: (product: number) => void
}) {
  const field = useRef<HTMLInputElement>(null)
  const pick = useProductPick('count', ({ product, times }: PickedProduct) => {
    queueCountEntry(owner, id, { id_product: product.id, product_name: product.name, quantity: times, anew: false })
    onCounted(product.id)
  })
  useScanner(({ code, times, dialog }) => {
    const own = field.current?.closest('[role=dialog]')
    return dialog === null || dialog === own ? () => pick.scan(code, times) : null
  })
  return (
    <ProductPicker
      ref={field}
      kind="count"
      pick={pick}
      placeholder="Nombre o código; 3* son tres, 0* ninguna"
      autoFocus
    />
  )
}
