import { Alert, Button, Group } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'

/** There is no such row, or no longer. */
const isMissing = (error: object | null) => error !== null && 'status' in error && error.status === 404

interface LoadErrorProps {
  error: Pick<Error, 'name' | 'message'> | null
  /** Instead of the error's name. */
  title?: string
  /** It is being asked again. */
  pending?: boolean
  onRetry: () => unknown
  /** Of the dialog in which it stands: what is not there is not asked for again. */
  onClose?: () => void
}

/** What could not be loaded, why, and a button that asks again. */
export function LoadError({ error, title, pending = false, onRetry, onClose }: LoadErrorProps) {
  return (
    <Alert color="red" role="alert" title={title ?? error?.name} mb="sm">
      <Group justify="space-between">
        <span>{error?.message}</span>
        {onClose && isMissing(error) ? (
          <Button size="sm" variant="default" onClick={onClose}>
            Cerrar
          </Button>
        ) : (
          <Button
            size="sm"
            variant="default"
            leftSection={<IconRefresh size={16} aria-hidden />}
            loading={pending}
            onClick={() => onRetry()}
          >
            Reintentar
          </Button>
        )}
      </Group>
    </Alert>
  )
}
