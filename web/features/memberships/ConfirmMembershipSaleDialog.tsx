import { Alert, Text } from '@mantine/core'
import { ConfirmDialog } from '../../kit/ConfirmDialog.tsx'

export const SaleWarnings = ({ texts }: { texts: readonly (string | null | false)[] }) =>
  texts.map(
    (text) =>
      text && (
        <Alert key={text} color="yellow" role="status">
          {text}
        </Alert>
      ),
  )

interface SaleQuestionProps {
  overlap: string | null
  over: string | null
  onSell: () => void
  onCancel: () => void
}

/** The cancel button has the focus, so that Enter alone sells nothing. */
export function ConfirmMembershipSaleDialog({ overlap, over, onSell, onCancel }: SaleQuestionProps) {
  return (
    <ConfirmDialog
      title={overlap ? 'Días ya pagados' : 'Membresía ya vencida'}
      confirmLabel="Vender de todos modos"
      cancelLabel="Volver"
      onConfirm={onSell}
      onCancel={onCancel}
    >
      {overlap && <Text>{overlap}</Text>}
      {over && <Text>{over}</Text>}
    </ConfirmDialog>
  )
}
