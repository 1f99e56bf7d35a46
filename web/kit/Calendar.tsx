import '@mantine/dates/styles.layer.css'
import 'dayjs/locale/es.js'
import { DatePicker, DatesProvider } from '@mantine/dates'
import { useEffect, useRef } from 'react'

// Weekend days have no colour of their own, because Mantine's red has too little contrast.
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

interface CalendarProps {
  day: string | null
  latest: string | undefined
  birth: boolean
  onPick: (day: string) => void
}

export function Calendar({ day, latest, birth, onPick }: CalendarProps) {
  const root = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const first = root.current?.querySelector<HTMLElement>('[data-selected], [data-today]:not([data-hidden])')
    const control = root.current?.querySelector<HTMLElement>('table button:not([disabled])')
    ;(first ?? control)?.focus()
  }, [])
  return (
    <div ref={root}>
      <DatesProvider settings={spanish}>
        <DatePicker
          value={day}
          // A calendar for a birth date opens 30 years ago.
          defaultDate={day ?? (birth && latest ? `${Number(latest.slice(0, 4)) - 30}-01-01` : latest)}
          defaultLevel={birth && !day ? 'decade' : 'month'}
          maxDate={latest}
          onChange={(picked) => picked && onPick(picked)}
          allowDeselect={false}
          highlightToday
          hideOutsideDates
          ariaLabels={spoken}
          // Escape closes the calendar, not the dialog around it.
          __stopPropagation
        />
      </DatesProvider>
    </div>
  )
}
