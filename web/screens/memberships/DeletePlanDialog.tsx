import type { Plan } from '@torniquete/contract/memberships.ts'
import { ApiError } from '../../api/api-error.ts'
import { DeleteDialog } from '../../forms/DeleteDialog.tsx'

/** The server's sentence, the joined messages, or `Error inesperado: código {status}`: ApiError holds whichever it is. */
const reasonOf = (error: Error) =>
  error instanceof ApiError ? error.message : 'Error desconocido al eliminar el membresia'

export function DeletePlanDialog({ plan, onClose }: { plan: Plan; onClose: () => void }) {
  return (
    <DeleteDialog
      remove={(send) => send('memberships.delete', { params: { id_membership: plan.id } })}
      done="Membresía eliminada correctamente"
      failed="Error al eliminar el plan de membresía"
      describe={(error) => `No se pudo eliminar el plan de membresía, intentelo de nuevo. ${reasonOf(error)}`}
      onClose={onClose}
    >
      ¿Estás seguro de que deseas eliminar el plan <strong>{plan.name}</strong>? Ya no se podrá vender; lo vendido se
      conserva.
    </DeleteDialog>
  )
}
