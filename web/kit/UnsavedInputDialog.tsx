import { ConfirmDialog } from './ConfirmDialog.tsx'
import { answerUnsavedInputDialog, useIsUnsavedInputDialogOpen } from './unsaved-input.ts'

export function UnsavedInputDialog() {
  const asking = useIsUnsavedInputDialogOpen()
  if (!asking) return null
  return (
    <ConfirmDialog
      zIndex={600}
      title="Hay cambios sin guardar"
      confirmLabel="Descartar"
      cancelLabel="Seguir editando"
      onCancel={() => answerUnsavedInputDialog(false)}
      onConfirm={() => answerUnsavedInputDialog(true)}
    >
      Si sales ahora, se pierde lo que escribiste.
    </ConfirmDialog>
  )
}
