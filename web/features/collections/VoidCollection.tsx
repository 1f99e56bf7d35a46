import { Text } from '@mantine/core'
import type { DebtCollection } from '@torniquete/contract/till/debt-collections.ts'
import { getCallSuccessText } from '../../api/outbox-calls.ts'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { ReasonDialog } from '../../forms/ReasonDialog.tsx'
import { LoadingDialog } from '../../kit/LoadingDialog.tsx'
import { Money } from '../../kit/Money.tsx'
import { UnbrokenAmountsText } from '../../kit/UnbrokenAmountsText.tsx'
import { formatPaymentKindSums } from '../paying/payment-kind-sums.ts'
import { usePaymentKinds } from '../paying/payment-settings.ts'
import { RefundDrawerField, useRefundDrawer } from '../paying/RefundDrawerState.tsx'

interface VoidCollectionProps {
  id: number
  reason?: string
  onClose: () => void
  onVoided: () => void
}

export function VoidCollection(props: VoidCollectionProps) {
  const query = useEndpoint('collections.read', { params: { id: props.id } })
  return query.data ? (
    <TakeBack collection={query.data} {...props} />
  ) : (
    <LoadingDialog title="Anular cobro" query={query} onClose={props.onClose} />
  )
}

function TakeBack({ collection, id, reason, onClose, onVoided }: VoidCollectionProps & { collection: DebtCollection }) {
  const kinds = usePaymentKinds().data ?? []
  const { number, client, amount, paid } = collection
  const isCash = paid.some(({ kind }) => kinds.some(({ id, in_drawer }) => id === kind.id && in_drawer))
  const drawer = useRefundDrawer({ isCash })
  return (
    <ReasonDialog
      title={`Anular el cobro N.º\u00a0${number}`}
      submitLabel="Anular cobro"
      pendingLabel="Anulando"
      danger
      {...(reason && { stored: reason })}
      wrong={drawer.wrong}
      run={(reason, send, confirmed) =>
        send('collections.void', {
          params: { id },
          body: { reason, ...drawer.body, ...(confirmed && { refuse_short: false }) },
          label: `La anulación del cobro N.º ${number} a ${client.name}`,
        })
      }
      done={getCallSuccessText('collections.void')}
      onSaved={onVoided}
      onClose={onClose}
    >
      {(tried) => (
        <>
          <Text size="sm" role="status">
            {client.name} vuelve a deber <Money value={amount} />
            {client.deleted && ', y está en la lista de eliminados: no se le puede cobrar mientras no se restaure'}. Se
            devuelve como se pagó: <UnbrokenAmountsText>{`${formatPaymentKindSums(paid)}.`}</UnbrokenAmountsText>
          </Text>
          <RefundDrawerField drawer={drawer} tried={tried} />
        </>
      )}
    </ReasonDialog>
  )
}
