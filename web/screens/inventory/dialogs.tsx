// The dialogs that have an address below the inventory's page.
import { EditDialog } from '../../forms/EditDialog.tsx'
import { useDialogId } from '../../opening.ts'
import { UnlessUnanswered } from '../billing/UnlessUnanswered.tsx'
import { ProductForm } from './ProductForm.tsx'
import { PurchaseDialog } from './PurchaseDialog.tsx'
import { SupplierForm } from './SupplierForm.tsx'

export const NewProduct = () => <ProductForm stored={null} />

export function EditProduct() {
  const id = useDialogId()
  return (
    <EditDialog key={id} read="products.read" input={{ params: { id_product: id } }} title="Editar Producto">
      {(stored) => <ProductForm stored={stored} />}
    </EditDialog>
  )
}

export const NewSupplier = () => <SupplierForm stored={null} />

export function EditSupplier() {
  const id = useDialogId()
  return (
    <EditDialog
      key={id}
      read="suppliers.read"
      input={{ params: { id_supplier: id } }}
      title="Editar Proveedor"
      size="md"
    >
      {(stored) => <SupplierForm stored={stored} />}
    </EditDialog>
  )
}

export const NewPurchase = () => (
  <UnlessUnanswered kind="purchase">{(onClose) => <PurchaseDialog onClose={onClose} />}</UnlessUnanswered>
)
