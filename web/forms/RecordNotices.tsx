import { Button } from '@mantine/core'
import { useLocation, useNavigate } from '@tanstack/react-router'

interface TheirValueProps {
  /** What somebody else stored in this field while it was open. */
  value: unknown
  /** What the field holds. */
  mine: unknown
  /** As the field shows it, where that is not the value itself. */
  show?: (value: never) => string
  onTake: () => void
}

const isNothing = (value: unknown) =>
  value === null || value === undefined || String(value).trim() === '' || (Array.isArray(value) && value.length === 0)

function textOf(value: unknown, show: ((value: never) => string) | undefined): string {
  if (isNothing(value)) return 'vacío'
  if (show) return show(value as never) // the field's own
  if (typeof value === 'boolean') return value ? 'Sí' : 'No'
  return typeof value === 'object' ? 'otro valor' : String(value)
}

/** Beside a field that somebody else changed meanwhile: their value, to be taken over where another was typed. */
export function TheirValue({ value, mine, show, onTake }: TheirValueProps) {
  if (JSON.stringify(value) === JSON.stringify(mine)) return 'Lo cambió otra persona.'
  return (
    <>
      Otra persona escribió: <strong>{textOf(value, show)}</strong>{' '}
      <Button size="compact-sm" variant="default" onClick={onTake}>
        Usar ese
      </Button>
    </>
  )
}

/** Beside a picture that somebody else changed meanwhile, where one was chosen or taken away here: theirs stays, if wanted. */
export function TheirPicture({ removed, onTake }: { removed: boolean; onTake: () => void }) {
  return (
    <>
      Otra persona la cambió mientras tanto. Al guardar {removed ? 'se quita.' : 'queda la que elegiste.'}{' '}
      <Button size="compact-sm" variant="default" onClick={onTake}>
        Dejar la suya
      </Button>
    </>
  )
}

interface StaleNoticeProps {
  /** The 412 of a save whose row was changed since it was read. */
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
        display="block"
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
