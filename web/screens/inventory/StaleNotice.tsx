import { Button } from '@mantine/core'
import { ApiError } from '../../api/api-error.ts'

export const isStale = (error: Error | null) => error instanceof ApiError && error.status === 412

/** Somebody else changed the row meanwhile. */
export function StaleNotice({ error, onReload }: { error: Error | null; onReload: () => void }) {
  return (
    <>
      {error?.message}{' '}
      <Button size="xs" variant="default" mt="xs" onClick={onReload}>
        Volver a cargar
      </Button>
    </>
  )
}
