import type { Product } from '@torniquete/contract/products.ts'
import type { Supplier } from '@torniquete/contract/suppliers.ts'
import { DeleteProductDialog } from './DeleteProductDialog.tsx'
import { DeleteSupplierDialog } from './DeleteSupplierDialog.tsx'
import { EditProductDialog } from './EditProductDialog.tsx'
import { EditSupplierDialog } from './EditSupplierDialog.tsx'
import { ProductForm } from './ProductForm.tsx'
import { PurchaseDialog } from './PurchaseDialog.tsx'
import { SupplierForm } from './SupplierForm.tsx'

export type InventoryDialog =
  | { kind: 'buy' | 'new-product' | 'new-supplier' }
  | { kind: 'edit-product' | 'delete-product'; product: Product }
  | { kind: 'edit-supplier' | 'delete-supplier'; supplier: Supplier }

export function InventoryDialogs({ dialog, onClose }: { dialog: InventoryDialog | null; onClose: () => void }) {
  switch (dialog?.kind) {
    case 'buy':
      return <PurchaseDialog onClose={onClose} />
    case 'new-product':
      return <ProductForm edited={null} onClose={onClose} onReload={onClose} />
    case 'edit-product':
      return <EditProductDialog id={dialog.product.id} onClose={onClose} />
    case 'delete-product':
      return <DeleteProductDialog product={dialog.product} onClose={onClose} />
    case 'new-supplier':
      return <SupplierForm edited={null} onClose={onClose} onReload={onClose} />
    case 'edit-supplier':
      return <EditSupplierDialog id={dialog.supplier.id} onClose={onClose} />
    case 'delete-supplier':
      return <DeleteSupplierDialog supplier={dialog.supplier} onClose={onClose} />
    default:
      return null
  }
}
