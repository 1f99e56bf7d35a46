import classes from './chart.module.css'
import type { Hue } from './chart-colours.ts'

interface RowChartProps {
  description: string
  rows: readonly { name: string; value: number; hue: Hue }[]
  show: (value: number) => string
}

export function RowChart({ description, rows, show }: RowChartProps) {
  const highest = Math.max(1, ...rows.map(({ value }) => value))
  return (
    <div role="img" aria-label={description} className={classes.rows}>
      {rows.map(({ name, value, hue }) => (
        <div key={name} className={classes.row} title={`${name}: ${show(value)}`}>
          <span className={classes.name}>{name}</span>
          <span className={classes.track}>
            <svg width={`${(100 * value) / highest}%`} aria-hidden="true">
              <rect className={classes.hue} data-hue={hue} width="100%" height="100%" rx="3" />
            </svg>
          </span>
          <span className={classes.value}>{show(value)}</span>
        </div>
      ))}
    </div>
  )
}
