import { Text } from '@mantine/core'
import { showNumber } from '@torniquete/contract/shared/numbers.ts'
import classes from './kit.module.css'

interface ProgressLineProps {
  /** The running action: 'Subiendo'. */
  label: string
  done: number
  all: number
}

export function ProgressLine({ label, done, all }: ProgressLineProps) {
  return (
    <div>
      <Text size="sm" aria-hidden>
        {label} {showNumber(done)} de {showNumber(all)}
      </Text>
      <progress className={classes.progress} aria-label={label} max={all} value={done} />
    </div>
  )
}
