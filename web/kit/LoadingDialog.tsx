import { Modal } from '@mantine/core'
import { LoadError } from './LoadError.tsx'
import { Spinner } from './Spinner.tsx'
import type { TableQuery } from './table-column.ts'

interface LoadingDialogProps {
  /** The title of the form to come. */
  title: string
  size?: 'md' | 'lg' | 'xl'
  query: Pick<TableQuery, 'error' | 'isFetching' | 'refetch'>
  onClose: () => void
}

/** Stands where an edit form will be: a spinner, or why its row does not come. */
export function LoadingDialog({ title, size = 'lg', query, onClose }: LoadingDialogProps) {
  const { error, isFetching, refetch } = query
  return (
    <Modal opened onClose={onClose} title={title} size={size} centered>
      {error ? <LoadError error={error} pending={isFetching} onRetry={refetch} onClose={onClose} /> : <Spinner />}
    </Modal>
  )
}
