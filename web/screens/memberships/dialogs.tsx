import { call, tagged } from '../../api/call.ts'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { defineResource } from '../../features/resource/define-resource.tsx'
import { useStored } from '../../forms/use-stored.ts'
import { LoadingDialog } from '../../kit/LoadingDialog.tsx'
import { useCloseDialog, useDialogId } from '../../navigation/opening.ts'
import { PlanForm } from './PlanForm.tsx'

export { EditSchedule, NewSchedule, SchedulesDialog } from './SchedulesDialog.tsx'

export function EditPlan() {
  const id = useDialogId()
  return <PlanEditor key={id} id={id} />
}

/** Not an editDialog, because terms and access have their own calls. */
function PlanEditor({ id }: { id: number }) {
  const params = { id_membership: id }
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

export const plans = defineResource({
  area: 'memberships',
  paramsOf: (id) => ({ id_membership: id }),
  path: '/memberships/$id/edit',
  Form: () => <PlanForm stored={null} />,
  Edit: EditPlan,
  title: 'Editar Plan de Membresía',
  deleted: {
    title: 'Planes eliminados',
    explanation: 'Un plan restaurado vuelve a venderse con el precio y los días que tenía.',
    done: 'Plan restaurado',
    nothingFound: 'No se encontró ningún plan.',
  },
  deletion: {
    what: 'el plan',
    consequence: 'Ya no se podrá vender; lo vendido se conserva.',
    done: 'Membresía eliminada correctamente',
    failed: 'Error al eliminar el plan de membresía',
    tryAgain: 'No se pudo eliminar el plan de membresía, intentelo de nuevo',
    unknown: 'Error desconocido al eliminar el membresia',
  },
})

export const { New: NewPlan, Deleted: DeletedPlans } = plans
