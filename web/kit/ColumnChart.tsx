import classes from './chart.module.css'
import type { Hue } from './chart-colours.ts'

interface ColumnGroup {
  label: string
  columns: readonly { name: string; value: number; hue: Hue }[]
}

interface ColumnChartProps {
  description: string
  groups: readonly ColumnGroup[]
  show: (value: number) => string
  showTick?: (value: number) => string
  leastStep?: number
  height: number
}

const percent = (part: number) => `${(100 * part).toFixed(3)}%`

/** Share of a group's width for its columns, and the maximum width of one in px. */
const [filled, widest] = [0.86, 56]

/** Characters that fit on a phone; longer labels are slanted. */
const phone = 38

/** Grouped columns. All widths are percentages: nothing is measured, so it prints too. */
export function ColumnChart({ description, groups, height, show, showTick = show, leastStep = 1 }: ColumnChartProps) {
  const ticks = makeTicks(
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

/** The next of 1, 2, 5, 10, 20, 50 … */
function rounded(step: number): number {
  const power = 10 ** Math.floor(Math.log10(step))
  return power * ([1, 2, 5].find((each) => each * power >= step) ?? 10)
}

/** Round ticks in equal steps around all values, with 0 among them. `least` is the smallest step. */
export function makeTicks(values: readonly number[], least: number): number[] {
  const [lowest, highest] = [Math.min(0, ...values), Math.max(0, ...values)]
  const step = rounded(Math.max((highest - lowest) / steps, least))
  const first = Math.floor(lowest / step)
  const last = Math.max(first + 1, Math.ceil(highest / step))
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step)
}
