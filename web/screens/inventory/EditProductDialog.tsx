import { Alert, Modal } from '@mantine/core'
import { useTaggedEndpoint } from '../../api/use-endpoint.ts'
import { Spinner } from '../../kit/Spinner.tsx'
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
  return (
    <Modal opened onClose={onClose} title="Editar Producto" size="lg" centered>
      {read.error ? <Alert color="red">{read.error.message}</Alert> : <Spinner />}
    </Modal>
  )
}
