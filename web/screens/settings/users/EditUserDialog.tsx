import { useTaggedEndpoint } from '../../../api/use-endpoint.ts'
import { LoadingDialog } from '../../../kit/LoadingDialog.tsx'
import { UserForm } from './UserForm.tsx'

/** Loads the row with its version, so that nobody's change is overwritten unseen. */
export function EditUserDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const read = useTaggedEndpoint('users.read', { params: { id_user: id } })
  if (read.data && !read.isRefetching) {
    const { answer, tag } = read.data
    return (
      <UserForm
        key={read.dataUpdatedAt}
        edited={{ user: answer, tag }}
        onClose={onClose}
        onReload={() => void read.refetch()}
      />
    )
  }
  return <LoadingDialog title="Editar Cliente" query={read} onClose={onClose} />
}
