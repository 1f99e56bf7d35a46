import { Button } from '@mantine/core'
import { useLocation, useNavigate } from '@tanstack/react-router'

interface StoredNoticeProps {
  /** The refusal of a repeat whose values are others than those that were stored. */
  error: Error | null
  /** The number of the row that was stored. */
  row: number
}

/** An earlier try, whose answer was lost, made the row: it is opened instead of made twice. */
export function StoredNotice({ error, row }: StoredNoticeProps) {
  const navigate = useNavigate()
  const form = useLocation({ select: ({ pathname }) => pathname })
  const open = () =>
    void navigate({ to: form.replace(/\/new$/, `/${row}/edit`), search: true, replace: true, ignoreBlocker: true })
  return (
    <>
      {error?.message}{' '}
      <Button size="xs" variant="default" mt="xs" onClick={open}>
        Abrir lo que se guardó
      </Button>
    </>
  )
}
