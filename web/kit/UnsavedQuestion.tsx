import { lazy, Suspense, useEffect } from 'react'
import { answerUnsavedQuestion, useUnsavedQuestion } from './unsaved.ts'

const [title, text] = ['Hay cambios sin guardar', 'Si sales ahora, se pierde lo que escribiste.']

interface AskPlainlyProps {
  onConfirm: () => void
  onCancel: () => void
}

/** Where the dialog's code does not come, the browser asks. */
function AskPlainly({ onConfirm, onCancel }: AskPlainlyProps) {
  useEffect(() => {
    if (window.confirm(`${title}. ${text}`)) onConfirm()
    else onCancel()
  }, [onConfirm, onCancel])
  return null
}

/** The shell fetches it in idle time: the first page is not to wait for it. */
export const loadQuestion = () => import('./ConfirmDialog.tsx')
const Dialog = lazy(() =>
  loadQuestion().then(
    ({ ConfirmDialog }): { default: typeof ConfirmDialog | typeof AskPlainly } => ({ default: ConfirmDialog }),
    () => ({ default: AskPlainly }),
  ),
)

/** Asks before anything unsaved is lost. Mounted once, by the shell. */
export function UnsavedQuestion() {
  const asking = useUnsavedQuestion()
  if (!asking) return null
  return (
    <Suspense>
      <Dialog
        zIndex={600}
        title={title}
        confirmLabel="Descartar"
        cancelLabel="Seguir editando"
        onCancel={() => answerUnsavedQuestion(false)}
        onConfirm={() => answerUnsavedQuestion(true)}
      >
        {text}
      </Dialog>
    </Suspense>
  )
}
