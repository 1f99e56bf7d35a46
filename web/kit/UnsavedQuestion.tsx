import { ConfirmDialog } from './ConfirmDialog.tsx'
import { answerUnsaved, useUnsavedQuestion } from './unsaved.ts'
import { useFocusReturn } from './use-focus-return.ts'

/** Asks before anything unsaved is lost. Mounted once, by main.tsx. */
export function UnsavedQuestion() {
  const asking = useUnsavedQuestion()
  // Where the question came up, writing goes on.
  useFocusReturn(asking)
  if (!asking) return null
  return (
    <ConfirmDialog
      opened
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
