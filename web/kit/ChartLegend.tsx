import classes from './chart.module.css'

export interface LegendEntry {
  key: string
  text: string
  /** Of chart-colours.ts. */
  colour: string
}

export function ChartLegend({ entries }: { entries: readonly LegendEntry[] }) {
  return (
    <ul className={classes.legend}>
      {entries.map(({ key, text, colour }) => (
        <li key={key}>
          <svg width="12" height="12" aria-hidden="true">
            <rect width="12" height="12" rx="2" fill={colour} />
          </svg>
          {text}
        </li>
      ))}
    </ul>
  )
}
