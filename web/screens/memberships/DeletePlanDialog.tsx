import type { Plan } from '@torniquete/contract/memberships.ts'
import { DeleteDialog } from '../../forms/DeleteDialog.tsx'

export function DeletePlanDialog({ plan, onClose }: { plan: Plan; onClose: () => void }) {
  return (
    <DeleteDialog
      remove={(send) => send('memberships.delete', { params: { id_membership: plan.id } })}
      done="Membresía eliminada correctamente"
      failed="Error al eliminar el plan de membresía"
      tryAgain="No se pudo eliminar el plan de membresía, intentelo de nuevo"
      unknown="Error desconocido al eliminar el membresia"
      onClose={onClose}
    >
      ¿Estás seguro de que deseas eliminar el plan <strong>{plan.name}</strong>? Ya no se podrá vender; lo vendido se
      conserva.
    </DeleteDialog>
  )
}
