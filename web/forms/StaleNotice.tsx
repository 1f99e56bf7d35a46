import { Button } from '@mantine/core'

interface StaleNoticeProps {
  /** The refusal of a save whose row is another meanwhile. */
  error: Error | null
  onReload: () => void
}

/** Somebody else changed the row meanwhile. Reading it again loses nothing of what was typed. */
export function StaleNotice({ error, onReload }: StaleNoticeProps) {
  return (
    <>
      {error?.message} Lo que escribiste se conserva.{' '}
      <Button
        size="xs"
        variant="default"
        mt="xs"
        onClick={(event) => {
          // The notice goes, and the next Ctrl + Enter is about the form.
          event.currentTarget.form?.querySelector<HTMLElement>('[type=submit]')?.focus()
          onReload()
        }}
      >
        Volver a cargar
      </Button>
    </>
  )
}
