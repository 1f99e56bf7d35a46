import { Checkbox, NativeSelect, Text, TextInput } from '@mantine/core'
import type { FiscalPaymentForm } from '@torniquete/contract/fiscal/tax.ts'
import { NewPaymentKind as KindToMake, type PaymentKind } from '@torniquete/contract/till/payment-kinds.ts'
import { useMemo } from 'react'
import { useFiscalCountry } from '../../features/fiscal/use-fiscal-country.ts'
import { usePaymentKinds } from '../../features/paying/payment-settings.ts'
import { makeValidator, type StoredRow, useRecordForm } from '../../forms/use-record-form.tsx'
import { useSave } from '../../forms/use-save.ts'
import { ClampedName } from '../../kit/ClampedText.tsx'
import { DataTable } from '../../kit/DataTable.tsx'
import { FormDialog } from '../../kit/FormDialog.tsx'
import { IconArrowUp, IconPlus, IconStar } from '../../kit/icons.ts'
import { LoadingDialog } from '../../kit/LoadingDialog.tsx'
import { RowActions, RowButton } from '../../kit/RowActions.tsx'
import { type Column, makeActionsColumn } from '../../kit/table-column.ts'
import { OpenDialogButton } from '../../navigation/OpenDialogButton.tsx'
import { useCloseDialog, useDialogPathId, useOpenDialog } from '../../navigation/open-dialog.ts'
import { PageHeader } from '../../shell/PageHeader.tsx'

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
): Column<PaymentKind>[] {
  return [
    { header: 'Forma de pago', folded: 'first', cell: ({ name }) => <ClampedName>{name}</ClampedName> },
    { header: 'Va a', cell: ({ in_drawer }) => (in_drawer ? 'La caja' : 'El banco u otro lugar') },
    { header: 'Estado', cell: stateOf },
    makeActionsColumn((kind) => {
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
}

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
        <OpenDialogButton Icon={IconPlus} to="/payment-kinds/new">
          Nueva forma de pago
        </OpenDialogButton>
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

const toValues = (kind: PaymentKind | null) => ({
  name: kind?.name ?? '',
  in_drawer: kind?.in_drawer ?? false,
  is_hidden: kind?.is_hidden ?? false,
  fiscal_form: kind?.fiscal_form ?? 'other',
})
type KindValues = ReturnType<typeof toValues>

const fiscalForms: Record<FiscalPaymentForm, string> = {
  cash: 'Efectivo',
  transfer: 'Transferencia o cheque',
  card: 'Tarjeta',
  credit: 'Crédito',
  other: 'Otra',
}
const fiscalFormChoices = Object.entries(fiscalForms).map(([value, label]) => ({ value, label }))

function KindForm({ stored }: { stored: StoredRow<PaymentKind> | null }) {
  const country = useFiscalCountry()
  const { field, dialog } = useRecordForm({
    stored,
    toValues,
    toBody: ({ fiscal_form, ...body }: KindValues) => ({ ...body, ...(country !== 'none' && { fiscal_form }) }),
    validate: makeValidator(KindToMake),
    create: ({ is_hidden: _, ...body }, send) => send('payment-kinds.create', { body }),
    update: ({ id }, body, _, send) => send('payment-kinds.update', { params: { id_kind: id }, body }),
    created: 'Forma de pago creada',
    updated: 'Forma de pago guardada',
    detail: ({ name }) => name,
  })
  return (
    <FormDialog {...dialog} entity="Forma de pago" size="md">
      <TextInput required maxLength={40} {...field('name', 'Nombre')} />
      <Checkbox
        {...field('in_drawer', 'Va a la caja', {
          type: 'checkbox',
          description: 'Billetes y monedas: se pregunta lo recibido y se cuenta',
        })}
      />
      {country !== 'none' && (
        <NativeSelect
          data={fiscalFormChoices}
          {...field('fiscal_form', 'Forma de pago para la DGII', { show: (form) => fiscalForms[form] })}
        />
      )}
      {stored && !stored.row.is_default && (
        <Checkbox {...field('is_hidden', 'Ya no se ofrece', { type: 'checkbox' })} />
      )}
    </FormDialog>
  )
}

export const NewPaymentKind = () => <KindForm stored={null} />

/** Finds the row in the list, because payment methods have no call to read one, and no version. */
export function EditPaymentKind() {
  const id = useDialogPathId()
  const close = useCloseDialog()
  const kinds = usePaymentKinds()
  const row = kinds.data?.find((each) => each.id === id)
  if (row) return <KindForm stored={{ row, tag: null }} />
  const error = kinds.error ?? (kinds.data ? new Error('La forma de pago ya no está.') : null)
  return <LoadingDialog title="Editar Forma de pago" size="md" query={{ ...kinds, error }} onClose={close} />
}
