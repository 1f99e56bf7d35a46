import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Counter, Gauge, Registry } from 'prom-client'
import type { Database } from '../db/database.ts'
import type { Gauges, MetricFamilies } from '../measurements.ts'

export function makeMetrics(database: Database, gauges: Gauges, families: MetricFamilies) {
  const registry = new Registry()
  const registers = [registry]
  const delay = monitorEventLoopDelay({ resolution: delayResolution })
  delay.enable()
  for (const [name, { help, value }] of Object.entries({ ...processGauges, ...gauges })) {
    const gauge: Gauge = new Gauge({ name, help, registers, collect: async () => gauge.set(await value()) })
  }
  const all = { ...families, ...eventLoop(delay), ...connections(database) }
  for (const [name, { help, type, values }] of Object.entries(all)) {
    const metric: Gauge | Counter = new (type === 'gauge' ? Gauge : Counter)({
      name,
      help,
      labelNames: ['channel', 'outcome', 'pool', 'quantile', 'queue', 'state', 'why'],
      registers,
      collect: async () => {
        // Metrics that need the database are left out while it is away.
        const found = await values().catch(() => [])
        // No await from here on: the sums of two simultaneous scrapes would add up.
        metric.reset()
        for (const [labels, value] of found) metric.inc(readLabels(labels), value)
      },
    })
  }
  const [name, help] = ['torniquete_requests_total', 'Answers by kind of status.']
  return { registry, delay, requests: new Counter({ name, help, labelNames: ['status'], registers }) }
}

/** `queue="send-email",state="failed"` → `{ queue: 'send-email', state: 'failed' }` */
const readLabels = (text: string): Record<string, string> =>
  Object.fromEntries([...text.matchAll(/(\w+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]))

const processGauges: Gauges = {
  process_resident_memory_bytes: { help: 'Resident memory.', value: () => process.memoryUsage.rss() },
  process_uptime_seconds: { help: 'Seconds since the start.', value: () => Math.round(process.uptime()) },
}

const connections = ({ connections: all }: Database): MetricFamilies => ({
  torniquete_connections: {
    help: 'Connections to the database: open, of these idle, and how many calls wait for one.',
    type: 'gauge',
    values: async () =>
      all().flatMap(({ pool, ...states }) =>
        Object.entries(states).map(([state, count]) => [`pool="${pool}",state="${state}"`, count] as const),
      ),
  },
})

/** Milliseconds between two samples of the event loop; a measured interval contains one. */
const delayResolution = 20

/** Each scrape resets the histogram. */
const eventLoop = (delay: ReturnType<typeof monitorEventLoopDelay>): MetricFamilies => ({
  torniquete_event_loop_delay_seconds: {
    help: 'How late the event loop was since the last time that this was asked.',
    type: 'gauge',
    values: async () => {
      const delays = { '0.5': delay.percentile(50), '0.99': delay.percentile(99), '1': delay.max }
      delay.reset()
      return Object.entries(delays).map(
        ([quantile, nanoseconds]) =>
          [`quantile="${quantile}"`, Math.max(0, nanoseconds / 1e9 - delayResolution / 1000)] as const,
      )
    },
  },
})
