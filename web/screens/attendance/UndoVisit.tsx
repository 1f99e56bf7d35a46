import { Text } from '@mantine/core'
import type { Attendance } from '@torniquete/contract/members/attendances.ts'
import { showInstant } from '@torniquete/contract/shared/dates.ts'
import { ReasonDialog } from '../../forms/ReasonDialog.tsx'

interface UndoVisitProps {
  visit: Attendance
  zone: string
  onClose: () => void
}

export function UndoVisit({ visit, zone, onClose }: UndoVisitProps) {
  const params = { id: visit.attendance_id }
  return (
    <ReasonDialog
      title="Anular entrada"
      submitLabel="Anular"
      pendingLabel="Anulando"
      danger
      run={(reason, send) => send('attendances.undo', { params, body: { reason } })}
      done="Entrada anulada"
      onSaved={onClose}
      onClose={onClose}
    >
      <Text fw={600}>
        {visit.client_name} · {showInstant(zone, visit.check_in)}
      </Text>
      <Text size="sm">
        Deja de contar; si su plan es por visitas, la recupera. Queda escrito quién la anuló y por qué.
      </Text>
    </ReasonDialog>
  )
}
