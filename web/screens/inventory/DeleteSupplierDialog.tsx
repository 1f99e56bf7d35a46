import type { Supplier } from '@torniquete/contract/suppliers.ts'
import { useSave } from '../../api/use-save.ts'
import { ConfirmDialog } from '../../kit/ConfirmDialog.tsx'

export function DeleteSupplierDialog({ supplier, onClose }: { supplier: Supplier; onClose: () => void }) {
  const deletion = useSave({
    run: (id: number, send) => send('suppliers.delete', { params: { id_supplier: id } }),
    done: 'Proveedor eliminado correctamente',
    invalidates: ['suppliers'],
    onSaved: onClose,
    failure: () => ({
      title: 'Error al eliminar el proveedor',
      description: 'No se pudo eliminar el proveedor, intentelo de nuevo',
    }),
  })
  return (
    <ConfirmDialog opened pending={deletion.pending} onCancel={onClose} onConfirm={() => deletion.submit(supplier.id)}>
      ¿Estás seguro de que deseas eliminar el proveedor <strong>{supplier.name}</strong>? Sus facturas de compra se
      conservan.
    </ConfirmDialog>
  )
}
