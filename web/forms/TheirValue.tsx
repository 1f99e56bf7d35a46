import { Button } from '@mantine/core'

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
