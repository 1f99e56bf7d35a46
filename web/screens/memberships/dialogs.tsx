// The dialogs that have an address below the plans' page.
import { DeletedDialog } from '../../features/deleted/DeletedDialog.tsx'
import { editDialog } from '../../forms/EditDialog.tsx'
import { PlanForm } from './PlanForm.tsx'

export { EditSchedule, NewSchedule, SchedulesDialog } from './SchedulesDialog.tsx'

export const NewPlan = () => <PlanForm stored={null} />

export const EditPlan = editDialog({
  read: 'memberships.access',
  inputOf: (id) => ({ params: { id_membership: id } }),
  Form: PlanForm,
  title: 'Editar Plan de Membresía',
  size: 'md',
})

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
