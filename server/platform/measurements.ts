/** Keyed by metric name. */
export type Gauges = Record<string, { help: string; value: () => number | Promise<number> }>

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
