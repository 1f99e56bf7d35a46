import { ConfirmDialog } from './ConfirmDialog.tsx'
import { answerUnsavedQuestion, useIsUnsavedQuestionOpen } from './unsaved-input.ts'

export function UnsavedQuestion() {
  const asking = useIsUnsavedQuestionOpen()
  if (!asking) return null
  return (
    <ConfirmDialog
      zIndex={600}
      title="Hay cambios sin guardar"
      confirmLabel="Descartar"
      cancelLabel="Seguir editando"
      onCancel={() => answerUnsavedQuestion(false)}
      onConfirm={() => answerUnsavedQuestion(true)}
    >
      Si sales ahora, se pierde lo que escribiste.
    </ConfirmDialog>
  )
}
