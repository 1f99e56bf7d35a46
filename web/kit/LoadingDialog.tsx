import { Dialog } from './Dialog.tsx'
import { QueryState, type ReadState } from './LoadError.tsx'

interface LoadingDialogProps {
  /** Title of the form to load. */
  title: string
  size?: 'md' | 'lg' | 'xl'
  query: ReadState
  onClose: () => void
}

/** Placeholder of an edit form: a spinner or the load error. */
export function LoadingDialog({ title, size = 'lg', query, onClose }: LoadingDialogProps) {
  return (
    <Dialog onClose={onClose} title={title} size={size}>
      <QueryState queries={[query]} onClose={onClose} />
    </Dialog>
  )
}
