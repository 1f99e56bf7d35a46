import { formatMoney } from '@torniquete/contract/shared/money.ts'
import classes from './kit.module.css'

interface MoneyProps {
  value: string | number | null | undefined
  /** True to colour the amount by its sign: green from zero, red below. */
  signed?: boolean
  bold?: boolean
}

export function Money({ value, signed = false, bold = false }: MoneyProps) {
  const tone = signed ? (Number(value) < 0 ? 'bad' : 'good') : undefined
  return (
    <span className={classes.number} data-tone={tone} data-bold={bold || undefined}>
      {formatMoney(value)}
    </span>
  )
}
