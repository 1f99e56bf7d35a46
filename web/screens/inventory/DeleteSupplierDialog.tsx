import type { Supplier } from '@torniquete/contract/suppliers.ts'
import { DeleteDialog } from '../../forms/DeleteDialog.tsx'

export function DeleteSupplierDialog({ supplier, onClose }: { supplier: Supplier; onClose: () => void }) {
  return (
    <DeleteDialog
      remove={(send) => send('suppliers.delete', { params: { id_supplier: supplier.id } })}
      done="Proveedor eliminado correctamente"
      failed="Error al eliminar el proveedor"
      tryAgain="No se pudo eliminar el proveedor, intentelo de nuevo"
      onClose={onClose}
    >
      ¿Estás seguro de que deseas eliminar el proveedor <strong>{supplier.name}</strong>? Sus facturas de compra se
      conservan.
    </DeleteDialog>
  )
}
