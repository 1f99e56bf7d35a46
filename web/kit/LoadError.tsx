import { Alert, Button, Group } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'

interface LoadErrorProps {
  error: Pick<Error, 'name' | 'message'> | null
  /** Instead of the error's name. */
  title?: string
  /** It is being asked again. */
  pending?: boolean
  onRetry: () => unknown
}

/** What could not be loaded, why, and a button that asks again. */
export function LoadError({ error, title, pending = false, onRetry }: LoadErrorProps) {
  return (
    <Alert color="red" role="alert" title={title ?? error?.name} mb="sm">
      <Group justify="space-between">
        <span>{error?.message}</span>
        <Button
          size="sm"
          variant="default"
          leftSection={<IconRefresh size={16} aria-hidden />}
          loading={pending}
          onClick={() => onRetry()}
        >
          Reintentar
        </Button>
      </Group>
    </Alert>
  )
}
