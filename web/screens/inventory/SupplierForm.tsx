import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { isStale } from '../../api/api-error.ts'
import { FormDialog } from '../../kit/FormDialog.tsx'
import { StaleNotice } from '../../kit/StaleNotice.tsx'
import { validateSupplier, valuesOf } from './supplier-form-values.ts'
import { type EditedSupplier, useSaveSupplier } from './use-save-supplier.ts'

interface SupplierFormProps {
  /** Null registers a new one. */
  edited: EditedSupplier | null
  onClose: () => void
  /** Loads the row again after somebody else changed it. */
  onReload: () => void
}

export function SupplierForm({ edited, onClose, onReload }: SupplierFormProps) {
  const editing = edited !== null
  const form = useForm({ initialValues: valuesOf(edited?.supplier ?? null), validate: validateSupplier })
  const save = useSaveSupplier(edited, onClose, form.setErrors)
  const field = form.getInputProps
  return (
    <FormDialog
      opened
      entity="Proveedor"
      editing={editing}
      submitLabel={editing ? 'Guardar cambios' : 'Registrar proveedor'}
      pending={save.pending}
      dirty={form.isDirty()}
      error={isStale(save.error) && <StaleNotice error={save.error} onReload={onReload} />}
      unanswered={save.unanswered}
      size="md"
      onClose={onClose}
      onSubmit={form.onSubmit((values) => save.submit(values))}
    >
      <TextInput label="Nombre" required maxLength={50} autoComplete="off" {...field('name')} />
      <TextInput label="Correo" type="email" maxLength={255} autoComplete="off" {...field('email')} />
      <TextInput label="Teléfono" type="tel" maxLength={20} autoComplete="off" {...field('phone_number')} />
    </FormDialog>
  )
}
