import { useTaggedEndpoint } from '../../api/use-endpoint.ts'
import { LoadingDialog } from '../../kit/LoadingDialog.tsx'
import { ClientForm } from './ClientForm.tsx'

/** Loads the row with its version, so that nobody's change is overwritten unseen. */
export function EditClientDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const read = useTaggedEndpoint('clients.read', { params: { id_client: id } })
  if (read.data && !read.isRefetching) {
    const { answer, tag } = read.data
    return (
      <ClientForm
        key={read.dataUpdatedAt}
        edited={{ client: answer, tag }}
        onClose={onClose}
        onReload={() => void read.refetch()}
      />
    )
  }
  return <LoadingDialog title="Editar Cliente" query={read} onClose={onClose} />
}
