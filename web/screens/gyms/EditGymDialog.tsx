import { useTaggedEndpoint } from '../../api/use-endpoint.ts'
import { LoadingDialog } from '../../kit/LoadingDialog.tsx'
import { GymForm } from './GymForm.tsx'

/** Loads the row with its version, so that nobody's change is overwritten unseen. */
export function EditGymDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const read = useTaggedEndpoint('gyms.read', { params: { id } })
  if (read.data && !read.isRefetching) {
    const { answer, tag } = read.data
    return (
      <GymForm
        key={read.dataUpdatedAt}
        edited={{ gym: answer, tag }}
        onClose={onClose}
        onReload={() => void read.refetch()}
      />
    )
  }
  return <LoadingDialog title="Editar Gimnasio" query={read} onClose={onClose} />
}
