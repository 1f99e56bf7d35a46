// The dialogs that have an address below the plans' page.
import { DeletedDialog } from '../../forms/DeletedDialog.tsx'
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

export const DeletedPlans = () => (
  <DeletedDialog
    title="Planes eliminados"
    explanation="Un plan restaurado vuelve a venderse con el precio y los días que tenía."
    list="memberships.deleted"
    restore={(id, send) => send('memberships.restore', { params: { id_membership: id } })}
    done="Plan restaurado"
    empty="No hay planes eliminados"
    nothingFound="No se encontró ningún plan."
  />
)
