import { Group } from '@mantine/core'
import { DayField } from './DayField.tsx'

export interface DayRange {
  /** `YYYY-MM-DD`, both included; null is open. */
  start: string | null
  end: string | null
}

interface DateRangeProps {
  value: DayRange
  onChange: (range: DayRange) => void
  startLabel?: string
  endLabel?: string
}

// Side by side on a phone: without the icon a whole day fits.
const half = { w: { base: 'calc(50% - 0.375rem)', xs: 160 }, opensOnFocus: true, clearable: false }

/** Two days, the first not after the second. */
export function DateRange({ value, onChange, startLabel = 'Desde', endLabel = 'Hasta' }: DateRangeProps) {
  return (
    <Group gap="sm" align="flex-end" w={{ base: '100%', xs: 'auto' }}>
      <DayField
        {...half}
        label={startLabel}
        value={value.start}
        maxDate={value.end ?? undefined}
        onChange={(start) => onChange({ ...value, start })}
      />
      <DayField
        {...half}
        label={endLabel}
        value={value.end}
        minDate={value.start ?? undefined}
        onChange={(end) => onChange({ ...value, end })}
      />
    </Group>
  )
}
