import { Dialog } from './Dialog.tsx'
import { type RefetchableQuery, SpinnerOrLoadError } from './LoadError.tsx'

interface LoadingDialogProps {
  title: string
  size?: 'md' | 'lg' | 'xl'
  query: RefetchableQuery
  onClose: () => void
}

export function LoadingDialog({ title, size = 'lg', query, onClose }: LoadingDialogProps) {
  return (
    <Dialog onClose={onClose} title={title} size={size}>
      <SpinnerOrLoadError queries={[query]} onClose={onClose} />
    </Dialog>
  )
}
