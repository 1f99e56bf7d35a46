import { TextInput } from '@mantine/core'
import { type Supplier, NewSupplier as SupplierToCreate } from '@torniquete/contract/till/suppliers.ts'
import { resourceDialogs } from '../../features/resource/resource-dialogs.tsx'
import { type Stored, useRecordForm, validateWith } from '../../forms/use-record-form.tsx'
import { FormDialog } from '../../kit/FormDialog.tsx'

const toValues = (supplier: Supplier | null) => ({
  name: supplier?.name ?? '',
  email: supplier?.email ?? '',
  phone_number: supplier?.phone_number ?? '',
})

const validate = validateWith(SupplierToCreate)

export function SupplierForm({ stored }: { stored: Stored<Supplier> | null }) {
  const { field, dialog } = useRecordForm({
    stored,
    toValues,
    validate,
    create: (body, send) => send('suppliers.create', { body }),
    update: ({ id }, body, ifMatch, send) => send('suppliers.update', { params: { id_supplier: id }, body, ifMatch }),
    created: 'Proveedor agregado con éxito',
    updated: 'Proveedor editado con éxito',
  })
  return (
    <FormDialog {...dialog} entity="Proveedor" size="md">
      <TextInput required maxLength={50} {...field('name', 'Nombre')} />
      <TextInput type="email" maxLength={255} {...field('email', 'Correo')} />
      <TextInput type="tel" maxLength={20} {...field('phone_number', 'Teléfono')} />
    </FormDialog>
  )
}

export const {
  New: NewSupplier,
  Edit: EditSupplier,
  Deleted: DeletedSuppliers,
} = resourceDialogs({
  area: 'suppliers',
  paramsOf: (id) => ({ id_supplier: id }),
  Form: SupplierForm,
  title: 'Editar Proveedor',
  size: 'md',
  deleted: {
    title: 'Proveedores eliminados',
    explanation: 'Un proveedor restaurado vuelve a ofrecerse en las compras.',
    done: 'Proveedor restaurado',
    nothingFound: 'No se encontró ningún proveedor.',
  },
})
