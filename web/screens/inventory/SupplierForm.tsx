import { TextInput } from '@mantine/core'
import { NewSupplier, type Supplier } from '@torniquete/contract/till/suppliers.ts'
import { defineResource } from '../../features/resource/define-resource.tsx'
import { type Stored, useRecordForm, validateWith } from '../../forms/use-record-form.tsx'
import { FormDialog } from '../../kit/FormDialog.tsx'

const toValues = (supplier: Supplier | null) => ({
  name: supplier?.name ?? '',
  email: supplier?.email ?? '',
  phone_number: supplier?.phone_number ?? '',
})

const validate = validateWith(NewSupplier)

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

export const suppliers = defineResource({
  area: 'suppliers',
  paramsOf: (id) => ({ id_supplier: id }),
  path: '/inventory/suppliers/$id/edit',
  Form: SupplierForm,
  title: 'Editar Proveedor',
  size: 'md',
  deleted: {
    title: 'Proveedores eliminados',
    explanation: 'Un proveedor restaurado vuelve a ofrecerse en las compras.',
    done: 'Proveedor restaurado',
    nothingFound: 'No se encontró ningún proveedor.',
  },
  deletion: {
    what: 'el proveedor',
    consequence: 'Sus facturas de compra se conservan.',
    done: 'Proveedor eliminado correctamente',
    failed: 'Error al eliminar el proveedor',
    tryAgain: 'No se pudo eliminar el proveedor, intentelo de nuevo',
  },
})
