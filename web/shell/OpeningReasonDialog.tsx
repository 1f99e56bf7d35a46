import { ReasonDialog } from '../forms/ReasonDialog.tsx'
import type { Asked } from './opening-reason.ts'

/** Asks for the reason of a manual door opening. */
export function OpeningReasonDialog({ opening: { id, reason }, onClose }: { opening: Asked; onClose: () => void }) {
  return (
    <ReasonDialog
      title="Por qué se abrió la puerta"
      submitLabel="Guardar"
      stored={reason}
      run={(reason, send) => send('door.explain', { params: { id }, body: { reason } })}
      done="Motivo guardado"
      onSaved={onClose}
      onClose={onClose}
    />
  )
}
