// Monitoring: /health (liveness), /ready (readiness), /metrics (Prometheus text, for this machine or METRICS_TOKEN).
import { createHash, timingSafeEqual } from 'node:crypto'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Counter, Gauge, Registry } from 'prom-client'
import type { Services } from '../../services.ts'
import { UnusableConnectionError } from '../db/connection.ts'
import type { Database } from '../db/database.ts'
import type { Gauges, MetricFamilies } from '../metrics.ts'
import { type AnswerTimeMetrics, classifyCall } from './answer-times.ts'

export function registerHealthAndMetrics(
  server: FastifyInstance,
  { database, live, config, log }: Pick<Services, 'database' | 'live' | 'config' | 'log'>,
  gauges: Gauges,
  families: MetricFamilies,
  times: AnswerTimeMetrics,
): void {
  const { registry, requests, delay } = makeMetrics(database, gauges, families)
  registry.registerMetric(times.histogram)
  server.addHook('onClose', async () => {
    delay.disable()
  })
  server.addHook('onResponse', (request, reply, done) => {
    // Counts the time until the answer began, without the time that the client's connection takes.
    times.count(classifyCall(request), reply.statusCode, request.answered || reply.elapsedTime)
    requests.inc({ status: `${Math.floor(reply.statusCode / 100)}xx` })
    done()
  })
  server.get('/health', async () => ({ status: 'ok' }))
  server.get('/ready', async (_, reply) => {
    const refuse = (detail: string) => reply.code(503).header('retry-after', '2').send({ detail })
    try {
      await database.requireWritable()
    } catch (error) {
      log.warn({ err: error }, 'not ready')
      return refuse(
        error instanceof UnusableConnectionError
          ? `La base de datos ${error.message}.`
          : 'La base de datos no responde.',
      )
    }
    return live.isConnected ? { status: 'ok' } : refuse('No se oye lo que cambian los demás servidores.')
  })
  server.get('/metrics', async (request, reply) => {
    if (!mayReadMetrics(request, config.METRICS_TOKEN))
      return reply.code(403).send({ detail: 'Solo desde este equipo o con METRICS_TOKEN.' })
    return reply.header('content-type', registry.contentType).send(await registry.metrics())
  })
}

/** Requires METRICS_TOKEN if set, since a proxy hides the caller; otherwise only this machine may read metrics. */
function mayReadMetrics({ headers, socket }: FastifyRequest, token: string | undefined): boolean {
  const local = ['127.0.0.1', '::1', '::ffff:127.0.0.1']
  if (!token) return local.includes(socket.remoteAddress ?? '') && headers['x-forwarded-for'] === undefined
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(headers.authorization ?? ''), digest(`Bearer ${token}`))
}

function makeMetrics(database: Database, gauges: Gauges, families: MetricFamilies) {
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
        // Metrics that need the database are omitted while it is unreachable.
        const found = await values().catch(() => [])
        // No await below this line, otherwise the sums of two simultaneous scrapes would add up.
        metric.reset()
        for (const [labels, value] of found) metric.inc(readLabels(labels), value)
      },
    })
  }
  const [name, help] = ['torniquete_requests_total', 'Answers by kind of status.']
  return { registry, delay, requests: new Counter({ name, help, labelNames: ['status'], registers }) }
}

/** Parses labels: `queue="send-email",state="failed"` → `{ queue: 'send-email', state: 'failed' }`. */
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

/** Milliseconds between two samples of the event loop's delay. A measured interval includes this time. */
const delayResolution = 20

/** Reports the event loop's delay since the last scrape, which resets the histogram. */
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
