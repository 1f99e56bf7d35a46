import type { Product } from '@torniquete/contract/till/products.ts'
import type { Supplier } from '@torniquete/contract/till/suppliers.ts'
import { forgetImage } from '../../api/images.ts'
import { DeleteDialog } from '../../forms/DeleteDialog.tsx'

export function DeleteProductDialog({ product, onClose }: { product: Product; onClose: () => void }) {
  return (
    <DeleteDialog
      remove={(send) => send('products.delete', { params: { id_product: product.id } })}
      done="Producto eliminado correctamente"
      name={product.name}
      failed="Error al eliminar el producto"
      tryAgain="No se pudo eliminar el producto, intentelo de nuevo"
      onDeleted={() => forgetImage(product.image_path)}
      onClose={onClose}
    >
      ¿Estás seguro de que deseas eliminar el producto <strong>{product.name}</strong>? Ya no se podrá vender ni
      comprar; las facturas conservan su nombre.
    </DeleteDialog>
  )
}

export function DeleteSupplierDialog({ supplier, onClose }: { supplier: Supplier; onClose: () => void }) {
  return (
    <DeleteDialog
      remove={(send) => send('suppliers.delete', { params: { id_supplier: supplier.id } })}
      done="Proveedor eliminado correctamente"
      name={supplier.name}
      failed="Error al eliminar el proveedor"
      tryAgain="No se pudo eliminar el proveedor, intentelo de nuevo"
      onClose={onClose}
    >
      ¿Estás seguro de que deseas eliminar el proveedor <strong>{supplier.name}</strong>? Sus facturas de compra se
      conservan.
    </DeleteDialog>
  )
}
