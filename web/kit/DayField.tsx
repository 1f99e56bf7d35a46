import 'dayjs/locale/es.js'
import { DateInput, type DateInputProps, DatesProvider } from '@mantine/dates'
import { IconCalendar } from '@tabler/icons-react'
import dayjs from 'dayjs'
import customParseFormat from 'dayjs/plugin/customParseFormat.js'

// DateInput reads typed days with it.
dayjs.extend(customParseFormat)

const spanish = { locale: 'es', firstDayOfWeek: 1 } as const

/** A day, typed as DD/MM/AAAA or picked from a calendar whose week begins on Monday. Its value is `YYYY-MM-DD` or null. */
export function DayField(props: DateInputProps) {
  return (
    <DatesProvider settings={spanish}>
      <DateInput
        valueFormat="DD/MM/YYYY"
        placeholder="DD/MM/AAAA"
        clearable
        clearButtonProps={{ 'aria-label': 'Borrar fecha' }}
        leftSection={<IconCalendar size={18} aria-hidden />}
        {...props}
      />
    </DatesProvider>
  )
}
