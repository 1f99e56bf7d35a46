import { Dialog } from './Dialog.tsx'
import { QueryState, type ReadState } from './LoadError.tsx'

interface LoadingDialogProps {
  /** The title of the form to come. */
  title: string
  size?: 'md' | 'lg' | 'xl'
  query: ReadState
  onClose: () => void
}

/** Stands where an edit form will be: a spinner, or why its row does not come. */
export function LoadingDialog({ title, size = 'lg', query, onClose }: LoadingDialogProps) {
  return (
    <Dialog onClose={onClose} title={title} size={size}>
      <QueryState queries={[query]} onClose={onClose} />
    </Dialog>
  )
}
