import type { Product } from '@torniquete/contract/products.ts'
import { forgetImage } from '../../api/images.ts'
import { DeleteDialog } from '../../forms/DeleteDialog.tsx'

export function DeleteProductDialog({ product, onClose }: { product: Product; onClose: () => void }) {
  return (
    <DeleteDialog
      remove={(send) => send('products.delete', { params: { id_product: product.id } })}
      done="Producto eliminado correctamente"
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
