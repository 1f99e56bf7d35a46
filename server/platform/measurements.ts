/** Keyed by metric name. */
export type Gauges = Record<string, { help: string; value: () => number | Promise<number> }>

/** Seconds since an instant; NaN without one. */
export const computeAge = (at: Date | string | null | undefined, now: Date): number =>
  at ? Math.round((now.getTime() - new Date(at).getTime()) / 1000) : Number.NaN

export const readAllGauges = (...parts: readonly ({ gauges: Gauges } | null)[]): Gauges =>
  Object.assign({}, ...parts.map((part) => part?.gauges))

/** Values with labels (`queue="send-email"`), by metric name. */
export type MetricFamilies = Record<
  string,
  {
    help: string
    type: 'gauge' | 'counter'
    values: () => Promise<Iterable<readonly [labels: string, value: number]>>
  }
>
