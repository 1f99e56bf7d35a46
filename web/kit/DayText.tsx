import { Text, VisuallyHidden } from '@mantine/core'
import { formatDate } from '@torniquete/contract/shared/dates.ts'
import { IconAlertTriangle, IconCheck } from './icons.ts'
import classes from './kit.module.css'

interface DayTextProps {
  /** Day as `YYYY-MM-DD`; null shows a dash. */
  day: string | null
  /** True shows the day in green with a tick, false in red with an icon, undefined in the normal colour. */
  good?: boolean
}

export function DayText({ day, good }: DayTextProps) {
  if (day === null)
    return (
      <Text span inherit c="dimmed">
        —
      </Text>
    )
  if (good === undefined) return <span className={classes.number}>{formatDate(day)}</span>
  const Icon = good ? IconCheck : IconAlertTriangle
  return (
    <span className={classes.marked} data-tone={good ? 'good' : 'bad'}>
      <Icon size={16} aria-hidden />
      {formatDate(day)}
      <VisuallyHidden component="span">{good ? 'Vigente' : 'Vencida'}</VisuallyHidden>
    </span>
  )
}
