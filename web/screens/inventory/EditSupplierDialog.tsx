import { useTaggedEndpoint } from '../../api/use-endpoint.ts'
import { LoadingDialog } from '../../kit/LoadingDialog.tsx'
import { SupplierForm } from './SupplierForm.tsx'

/** Loads the row with its version, so that nobody's change is overwritten unseen. */
export function EditSupplierDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const read = useTaggedEndpoint('suppliers.read', { params: { id_supplier: id } })
  if (read.data && !read.isRefetching) {
    const { answer, tag } = read.data
    return (
      <SupplierForm
        key={read.dataUpdatedAt}
        edited={{ supplier: answer, tag }}
        onClose={onClose}
        onReload={() => void read.refetch()}
      />
    )
  }
  return <LoadingDialog title="Editar Proveedor" size="md" query={read} onClose={onClose} />
}
