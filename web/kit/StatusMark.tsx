import { IconCircleCheck, IconCircleX } from './icons.ts'
import classes from './kit.module.css'

interface StatusMarkProps {
  good: boolean
  goodLabel?: string
  badLabel?: string
}

/** Icon and word: a state is never shown by colour alone. */
export function StatusMark({ good, goodLabel = 'Activo', badLabel = 'Inactivo' }: StatusMarkProps) {
  const Icon = good ? IconCircleCheck : IconCircleX
  return (
    <span className={classes.marked} data-words data-tone={good ? 'good' : 'bad'}>
      <Icon size={18} aria-hidden />
      {good ? goodLabel : badLabel}
    </span>
  )
}
