import { Text } from '@mantine/core'
import type { PaymentKind } from '@torniquete/contract/till/payment-kinds.ts'
import { useMemo } from 'react'
import { usePaymentKinds } from '../../features/paying/use-paying.ts'
import { useSave } from '../../forms/use-save.ts'
import { Named } from '../../kit/Clamped.tsx'
import { DataTable } from '../../kit/DataTable.tsx'
import { IconArrowUp, IconPlus, IconStar } from '../../kit/icons.ts'
import { RowActions, RowButton } from '../../kit/RowActions.tsx'
import { actionsColumn, type Column } from '../../kit/table-column.ts'
import { OpenButton } from '../../navigation/OpenButton.tsx'
import { useOpenDialog } from '../../navigation/opening.ts'
import { PageHeader } from '../../shell/PageHeader.tsx'

/** A change of a payment method. */
interface KindChange {
  kind: PaymentKind
  body: { position: number } | { is_default: true }
}

const stateOf = ({ is_default, is_hidden }: PaymentKind) =>
  is_default ? 'Por defecto' : is_hidden ? 'Oculta' : 'Se ofrece'

function kindColumns(
  kinds: readonly PaymentKind[],
  onEdit: (kind: PaymentKind) => void,
  onChange: (change: KindChange) => void,
) {
  const columns: Column<PaymentKind>[] = [
    { header: 'Forma de pago', folded: 'first', cell: ({ name }) => <Named>{name}</Named> },
    { header: 'Va a', cell: ({ in_drawer }) => (in_drawer ? 'La caja' : 'El banco u otro lugar') },
    { header: 'Estado', cell: stateOf },
    actionsColumn((kind) => {
      const at = kinds.indexOf(kind)
      return (
        <RowActions name={kind.name} onEdit={() => onEdit(kind)}>
          <RowButton
            Icon={IconArrowUp}
            label="Subir"
            name={kind.name}
            refusal={at === 0 ? 'Ya es la primera.' : null}
            onPress={() => onChange({ kind, body: { position: at - 1 } })}
          />
          <RowButton
            Icon={IconStar}
            label="Usar por defecto"
            name={kind.name}
            refusal={kind.is_default ? 'Ya se usa por defecto.' : null}
            onPress={() => onChange({ kind, body: { is_default: true } })}
          />
        </RowActions>
      )
    }),
  ]
  return columns
}

/** The gym's payment methods in the order of the till. */
export function PaymentKindsPage() {
  const query = usePaymentKinds()
  const open = useOpenDialog()
  const { submit } = useSave({
    run: ({ kind, body }: KindChange, send) => send('payment-kinds.update', { params: { id_kind: kind.id }, body }),
    done: 'Formas de pago guardadas',
  })
  const kinds = query.data
  const columns = useMemo(
    () => kindColumns(kinds ?? [], ({ id }) => open('/payment-kinds/$id/edit', id), submit),
    [kinds, open, submit],
  )
  return (
    <>
      <PageHeader>
        <OpenButton Icon={IconPlus} to="/payment-kinds/new">
          Nueva forma de pago
        </OpenButton>
      </PageHeader>
      <Text size="sm" c="dimmed" mb="sm">
        Se ofrecen en este orden al vender, comprar y registrar gastos. Una que se oculta ya no se ofrece; lo que se
        pagó con ella queda como estaba.
      </Text>
      <DataTable
        label="Formas de pago"
        columns={columns}
        rows={kinds}
        rowKey={({ id }) => id}
        query={query}
        unprinted
        empty="No hay formas de pago"
      />
    </>
  )
}
