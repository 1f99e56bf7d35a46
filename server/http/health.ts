// Monitoring: /health (liveness), /ready (readiness) and /metrics (Prometheus text, from this machine or with METRICS_TOKEN).
import { createHash, timingSafeEqual } from 'node:crypto'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { WrongConnection } from '../db/connection.ts'
import type { Database } from '../db/database.ts'
import type { ChangeFeed } from '../live/change-feed.ts'
import type { Gauges, MetricFamilies } from '../measurements.ts'
import { type AnswerTimes, callOf } from './answer-times.ts'

interface Watched {
  database: Database
  live: ChangeFeed
  config: Config
  log: FastifyBaseLogger
}

const local = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

export function registerHealth(
  server: FastifyInstance,
  { database, live, config, log }: Watched,
  gauges: Gauges,
  families: MetricFamilies,
  times: AnswerTimes,
): void {
  const requests = new Map<string, number>()
  const { delay, gauges: delays } = eventLoop()
  server.addHook('onClose', async () => {
    delay.disable()
  })
  server.addHook('onResponse', async (request, reply) => {
    // Without the time that the client's line takes.
    times.count(callOf(request), reply.statusCode, request.answered || reply.elapsedTime)
    const kind = `${Math.floor(reply.statusCode / 100)}xx`
    requests.set(kind, (requests.get(kind) ?? 0) + 1)
  })
  server.get('/health', async () => ({ status: 'ok' }))
  server.get('/ready', async (_, reply) => {
    const refuse = (detail: string) => reply.code(503).header('retry-after', '2').send({ detail })
    try {
      await database.requireWritable()
    } catch (error) {
      log.warn({ err: error }, 'not ready')
      return refuse(
        error instanceof WrongConnection ? `La base de datos ${error.message}.` : 'La base de datos no responde.',
      )
    }
    return live.hears ? { status: 'ok' } : refuse('No se oye lo que cambian los demás servidores.')
  })
  server.get('/metrics', async (request, reply) => {
    if (!mayMeasure(request, config.METRICS_TOKEN))
      return reply.code(403).send({ detail: 'Solo desde este equipo o con METRICS_TOKEN.' })
    const lines: string[] = []
    for (const [name, { help, value }] of Object.entries({ ...processGauges, ...gauges }))
      lines.push(`# HELP ${name} ${help}`, `# TYPE ${name} gauge`, `${name} ${await value()}`)
    lines.push(
      '# HELP torniquete_requests_total Answers by kind of status.',
      '# TYPE torniquete_requests_total counter',
    )
    for (const [kind, count] of requests) lines.push(`torniquete_requests_total{status="${kind}"} ${count}`)
    for (const [name, { help, type, values }] of Object.entries({
      ...families,
      ...delays,
      ...connections(database),
      ...standbyReads(database),
      ...answers(times),
    })) {
      lines.push(`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`)
      // Metrics that need the database are left out while it is away.
      for (const [labels, value, ending = ''] of await values().catch(() => []))
        lines.push(`${name}${ending}{${labels}} ${value}`)
    }
    return reply.header('content-type', 'text/plain; version=0.0.4; charset=utf-8').send(`${lines.join('\n')}\n`)
  })
}

const processGauges: Gauges = {
  process_resident_memory_bytes: { help: 'Resident memory.', value: () => process.memoryUsage.rss() },
  process_uptime_seconds: { help: 'Seconds since the start.', value: () => Math.round(process.uptime()) },
}

const answers = (times: AnswerTimes): MetricFamilies => ({
  torniquete_answer_seconds: {
    help: 'How long answers take, by kind of call and status.',
    type: 'histogram',
    values: async () => times.lines,
  },
})

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

/** Empty where there is no standby. */
const standbyReads = ({ standby }: Database): MetricFamilies =>
  standby
    ? {
        torniquete_standby_reads_total: {
          help: 'Reads that a standby may answer, by what became of them; the primary answered all but its own.',
          type: 'counter',
          values: async () => [...standby.counts].map(([outcome, count]) => [`outcome="${outcome}"`, count] as const),
        },
      }
    : {}

/** The delay of the event loop since the last scrape, which resets it. */
function eventLoop() {
  // The histogram measures the interval between two samples, of which the resolution itself is a part.
  const resolution = 20
  const delay = monitorEventLoopDelay({ resolution })
  const late = (nanoseconds: number) => Math.max(0, nanoseconds / 1e9 - resolution / 1000)
  delay.enable()
  const gauges: MetricFamilies = {
    torniquete_event_loop_delay_seconds: {
      help: 'How late the event loop was since the last time that this was asked.',
      type: 'gauge',
      values: async () => {
        const read = [
          ['quantile="0.5"', late(delay.percentile(50))],
          ['quantile="0.99"', late(delay.percentile(99))],
          ['quantile="1"', late(delay.max)],
        ] as const
        delay.reset()
        return read
      },
    },
  }
  return { delay, gauges }
}

/** Compares in constant time. */
function isToken(given: string | undefined, token: string): boolean {
  const [one, other] = [given ?? '', `Bearer ${token}`].map((text) => createHash('sha256').update(text).digest())
  return one !== undefined && other !== undefined && timingSafeEqual(one, other)
}

/** With METRICS_TOKEN everybody must send it, since a proxy on this machine hides the caller; without it only this machine may read. */
function mayMeasure(request: FastifyRequest, token: string | undefined): boolean {
  if (token) return isToken(request.headers.authorization, token)
  return local.has(request.socket.remoteAddress ?? '') && request.headers['x-forwarded-for'] === undefined
}
