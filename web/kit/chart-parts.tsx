import { ActionIcon, Box, Group, Paper, Title } from '@mantine/core'
import { type ReactNode, useId, useState } from 'react'
import classes from './chart.module.css'
import { IconTable } from './icons.ts'

// Colour number of a chart: 1 to 5, with 3 : 1 contrast and different lightness; 0 is grey, for sums of several.
/** Colour number: 1 to 5; 0 is grey. */
export type ChartHue = number
export const greyHue: ChartHue = 0

/** Colour of the series with this rank, from 0; the sixth series has the colour of the first. */
export const pickSeriesHue = (rank: number): ChartHue => (rank % 5) + 1

interface Part {
  name: string
  value: number
  hue: ChartHue
}

interface Shown {
  description: string
  show: (value: number) => string
}

interface ChartCardProps {
  title: string
  actions?: ReactNode
  table?: ReactNode
  children: ReactNode
}

export function ChartCard({ title, actions, table, children }: ChartCardProps) {
  const heading = useId()
  const [asTable, setAsTable] = useState(false)
  const turn = asTable ? 'Ocultar tabla' : 'Ver tabla'
  return (
    <Paper component="section" aria-labelledby={heading} withBorder p="md" bg="var(--surface)" className={classes.card}>
      <Group justify="space-between" wrap="nowrap" align="flex-start" mb="xs">
        <Title order={2} size="h5" id={heading}>
          {title}
        </Title>
        <Group gap={4} wrap="nowrap">
          {actions}
          {table && (
            <ActionIcon
              size={34}
              variant={asTable ? 'light' : 'subtle'}
              color={asTable ? undefined : 'gray'}
              title={turn}
              aria-label={`${turn}: ${title}`}
              aria-expanded={asTable}
              onClick={() => setAsTable(!asTable)}
            >
              <IconTable size={20} aria-hidden />
            </ActionIcon>
          )}
        </Group>
      </Group>
      {children}
      {table && asTable && <Box mt="xs">{table}</Box>}
    </Paper>
  )
}

export function ChartLegend({ entries }: { entries: readonly { key: string; text: string; hue: ChartHue }[] }) {
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

export function HorizontalBarChart({ description, rows, show }: Shown & { rows: readonly Part[] }) {
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

/** Point on a pie chart's circle at this share (0 to 1) of the circle, clockwise from the top. */
function edge(share: number): string {
  const angle = 2 * Math.PI * share
  return `${(50 * Math.sin(angle)).toFixed(3)} ${(-50 * Math.cos(angle)).toFixed(3)}`
}

export function PieChart({ description, slices, show, size }: Shown & { slices: readonly Part[]; size: number }) {
  const drawn = slices.filter(({ value }) => value > 0)
  const whole = drawn.reduce((sum, { value }) => sum + value, 0)
  let end = 0
  return (
    <svg
      role="img"
      aria-label={description}
      className={classes.pie}
      viewBox="-51 -51 102 102"
      width={size}
      height={size}
    >
      {drawn.map(({ name, value, hue }) => {
        const begin = end
        end += value / whole
        const shape = { className: classes.hue, 'data-hue': hue }
        const far = value / whole > 0.5 ? 1 : 0
        return (
          <g key={name}>
            <title>{`${name}: ${show(value)}`}</title>
            {drawn.length === 1 ? (
              <circle r="50" {...shape} />
            ) : (
              <path d={`M0 0L${edge(begin)}A50 50 0 ${far} 1 ${edge(end)}Z`} {...shape} />
            )}
          </g>
        )
      })}
      <circle r="32" className={classes.hole} />
      <text y="3.5">{show(whole)}</text>
    </svg>
  )
}

interface ColumnChartProps {
  description: string
  groups: readonly { label: string; columns: readonly Part[] }[]
  show: (value: number) => string
  showTick?: (value: number) => string
  leastStep?: number
  height: number
}

const percent = (part: number) => `${(100 * part).toFixed(3)}%`

/** Share of a group's width that its columns fill, and the maximum width of a column in px. */
const [filled, widest] = [0.86, 56]

/** Number of characters that fit below the chart on a phone; longer labels are slanted. */
const phone = 38

/** Chart of grouped columns. All widths are percentages, so it prints without being measured again. */
export function ColumnChart({ description, groups, height, show, showTick = show, leastStep = 1 }: ColumnChartProps) {
  const ticks = makeAxisTicks(
    groups.flatMap(({ columns }) => columns.map(({ value }) => value)),
    leastStep,
  )
  const [lowest = 0, highest = 1] = [ticks[0], ticks.at(-1)]
  const fromTop = (value: number) => (highest - value) / (highest - lowest)
  return (
    <div role="img" aria-label={description} className={classes.columns}>
      <div className={classes.axis}>
        {ticks.map((tick) => (
          <span key={tick} style={{ top: percent(fromTop(tick)) }}>
            {showTick(tick)}
          </span>
        ))}
      </div>
      <div className={classes.plot} style={{ height }}>
        {ticks.map((tick) => (
          <hr key={tick} style={{ top: percent(fromTop(tick)) }} data-zero={tick === 0 || undefined} />
        ))}
        {groups.map(({ label, columns }) => (
          <div key={label} className={classes.group}>
            {columns.map(({ name, value, hue }) => (
              <svg key={name} style={{ width: percent(filled / columns.length), maxWidth: widest }}>
                <title>{`${label}, ${name}: ${show(value)}`}</title>
                <rect
                  className={classes.hue}
                  data-hue={hue}
                  y={percent(Math.min(fromTop(0), fromTop(value)))}
                  width="100%"
                  height={percent(Math.abs(fromTop(0) - fromTop(value)))}
                />
                {columns.length === 1 && (
                  <text x="50%" y={percent(fromTop(Math.max(0, value)))} dy="-5">
                    {show(value)}
                  </text>
                )}
              </svg>
            ))}
          </div>
        ))}
      </div>
      <div
        className={classes.labels}
        data-slanted={groups.map(({ label }) => label).join(' ').length > phone || undefined}
      >
        {groups.map(({ label }) => (
          <span key={label}>
            <span>{label}</span>
          </span>
        ))}
      </div>
    </div>
  )
}

const steps = 5

/** Rounds up to the next of 1, 2, 5, 10, 20, 50 … */
function rounded(step: number): number {
  const power = 10 ** Math.floor(Math.log10(step))
  return power * ([1, 2, 5].find((each) => each * power >= step) ?? 10)
}

/** Round ticks in equal steps that include 0 and span all values. `least` is the smallest step. */
export function makeAxisTicks(values: readonly number[], least: number): number[] {
  const [lowest, highest] = [Math.min(0, ...values), Math.max(0, ...values)]
  const step = rounded(Math.max((highest - lowest) / steps, least))
  const first = Math.floor(lowest / step)
  const last = Math.max(first + 1, Math.ceil(highest / step))
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step)
}
