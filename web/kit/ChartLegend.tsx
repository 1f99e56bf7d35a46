import { Group } from '@mantine/core'
import classes from './chart.module.css'
import type { Hue } from './chart-colours.ts'

interface LegendEntry {
  key: string
  text: string
  hue: Hue
}

export function ChartLegend({ entries }: { entries: readonly LegendEntry[] }) {
  return (
    <Group component="ul" justify="center" gap="0.25rem 1rem" mt="xs" fz="sm">
      {entries.map(({ key, text, hue }) => (
        <Group key={key} component="li" gap="0.4rem">
          <svg width="12" height="12" aria-hidden="true">
            <rect width="12" height="12" rx="2" className={classes.hue} data-hue={hue} />
          </svg>
          {text}
        </Group>
      ))}
    </Group>
  )
}
