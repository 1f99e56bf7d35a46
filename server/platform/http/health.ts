// Monitoring: /health (liveness), /ready (readiness), /metrics (Prometheus text, for this machine or METRICS_TOKEN).
import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'
import { WrongConnection } from '../db/connection.ts'
import type { Database } from '../db/database.ts'
import type { ChangeFeed } from '../live/change-feed.ts'
import type { Gauges, MetricFamilies } from '../measurements.ts'
import { type AnswerTimes, readCallKind } from './answer-times.ts'
import { makeMetrics } from './metrics.ts'

interface HealthSources {
  database: Database
  live: ChangeFeed
  config: Config
  log: FastifyBaseLogger
}

const local = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

export function registerHealth(
  server: FastifyInstance,
  { database, live, config, log }: HealthSources,
  gauges: Gauges,
  families: MetricFamilies,
  times: AnswerTimes,
): void {
  const { registry, requests, delay } = makeMetrics(database, gauges, families)
  registry.registerMetric(times.histogram)
  server.addHook('onClose', async () => {
    delay.disable()
  })
  server.addHook('onResponse', (request, reply, done) => {
    // Time until the answer began, without the time that the client's connection takes.
    times.count(readCallKind(request), reply.statusCode, request.answered || reply.elapsedTime)
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
        error instanceof WrongConnection ? `La base de datos ${error.message}.` : 'La base de datos no responde.',
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

/** Compares in constant time. */
function isToken(given: string | undefined, token: string): boolean {
  const [one, other] = [given ?? '', `Bearer ${token}`].map((text) => createHash('sha256').update(text).digest())
  return one !== undefined && other !== undefined && timingSafeEqual(one, other)
}

/** With METRICS_TOKEN all callers send it, since a proxy hides the caller; without it only this machine may read. */
function mayReadMetrics(request: FastifyRequest, token: string | undefined): boolean {
  if (token) return isToken(request.headers.authorization, token)
  return local.has(request.socket.remoteAddress ?? '') && request.headers['x-forwarded-for'] === undefined
}
