import { ConfirmDialog } from './ConfirmDialog.tsx'
import { answerUnsaved, useUnsavedQuestion } from './unsaved.ts'

/** Asks before anything unsaved is lost. Mounted once, by main.tsx. */
export function UnsavedQuestion() {
  const asking = useUnsavedQuestion()
  if (!asking) return null
  return (
    <ConfirmDialog
      opened
      zIndex={600}
      title="Hay cambios sin guardar"
      confirmLabel="Descartar"
      cancelLabel="Seguir editando"
      onCancel={() => answerUnsaved(false)}
      onConfirm={() => answerUnsaved(true)}
    >
      Si sales ahora, se pierde lo que escribiste.
    </ConfirmDialog>
  )
}
