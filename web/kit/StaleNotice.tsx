import { Button } from '@mantine/core'

interface StaleNoticeProps {
  /** The refusal of a save whose row is another meanwhile. */
  error: Error | null
  onReload: () => void
}

/** Somebody else changed the row meanwhile; for FormDialog's `error`. */
export function StaleNotice({ error, onReload }: StaleNoticeProps) {
  return (
    <>
      {error?.message}{' '}
      <Button size="xs" variant="default" mt="xs" onClick={onReload}>
        Volver a cargar
      </Button>
    </>
  )
}
