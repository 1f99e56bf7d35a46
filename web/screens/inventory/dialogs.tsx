import { DeletedDialog } from '../../features/deleted/DeletedDialog.tsx'
import { UnlessUnanswered } from '../../features/unanswered/UnlessUnanswered.tsx'
import { editDialog } from '../../forms/EditDialog.tsx'
import { ProductForm } from './ProductForm.tsx'
import { PurchaseDialog } from './PurchaseDialog.tsx'
import { SupplierForm } from './SupplierForm.tsx'

export { ShownBill } from '../../features/bills/BillDialog.tsx'
export { ImportDialog } from './import/ImportDialog.tsx'

export const NewProduct = () => <ProductForm stored={null} />

export const EditProduct = editDialog({
  read: 'products.read',
  inputOf: (id) => ({ params: { id_product: id } }),
  Form: ProductForm,
  title: 'Editar Producto',
})

export const NewSupplier = () => <SupplierForm stored={null} />

export const EditSupplier = editDialog({
  read: 'suppliers.read',
  inputOf: (id) => ({ params: { id_supplier: id } }),
  Form: SupplierForm,
  title: 'Editar Proveedor',
  size: 'md',
})

export const NewPurchase = () => (
  <UnlessUnanswered kind="purchase">{(onClose) => <PurchaseDialog onClose={onClose} />}</UnlessUnanswered>
)

export const DeletedProducts = () => (
  <DeletedDialog
    title="Productos eliminados"
    explanation="Un producto restaurado recupera su existencia, sus precios y su código; su foto hay que ponerla de nuevo."
    list="products.deleted"
    restore={(id, send) => send('products.restore', { params: { id_product: id } })}
    done="Producto restaurado"
    nothingFound="Ningún producto coincide con la búsqueda"
  />
)

export const DeletedSuppliers = () => (
  <DeletedDialog
    title="Proveedores eliminados"
    explanation="Un proveedor restaurado vuelve a ofrecerse en las compras."
    list="suppliers.deleted"
    restore={(id, send) => send('suppliers.restore', { params: { id_supplier: id } })}
    done="Proveedor restaurado"
    nothingFound="No se encontró ningún proveedor."
  />
)
