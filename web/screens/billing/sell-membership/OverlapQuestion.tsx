import { ConfirmDialog } from '../../../kit/ConfirmDialog.tsx'

interface OverlapQuestionProps {
  /** Which days are paid already. */
  text: string | null
  onSell: () => void
  onCancel: () => void
}

/** Enter alone sells nothing twice: the focus is on what goes back. */
export function OverlapQuestion({ text, onSell, onCancel }: OverlapQuestionProps) {
  return (
    <ConfirmDialog
      opened
      title="Días ya pagados"
      confirmLabel="Vender de todos modos"
      cancelLabel="Volver"
      onConfirm={onSell}
      onCancel={onCancel}
    >
      {text}
    </ConfirmDialog>
  )
}
