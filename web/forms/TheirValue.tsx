import { Button } from '@mantine/core'

interface TheirValueProps {
  /** What somebody else stored in this field while it was open. */
  value: unknown
  /** What the field holds. */
  mine: unknown
  onTake: () => void
}

function textOf(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'Sí' : 'No'
  if (typeof value !== 'object') return String(value ?? '').trim() || 'vacío'
  return value === null ? 'vacío' : 'otro valor'
}

/** Beside a field that somebody else changed meanwhile: their value, to be taken over where another was typed. */
export function TheirValue({ value, mine, onTake }: TheirValueProps) {
  if (JSON.stringify(value) === JSON.stringify(mine)) return 'Lo cambió otra persona.'
  return (
    <>
      Otra persona escribió: <strong>{textOf(value)}</strong>{' '}
      <Button size="compact-sm" variant="default" onClick={onTake}>
        Usar ese
      </Button>
    </>
  )
}
