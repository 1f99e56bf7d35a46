import 'dayjs/locale/es.js'
import { DateInput, type DateInputProps, DatesProvider } from '@mantine/dates'
import { IconCalendar } from '@tabler/icons-react'
import dayjs from 'dayjs'
import customParseFormat from 'dayjs/plugin/customParseFormat.js'
import { useState } from 'react'

// DateInput reads typed days with it.
dayjs.extend(customParseFormat)

// No weekend days: their red is too dark to be read.
const spanish = { locale: 'es', firstDayOfWeek: 1 as const, weekendDays: [] }
const spoken = {
  previousMonth: 'Mes anterior',
  nextMonth: 'Mes siguiente',
  previousYear: 'Año anterior',
  nextYear: 'Año siguiente',
  previousDecade: 'Década anterior',
  nextDecade: 'Década siguiente',
  monthLevelControl: 'Elegir mes',
  yearLevelControl: 'Elegir año',
}

/** A day, typed as DD/MM/AAAA or picked from a calendar whose week begins on Monday. Its value is `YYYY-MM-DD` or null. */
export function DayField(props: DateInputProps) {
  const [opened, setOpened] = useState(false)
  return (
    <DatesProvider settings={spanish}>
      <DateInput
        valueFormat="DD/MM/YYYY"
        placeholder="DD/MM/AAAA"
        clearable
        clearButtonProps={{ 'aria-label': 'Borrar fecha' }}
        leftSection={<IconCalendar size={18} aria-hidden />}
        ariaLabels={spoken}
        hideOutsideDates
        // Escape closes the calendar before it closes a dialog around it.
        data-mantine-stop-propagation={opened}
        popoverProps={{
          onOpen: () => setOpened(true),
          onClose: () => setOpened(false),
          attributes: { dropdown: { role: 'dialog', 'aria-label': 'Calendario' } },
        }}
        {...props}
      />
    </DatesProvider>
  )
}
