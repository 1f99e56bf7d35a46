// A wrong collection is taken back: by whoever may void, with a reason.
import { Text } from '@mantine/core'
import { bookedText } from '../../api/booking-calls.ts'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { ReasonDialog } from '../../forms/ReasonDialog.tsx'
import { LoadingDialog } from '../../kit/LoadingDialog.tsx'
import { Money } from '../../kit/Money.tsx'
import { kindsText } from '../paying/kind-sums.ts'
import { ownShiftBody, useDrawers } from '../paying/own-drawer.ts'

interface VoidCollectionProps {
  id: number
  /** Proposed. */
  reason?: string
  onClose: () => void
  onVoided: () => void
}

export function VoidCollection({ id, reason, onClose, onVoided }: VoidCollectionProps) {
  const { own } = useDrawers()
  const query = useEndpoint('collections.read', { params: { id } })
  const collection = query.data
  if (!collection) return <LoadingDialog title="Anular cobro" query={query} onClose={onClose} />
  const { number, client, amount, paid } = collection
  return (
    <ReasonDialog
      title={`Anular el cobro N.º\u00a0${number}`}
      submitLabel="Anular cobro"
      pendingLabel="Anulando"
      danger
      {...(reason && { stored: reason })}
      run={(reason, send) =>
        send('collections.void', {
          params: { id },
          body: { reason, ...ownShiftBody() },
          label: `La anulación del cobro N.º ${number} a ${client.name}`,
        })
      }
      done={bookedText('collections.void')}
      onSaved={onVoided}
      onClose={onClose}
    >
      <Text size="sm" role="status">
        {client.name} vuelve a deber <Money value={amount} />. Se devuelve como se pagó: {kindsText(paid)}.
        {own?.shift && ` Lo que se devuelve en efectivo cuenta en el turno abierto de la caja ${own.name}.`}
      </Text>
    </ReasonDialog>
  )
}
