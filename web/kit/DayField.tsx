import 'dayjs/locale/es.js'
import { ActionIcon } from '@mantine/core'
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

interface DayFieldProps extends DateInputProps {
  /** A calendar that opens on focus covers what stands below while a day is typed; where there is no room for a button it has to. */
  opensOnFocus?: boolean
}

/**
 * A day, typed as DD/MM/AAAA or picked from a calendar whose week begins on Monday: by its button or Alt+ArrowDown. Its
 * value is `YYYY-MM-DD` or null.
 */
export function DayField({ opensOnFocus = false, onChange, onKeyDown, ...props }: DayFieldProps) {
  const [opened, setOpened] = useState(false)
  const button = (
    <ActionIcon
      variant="subtle"
      color="gray"
      aria-label="Abrir calendario"
      aria-expanded={opened}
      disabled={props.disabled}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => setOpened(!opened)}
    >
      <IconCalendar size={18} aria-hidden />
    </ActionIcon>
  )
  return (
    <DatesProvider settings={spanish}>
      <DateInput
        valueFormat="DD/MM/YYYY"
        placeholder="DD/MM/AAAA"
        clearable
        clearButtonProps={{ 'aria-label': 'Borrar fecha' }}
        leftSection={opensOnFocus ? null : button}
        leftSectionPointerEvents="all"
        ariaLabels={spoken}
        hideOutsideDates
        // Escape closes the calendar before it closes a dialog around it.
        data-mantine-stop-propagation={opened}
        onKeyDown={(event) => {
          onKeyDown?.(event)
          if (event.altKey && event.key === 'ArrowDown') setOpened(true)
          if (event.key === 'Escape') setOpened(false)
        }}
        onChange={(day) => {
          setOpened(false)
          onChange?.(day)
        }}
        popoverProps={{
          ...(opensOnFocus ? {} : { opened, onChange: setOpened }),
          onOpen: () => setOpened(true),
          onClose: () => setOpened(false),
          attributes: { dropdown: { role: 'dialog', 'aria-label': 'Calendario' } },
        }}
        {...props}
      />
    </DatesProvider>
  )
}
