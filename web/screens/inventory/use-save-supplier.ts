import type { Supplier } from '@torniquete/contract/suppliers.ts'
import { type Save, useSave } from '../../api/use-save.ts'
import type { SupplierValues } from './supplier-form-values.ts'

export interface EditedSupplier {
  supplier: Supplier
  tag: string | null
}

export function useSaveSupplier(
  edited: EditedSupplier | null,
  onSaved: () => void,
  setErrors: (errors: Record<string, string>) => void,
): Save<SupplierValues> {
  return useSave({
    run: (values: SupplierValues, send) =>
      edited
        ? send('suppliers.update', {
            params: { id_supplier: edited.supplier.id },
            body: values,
            ifMatch: edited.tag,
          })
        : send('suppliers.create', { body: values }),
    done: edited ? 'Proveedor editado con éxito' : 'Proveedor agregado con éxito',
    invalidates: ['suppliers', 'purchases'],
    onSaved,
    setErrors,
  })
}
