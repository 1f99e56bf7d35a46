// A plan's hours and doors as form values.
import type { PlanAccess } from '@torniquete/contract/members/memberships.ts'

export interface AccessValues {
  /** Schedule id; '' is always. */
  schedule: string
  where: 'all' | 'some'
  /** Device ids; a single door of a panel is `3:1`. */
  doors: string[]
}

export const accessValues = (access: PlanAccess | null): AccessValues => ({
  schedule: String(access?.id_schedule ?? ''),
  where: access?.doors ? 'some' : 'all',
  doors: (access?.doors ?? []).flatMap(({ id_device, doors }) =>
    doors === null ? [String(id_device)] : doors.map((door) => `${id_device}:${door}`),
  ),
})

/** A whole device includes its doors. */
function doorsOf(chosen: readonly string[]): NonNullable<PlanAccess['doors']> {
  const whole = chosen.filter((key) => !key.includes(':')).map(Number)
  const single = chosen
    .flatMap((key) => (key.includes(':') ? [key.split(':').map(Number)] : []))
    .filter(([id]) => !whole.includes(id ?? 0))
  const panels = [...new Set(single.map(([id = 0]) => id))]
  return [
    ...whole.map((id_device) => ({ id_device, doors: null })),
    ...panels.map((id_device) => ({
      id_device,
      doors: single.flatMap(([id, door = 0]) => (id === id_device ? [door] : [])).sort((one, other) => one - other),
    })),
  ].sort((one, other) => one.id_device - other.id_device)
}

export const accessBody = ({ schedule, where, doors }: AccessValues): PlanAccess => ({
  id_schedule: schedule === '' ? null : Number(schedule),
  doors: where === 'all' ? null : doorsOf(doors),
})

export const noDoors = 'Elige al menos una puerta'
