import classes from './chart.module.css'
import type { Hue } from './chart-colours.ts'

interface LegendEntry {
  key: string
  text: string
  hue: Hue
}

export function ChartLegend({ entries }: { entries: readonly LegendEntry[] }) {
  return (
    <ul className={classes.legend}>
      {entries.map(({ key, text, hue }) => (
        <li key={key}>
          <svg width="12" height="12" aria-hidden="true">
            <rect width="12" height="12" rx="2" className={classes.hue} data-hue={hue} />
          </svg>
          {text}
        </li>
      ))}
    </ul>
  )
}
