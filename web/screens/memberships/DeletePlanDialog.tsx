import type { Plan } from '@torniquete/contract/memberships.ts'
import { ApiError } from '../../api/api-error.ts'
import { useSave } from '../../api/use-save.ts'
import { ConfirmDialog } from '../../kit/ConfirmDialog.tsx'

/** The server's sentence, the joined messages, or `Error inesperado: código {status}`: ApiError holds whichever it is. */
const reasonOf = (error: Error) =>
  error instanceof ApiError ? error.message : 'Error desconocido al eliminar el membresia'

export function DeletePlanDialog({ plan, onClose }: { plan: Plan; onClose: () => void }) {
  const deletion = useSave({
    run: (id: number, send) => send('memberships.delete', { params: { id_membership: id } }),
    done: 'Membresía eliminada correctamente',
    invalidates: ['memberships'],
    onSaved: onClose,
    failure: (error) => ({
      title: 'Error al eliminar el plan de membresía',
      description: `No se pudo eliminar el plan de membresía, intentelo de nuevo. ${reasonOf(error)}`,
    }),
  })
  return (
    <ConfirmDialog opened pending={deletion.pending} onCancel={onClose} onConfirm={() => deletion.submit(plan.id)}>
      ¿Estás seguro de que deseas eliminar el plan <strong>{plan.name}</strong>? Ya no se podrá vender; lo vendido se
      conserva.
    </ConfirmDialog>
  )
}
