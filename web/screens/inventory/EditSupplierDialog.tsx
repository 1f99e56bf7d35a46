import { Alert, Modal } from '@mantine/core'
import { useTaggedEndpoint } from '../../api/use-endpoint.ts'
import { Spinner } from '../../kit/Spinner.tsx'
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
  return (
    <Modal opened onClose={onClose} title="Editar Proveedor" size="md" centered>
      {read.error ? <Alert color="red">{read.error.message}</Alert> : <Spinner />}
    </Modal>
  )
}
