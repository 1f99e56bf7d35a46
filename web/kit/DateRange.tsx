import { isDay } from '@torniquete/contract/shared/dates.ts'
import { readTypedDay } from '@torniquete/contract/shared/typed.ts'
import { useId } from 'react'
import { DayField } from './DayField.tsx'
import classes from './kit.module.css'

export interface DayRange {
  /** `YYYY-MM-DD`, inclusive; null is open; invalid text stays as typed. */
  start: string | null
  end: string | null
}

type Errors = Partial<Record<keyof DayRange, string>>

const noDay = (day: string | null) => (day === null || isDay(day) ? undefined : readTypedDay(day).error)

function errorsOf({ start, end }: DayRange): Errors {
  const errors = { start: noDay(start), end: noDay(end) }
  const turned = !errors.start && !errors.end && start !== null && end !== null && start > end
  return turned ? { start: 'Es posterior a la fecha de fin' } : errors
}

/** True for valid days in order. Errors are below the fields. */
export const isDayRange = (range: DayRange): boolean => Object.values(errorsOf(range)).every((error) => !error)

const labels = { start: 'Fecha de inicio', end: 'Fecha de fin' }

interface DateRangeProps {
  value: DayRange
  onChange: (range: DayRange) => void
}

/** Two day fields within a wrapping row, with their error on the line below. */
export function DateRange({ value, onChange }: DateRangeProps) {
  const explained = useId()
  const errors = errorsOf(value)
  const field = (side: keyof DayRange) => ({
    // Side by side on a phone.
    w: { base: 'calc(50% - 0.375rem)', xs: 165 },
    label: labels[side],
    value: value[side],
    onChange: (day: string | null) => onChange({ ...value, [side]: day }),
    // Too narrow for an error, which is below.
    error: errors[side] !== undefined,
    describedBy: errors[side] && explained,
  })
  const told = [errors.start && `${labels.start}: ${errors.start}`, errors.end && `${labels.end}: ${errors.end}`]
  return (
    <>
      <DayField {...field('start')} />
      <DayField {...field('end')} />
      {told.some(Boolean) && (
        <div id={explained} role="alert" className={classes.told}>
          {told.filter(Boolean).join('. ')}
        </div>
      )}
    </>
  )
}
