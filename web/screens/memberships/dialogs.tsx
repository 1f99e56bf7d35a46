import { call, tagged } from '../../api/call.ts'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { DeletedDialog } from '../../features/deleted/DeletedDialog.tsx'
import { useStored } from '../../forms/use-stored.ts'
import { LoadingDialog } from '../../kit/LoadingDialog.tsx'
import { useCloseDialog, useDialogId } from '../../navigation/opening.ts'
import { PlanForm } from './PlanForm.tsx'

export { EditSchedule, NewSchedule, SchedulesDialog } from './SchedulesDialog.tsx'

/** Not an editDialog, because terms and access have their own calls. */
export function EditPlan() {
  const params = { id_membership: useDialogId() }
  const { stored, query } = useStored('memberships.access', { params })
  const terms = useEndpoint('memberships.terms', { params })
  const close = useCloseDialog()
  if (!stored || !terms.data)
    return <LoadingDialog title="Editar Plan de Membresía" size="md" query={stored ? terms : query} onClose={close} />
  const read = async () => {
    const plan = tagged(await call('memberships.access', { params }))
    return { ...plan, answer: { ...plan.answer, ...(await call('memberships.terms', { params })) } }
  }
  return <PlanForm stored={{ row: { ...stored.row, ...terms.data }, tag: stored.tag, read }} />
}

export const NewPlan = () => <PlanForm stored={null} />

export const DeletedPlans = () => (
  <DeletedDialog
    title="Planes eliminados"
    explanation="Un plan restaurado vuelve a venderse con el precio y los días que tenía."
    list="memberships.deleted"
    restore={(id, send) => send('memberships.restore', { params: { id_membership: id } })}
    done="Plan restaurado"
    nothingFound="No se encontró ningún plan."
  />
)
