import type { Product } from '@torniquete/contract/products.ts'
import { forgetImage } from '../../api/images.ts'
import { useSave } from '../../api/use-save.ts'
import { ConfirmDialog } from '../../kit/ConfirmDialog.tsx'

export function DeleteProductDialog({ product, onClose }: { product: Product; onClose: () => void }) {
  const deletion = useSave({
    run: (id: number, send) => send('products.delete', { params: { id_product: id } }),
    done: 'Producto eliminado correctamente',
    invalidates: ['products'],
    onSaved: () => {
      forgetImage(product.image_path)
      onClose()
    },
    failure: () => ({
      title: 'Error al eliminar el producto',
      description: 'No se pudo eliminar el producto, intentelo de nuevo',
    }),
  })
  return (
    <ConfirmDialog opened pending={deletion.pending} onCancel={onClose} onConfirm={() => deletion.submit(product.id)}>
      ¿Estás seguro de que deseas eliminar el producto <strong>{product.name}</strong>? Ya no se podrá vender ni
      comprar; las facturas conservan su nombre.
    </ConfirmDialog>
  )
}
