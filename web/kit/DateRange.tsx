import 'dayjs/locale/es.js'
import { Group } from '@mantine/core'
import { DateInput, DatesProvider } from '@mantine/dates'
import { IconCalendar } from '@tabler/icons-react'
import dayjs from 'dayjs'
import customParseFormat from 'dayjs/plugin/customParseFormat.js'

// DateInput reads typed days with it.
dayjs.extend(customParseFormat)

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

/** Two days, typed as DD/MM/AAAA or picked from a calendar whose week begins on Monday. */
export function DateRange({ value, onChange, startLabel = 'Desde', endLabel = 'Hasta' }: DateRangeProps) {
  const shared = {
    valueFormat: 'DD/MM/YYYY',
    placeholder: 'DD/MM/AAAA',
    clearable: true,
    clearButtonProps: { 'aria-label': 'Borrar fecha' },
    leftSection: <IconCalendar size={18} aria-hidden />,
    w: { base: '100%', xs: 180 },
  }
  return (
    <DatesProvider settings={{ locale: 'es', firstDayOfWeek: 1 }}>
      <Group gap="sm" align="flex-end">
        <DateInput
          {...shared}
          label={startLabel}
          value={value.start}
          maxDate={value.end ?? undefined}
          onChange={(start) => onChange({ ...value, start })}
        />
        <DateInput
          {...shared}
          label={endLabel}
          value={value.end}
          minDate={value.start ?? undefined}
          onChange={(end) => onChange({ ...value, end })}
        />
      </Group>
    </DatesProvider>
  )
}
