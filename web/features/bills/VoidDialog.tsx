import { Text } from '@mantine/core'
import { bookedText } from '../../api/booking-calls.ts'
import { ReasonDialog } from '../../forms/ReasonDialog.tsx'
import { inOwnShift, useDrawers } from '../paying/own-drawer.ts'
import type { Voiding } from './bill-kinds.ts'

interface VoidDialogProps extends Voiding {
  id: number
  /** As the document is called: 'Factura de venta N.º 12'. */
  name: string
  submitLabel: string
  onClose: () => void
  onVoided: () => void
}

export function VoidDialog({ voidCall, consequence, id, name, onVoided, ...frame }: VoidDialogProps) {
  const { own } = useDrawers()
  return (
    <ReasonDialog
      {...frame}
      // The number stays beside its word.
      title={`Anular ${name.replace('N.º ', 'N.º\u00a0')}`}
      pendingLabel="Anulando"
      danger
      run={(reason, send) =>
        send(voidCall, { params: { id }, body: { reason, ...inOwnShift() }, label: `La anulación de ${name}` })
      }
      done={bookedText(voidCall)}
      onSaved={onVoided}
    >
      <Text size="sm">
        Se emite un documento de anulación; el original se conserva. {consequence}
        {own?.shift && ` Lo que se pagó en efectivo cuenta en el turno abierto de la caja ${own.name}.`}
      </Text>
    </ReasonDialog>
  )
}
