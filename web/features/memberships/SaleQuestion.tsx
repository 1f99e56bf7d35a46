import { Text } from '@mantine/core'
import { ConfirmDialog } from '../../kit/ConfirmDialog.tsx'

interface SaleQuestionProps {
  /** Which days are paid already. */
  overlap: string | null
  /** Its whole time has passed. */
  over: string | null
  onSell: () => void
  onCancel: () => void
}

/** Enter alone sells nothing twice, nor what is over: the focus is on what goes back. */
export function SaleQuestion({ overlap, over, onSell, onCancel }: SaleQuestionProps) {
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
