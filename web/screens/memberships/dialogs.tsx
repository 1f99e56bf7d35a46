// The dialogs that have an address below the plans' page.
import { EditDialog } from '../../forms/EditDialog.tsx'
import { useDialogId } from '../../opening.ts'
import { PlanForm } from './PlanForm.tsx'

export const NewPlan = () => <PlanForm stored={null} />

export function EditPlan() {
  const id = useDialogId()
  return (
    <EditDialog
      key={id}
      read="memberships.read"
      input={{ params: { id_membership: id } }}
      title="Editar Plan de Membresía"
      size="md"
    >
      {(stored) => <PlanForm stored={stored} />}
    </EditDialog>
  )
}
