import { ActionIcon, Button, Group } from '@mantine/core'
import { addDays, isDay } from '@torniquete/contract/dates.ts'
import type { ReactNode } from 'react'
import { DayField } from '../../kit/DayField.tsx'
import { IconChevronLeft, IconChevronRight } from '../../kit/icons.ts'

/** Before any gym's first day here. */
const firstDay = '2000-01-01'

interface DayControlsProps {
  day: string
  today: string
  onChange: (day: string) => void
}

/** A day up to today: typed or picked, or the one before and after. */
export function DayControls({ day, today, onChange }: DayControlsProps) {
  const step = (label: string, days: number, icon: ReactNode) => {
    const target = addDays(day, days)
    const beyond = target > today || target < firstDay
    return (
      <ActionIcon
        variant="default"
        size={42}
        aria-label={label}
        title={label}
        // Not disabled: the focus would be lost on reaching the last day.
        data-disabled={beyond || undefined}
        aria-disabled={beyond || undefined}
        onClick={() => !beyond && onChange(target)}
      >
        {icon}
      </ActionIcon>
    )
  }
  return (
    <Group gap="xs" align="flex-end" wrap="nowrap">
      {step('Día anterior', -1, <IconChevronLeft size={20} aria-hidden />)}
      <DayField
        label="Día"
        flex="0 1 11rem"
        miw={0}
        value={day}
        latest={today}
        required
        withAsterisk={false}
        // What is wrong with it stands above it: the buttons keep their line.
        inputWrapperOrder={['label', 'error', 'input']}
        onChange={(next) => next && isDay(next) && onChange(next)}
      />
      {step('Día siguiente', 1, <IconChevronRight size={20} aria-hidden />)}
      <Button
        variant="default"
        px="sm"
        aria-disabled={day === today}
        data-disabled={day === today || undefined}
        onClick={() => onChange(today)}
      >
        Hoy
      </Button>
    </Group>
  )
}
