// For whoever watches the server: alive, ready, and its measurements (Prometheus text; from this machine or with a token).
import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { WrongConnection } from '../db/connection.ts'
import type { Kit } from '../kit.ts'

const local = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

/** Numbers that parts of the server count, by metric name. */
export type Gauges = Record<string, { help: string; value: () => number }>

/** Numbers of one name that labels tell apart (`queue="send-email"`), by metric name. */
export type Families = Record<
  string,
  { help: string; type: 'gauge' | 'counter'; values: () => Promise<Iterable<readonly [labels: string, value: number]>> }
>

export function registerHealth(
  server: FastifyInstance,
  { database, live, config, log }: Kit,
  gauges: Gauges,
  families: Families = {},
): void {
  const requests = new Map<string, number>()
  server.addHook('onResponse', async (_, reply) => {
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
    const lines = Object.entries({ ...processGauges, ...gauges }).flatMap(([name, { help, value }]) => [
      `# HELP ${name} ${help}`,
      `# TYPE ${name} gauge`,
      `${name} ${value()}`,
    ])
    lines.push(
      '# HELP torniquete_requests_total Answers by kind of status.',
      '# TYPE torniquete_requests_total counter',
    )
    for (const [kind, count] of requests) lines.push(`torniquete_requests_total{status="${kind}"} ${count}`)
    for (const [name, { help, type, values }] of Object.entries(families)) {
      lines.push(`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`)
      // Without the database the rest is still worth knowing.
      for (const [labels, value] of await values().catch(() => [])) lines.push(`${name}{${labels}} ${value}`)
    }
    return reply.header('content-type', 'text/plain; version=0.0.4; charset=utf-8').send(`${lines.join('\n')}\n`)
  })
}

const processGauges: Gauges = {
  process_resident_memory_bytes: { help: 'Resident memory.', value: () => process.memoryUsage.rss() },
  process_uptime_seconds: { help: 'Seconds since the start.', value: () => Math.round(process.uptime()) },
}

/** In the same time, however much of it is right. */
function isToken(given: string | undefined, token: string): boolean {
  const [one, other] = [given ?? '', `Bearer ${token}`].map((text) => createHash('sha256').update(text).digest())
  return one !== undefined && other !== undefined && timingSafeEqual(one, other)
}

/** A token, once there is one, is asked of everybody: a proxy on this machine may hide who asks. Without, from here alone. */
function mayMeasure(request: FastifyRequest, token: string | undefined): boolean {
  if (token) return isToken(request.headers.authorization, token)
  return local.has(request.socket.remoteAddress ?? '') && request.headers['x-forwarded-for'] === undefined
}
