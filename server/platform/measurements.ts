// What the parts of the server count, as /metrics tells it.

/** Numbers that parts of the server count, by metric name. */
export type Gauges = Record<string, { help: string; value: () => number | Promise<number> }>

/** Of several parts. */
export const allGauges = (...parts: readonly ({ gauges: Gauges } | null)[]): Gauges =>
  Object.assign({}, ...parts.map((part) => part?.gauges))

/** Numbers of one name that labels tell apart (`queue="send-email"`), by metric name. */
export type MetricFamilies = Record<
  string,
  {
    help: string
    type: 'gauge' | 'counter'
    values: () => Promise<Iterable<readonly [labels: string, value: number]>>
  }
>
