import { Button, Group } from '@mantine/core'
import { addDays, isDay } from '@torniquete/contract/shared/dates.ts'
import { DayField } from '../../kit/DayField.tsx'
import { IconChevronLeft, IconChevronRight } from '../../kit/icons.ts'
import { StepButton } from '../../kit/StepButton.tsx'

/** Earlier than any gym's first day. */
const firstDay = '2000-01-01'

interface DayControlsProps {
  day: string
  today: string
  onChange: (day: string) => void
}

/** A day up to today: typed, picked, or stepped by a day. */
export function DayControls({ day, today, onChange }: DayControlsProps) {
  const step = (text: string, days: number, Icon: typeof IconChevronLeft) => {
    const target = addDays(day, days)
    const ended = target > today || target < firstDay
    return <StepButton text={text} Icon={Icon} ended={ended} onPress={() => onChange(target)} />
  }
  return (
    <Group gap="xs" align="flex-end" wrap="nowrap">
      {step('Día anterior', -1, IconChevronLeft)}
      <DayField
        label="Día"
        flex="0 1 11rem"
        miw={0}
        value={day}
        latest={today}
        required
        labelProps={{ 'data-plain': true }}
        // The error is above the field, so that the buttons keep their line.
        inputWrapperOrder={['label', 'error', 'input']}
        onChange={(next) => next && isDay(next) && onChange(next)}
      />
      {step('Día siguiente', 1, IconChevronRight)}
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
