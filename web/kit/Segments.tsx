import { type ReactNode, useId } from 'react'
import classes from './Segments.module.css'

interface SegmentsProps<Value extends string> {
  /** Accessible name of the choice. */
  label: string
  choices: readonly { value: Value; label: ReactNode }[]
  value: Value
  onChange: (value: Value) => void
  className?: string | undefined
  /** Enter skips the choice, because it is optional. */
  aside?: boolean
}

/** A choice among a few visible options. Nothing is measured, which keeps each page's first render fast. */
export function Segments<Value extends string>(props: SegmentsProps<Value>) {
  const { label, choices, value, onChange, className, aside } = props
  const group = useId()
  return (
    <div role="radiogroup" aria-label={label} className={[classes.group, className].filter(Boolean).join(' ')}>
      {choices.map((choice) => (
        <label key={choice.value} className={classes.choice}>
          <input
            type="radio"
            data-aside={aside || undefined}
            name={group}
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
            className={classes.input}
          />
          <span className={classes.face}>{choice.label}</span>
        </label>
      ))}
    </div>
  )
}
