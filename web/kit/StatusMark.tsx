import { IconCircleCheck, IconCircleX } from './icons.ts'
import classes from './kit.module.css'

interface StatusMarkProps {
  good: boolean
  goodLabel?: string
  badLabel?: string
}

/** Shows an icon and a word, because a state must not be shown by colour alone. */
export function StatusMark({ good, goodLabel = 'Activo', badLabel = 'Inactivo' }: StatusMarkProps) {
  const Icon = good ? IconCircleCheck : IconCircleX
  return (
    <span className={classes.marked} data-words data-tone={good ? 'good' : 'bad'}>
      <Icon size={18} aria-hidden />
      {good ? goodLabel : badLabel}
    </span>
  )
}
