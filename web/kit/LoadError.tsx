import { Alert, Button, Group } from '@mantine/core'
import { useState } from 'react'
import { IconRefresh } from './icons.ts'
import { Spinner } from './Spinner.tsx'

export interface RefetchableQuery {
  error: Pick<Error, 'name' | 'message'> | null
  refetch: () => unknown
}

const isMissing = (error: object) => 'status' in error && error.status === 404

interface LoadErrorProps {
  query: RefetchableQuery
  title?: string
  /** Closes the surrounding dialog. If set, a missing row shows a close button instead of a retry button. */
  onClose?: (() => void) | undefined
}

export function LoadError({ query: { error, refetch }, title, onClose }: LoadErrorProps) {
  const [asking, setAsking] = useState(false)
  if (!error) return null
  const askAgain = async () => {
    setAsking(true)
    await refetch()
    setAsking(false)
  }
  return (
    <Alert color="red" role="alert" title={title ?? error.name} mb="sm">
      <Group justify="space-between">
        <span>{error.message}</span>
        {onClose && isMissing(error) ? (
          <Button size="sm" variant="default" onClick={onClose}>
            Cerrar
          </Button>
        ) : (
          <Button
            size="sm"
            variant="default"
            leftSection={<IconRefresh size={16} aria-hidden />}
            // Only a retry that the person asked for disables the button, which keeps the focus.
            aria-disabled={asking || undefined}
            data-disabled={asking || undefined}
            onClick={() => !asking && askAgain()}
          >
            Reintentar
          </Button>
        )}
      </Group>
    </Alert>
  )
}

export function SpinnerOrLoadError({
  queries,
  onClose,
}: {
  queries: readonly RefetchableQuery[]
  onClose?: () => void
}) {
  const failed = queries.filter(({ error }) => error !== null)
  if (!failed[0]) return <Spinner />
  const refetch = () => Promise.all(failed.map((query) => query.refetch()))
  return <LoadError query={{ error: failed[0].error, refetch }} onClose={onClose} />
}
