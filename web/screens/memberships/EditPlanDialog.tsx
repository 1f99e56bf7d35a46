import { useTaggedEndpoint } from '../../api/use-endpoint.ts'
import { LoadingDialog } from '../../kit/LoadingDialog.tsx'
import { PlanForm } from './PlanForm.tsx'

/** Loads the row with its version, so that nobody's change is overwritten unseen. */
export function EditPlanDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const read = useTaggedEndpoint('memberships.read', { params: { id_membership: id } })
  if (read.data && !read.isRefetching) {
    const { answer, tag } = read.data
    return (
      <PlanForm
        key={read.dataUpdatedAt}
        edited={{ plan: answer, tag }}
        onClose={onClose}
        onReload={() => void read.refetch()}
      />
    )
  }
  return <LoadingDialog title="Editar Plan de Membresía" size="md" query={read} onClose={onClose} />
}
