// Tick values of a chart's axis.

/** Approximate number of steps without crowding. */
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
