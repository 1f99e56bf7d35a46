import classes from './chart.module.css'
import type { Hue } from './chart-colours.ts'

interface PieChartProps {
  description: string
  slices: readonly { name: string; value: number; hue: Hue }[]
  show: (value: number) => string
  size: number
}

/** Point on the circle after a share of the turn, from the top. */
function edge(share: number): string {
  const angle = 2 * Math.PI * share
  return `${(50 * Math.sin(angle)).toFixed(3)} ${(-50 * Math.cos(angle)).toFixed(3)}`
}

export function PieChart({ description, slices, show, size }: PieChartProps) {
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
