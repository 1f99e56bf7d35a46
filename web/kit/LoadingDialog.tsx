import { Dialog } from './Dialog.tsx'
import { QueryState, type ReadState } from './LoadError.tsx'

interface LoadingDialogProps {
  title: string
  size?: 'md' | 'lg' | 'xl'
  query: ReadState
  onClose: () => void
}

export function LoadingDialog({ title, size = 'lg', query, onClose }: LoadingDialogProps) {
  return (
    <Dialog onClose={onClose} title={title} size={size}>
      <QueryState queries={[query]} onClose={onClose} />
    </Dialog>
  )
}
