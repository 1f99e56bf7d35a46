import { useTaggedEndpoint } from '../../api/use-endpoint.ts'
import { LoadingDialog } from '../../kit/LoadingDialog.tsx'
import { ProductForm } from './ProductForm.tsx'

/** Loads the row with its version, so that nobody's change is overwritten unseen. */
export function EditProductDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const read = useTaggedEndpoint('products.read', { params: { id_product: id } })
  if (read.data && !read.isRefetching) {
    const { answer, tag } = read.data
    return (
      <ProductForm
        key={read.dataUpdatedAt}
        edited={{ product: answer, tag }}
        onClose={onClose}
        onReload={() => void read.refetch()}
      />
    )
  }
  return <LoadingDialog title="Editar Producto" query={read} onClose={onClose} />
}
