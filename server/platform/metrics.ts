/** Metrics with one value, by name. */
export type Gauges = Record<string, { help: string; value: () => number | Promise<number> }>

/** Returns the seconds since a time; NaN if there is none. */
export const computeAgeSeconds = (at: Date | string | null | undefined, now: Date): number =>
  at ? Math.round((now.getTime() - new Date(at).getTime()) / 1000) : Number.NaN

export const mergeGauges = (...parts: readonly ({ gauges: Gauges } | null)[]): Gauges =>
  Object.assign({}, ...parts.map((part) => part?.gauges))

/** Metrics with several values by labels (`queue="send-email"`), by name. */
export type MetricFamilies = Record<
  string,
  {
    help: string
    type: 'gauge' | 'counter'
    values: () => Promise<Iterable<readonly [labels: string, value: number]>>
  }
>
