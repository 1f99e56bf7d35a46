import { ActionIcon, Center, Loader, Popover } from '@mantine/core'
import { formatDate, isCalendarDay } from '@torniquete/contract/shared/dates.ts'
import { type DayLimits, readTypedDay } from '@torniquete/contract/shared/parse-input.ts'
import { useRef, useState } from 'react'
import { IconCalendar } from './icons.ts'
import { makeLazyComponent } from './lazy-component.tsx'
import { ParsedField, type ParsedFieldProps } from './ParsedField.tsx'
import { useAriaDescription } from './use-aria-description.ts'

interface DayFieldProps extends Omit<ParsedFieldProps, 'value' | 'onChange'>, DayLimits {
  value?: string | null
  /** Receives a day as `YYYY-MM-DD`, null if the field is empty, or the invalid text (`isDay` tells them apart). */
  onChange?: (value: string | null) => void
  /** True to report each typed letter, for forms that track unsaved changes. */
  atOnce?: boolean
  describedBy?: string | undefined
}

/** The calendar is large and rarely opened. Its placeholder has the same size, so that the popover does not move. */
const Calendar = makeLazyComponent(
  async () => (await import('./Calendar.tsx')).Calendar,
  <Center w={259} h={297}>
    <Loader aria-label="Cargando el calendario…" />
  </Center>,
)

const show = (value: string) => (isCalendarDay(value) ? formatDate(value) : value)

/** A date field, typed as D/M/AAAA or picked from a calendar that a button or Alt + ↓ opens. */
export function DayField({
  value = null,
  onChange,
  latest,
  birth = false,
  atOnce = false,
  describedBy,
  ...props
}: DayFieldProps) {
  const [opened, setOpened] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  useAriaDescription(field, describedBy)
  // True if pressing the button closed the calendar, which the click must then not open again.
  const openedAtPress = useRef(false)
  const close = () => {
    setOpened(false)
    field.current?.focus()
  }
  const button = (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      // Tab skips the calendar's button, because Alt + ↓ opens the calendar.
      tabIndex={-1}
      aria-label="Abrir calendario"
      aria-expanded={opened}
      disabled={props.disabled}
      onMouseDown={(event) => {
        event.preventDefault()
        openedAtPress.current = opened
      }}
      onClick={() => setOpened(!openedAtPress.current)}
    >
      <IconCalendar size={18} aria-hidden />
    </ActionIcon>
  )
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      closeOnEscape={false}
      withRoles={false}
      trapFocus
      // If Escape comes before the focus has moved into the calendar, the focus still returns to the field.
      returnFocus
      shadow="md"
      position="bottom-end"
    >
      <Popover.Target>
        <ParsedField
          placeholder="DD/MM/AAAA"
          {...props}
          ref={field}
          aria-keyshortcuts="Alt+ArrowDown"
          rightSection={button}
          rightSectionPointerEvents="all"
          // Escape closes the calendar before the dialog around it.
          data-mantine-stop-propagation={opened}
          onKeyDown={(event) => {
            props.onKeyDown?.(event)
            if (event.altKey && event.key === 'ArrowDown') setOpened(true)
            if (event.key === 'Escape') setOpened(false)
          }}
          whole={!atOnce}
          tidies
          value={value}
          onChange={(next) => onChange?.(next || null)}
          read={(text) => readTypedDay(text, { latest, birth })}
          show={show}
        />
      </Popover.Target>
      <Popover.Dropdown
        role="dialog"
        aria-label="Calendario"
        tabIndex={-1}
        onKeyDownCapture={(event) => event.key === 'Escape' && close()}
      >
        <Calendar
          day={isCalendarDay(value ?? '') ? value : null}
          latest={latest}
          birth={birth}
          onPick={(day) => {
            onChange?.(day)
            close()
          }}
        />
      </Popover.Dropdown>
    </Popover>
  )
}
