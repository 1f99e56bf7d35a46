import { Button } from '@mantine/core'
import { useLocation, useNavigate } from '@tanstack/react-router'

interface StoredNoticeProps {
  /** The refusal of a repeated call with other values. */
  error: Error | null
  row: number
}

/** Offers to open the row that an earlier attempt with a lost answer stored, instead of making another. */
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
