import { Checkbox, TextInput } from '@mantine/core'
import { NewPaymentKind as KindToMake, type PaymentKind } from '@torniquete/contract/till/payment-kinds.ts'
import { usePaymentKinds } from '../../features/paying/use-paying.ts'
import { validateWith } from '../../forms/form-errors.ts'
import { type Stored, useRecordForm } from '../../forms/use-record-form.tsx'
import { FormDialog } from '../../kit/FormDialog.tsx'
import { LoadingDialog } from '../../kit/LoadingDialog.tsx'
import { useCloseDialog, useDialogId } from '../../navigation/opening.ts'

const toValues = (kind: PaymentKind | null) => ({
  name: kind?.name ?? '',
  in_drawer: kind?.in_drawer ?? false,
  is_hidden: kind?.is_hidden ?? false,
})

function KindForm({ stored }: { stored: Stored<PaymentKind> | null }) {
  const { field, dialog } = useRecordForm({
    stored,
    toValues,
    validate: validateWith(KindToMake),
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
      {stored && !stored.row.is_default && (
        <Checkbox {...field('is_hidden', 'Ya no se ofrece', { type: 'checkbox' })} />
      )}
    </FormDialog>
  )
}

export const NewPaymentKind = () => <KindForm stored={null} />

/** Read only as a list, without a version. */
export function EditPaymentKind() {
  const id = useDialogId()
  const close = useCloseDialog()
  const kinds = usePaymentKinds()
  const row = kinds.data?.find((each) => each.id === id)
  if (row) return <KindForm key={id} stored={{ row, tag: null }} />
  const error = kinds.error ?? (kinds.data ? new Error('La forma de pago ya no está.') : null)
  return <LoadingDialog title="Editar Forma de pago" size="md" query={{ ...kinds, error }} onClose={close} />
}
