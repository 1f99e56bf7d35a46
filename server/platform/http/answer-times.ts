import { createHistogram, type RecordableHistogram } from 'node:perf_hooks'
import type { CallDurations } from '@torniquete/contract/admin/status.ts'
import { type EndpointName, endpointNames, endpoints } from '@torniquete/contract/endpoints.ts'
import type { Endpoint } from '@torniquete/contract/shared/endpoint.ts'
import type { FastifyRequest } from 'fastify'
import { Histogram } from 'prom-client'
import { toFastifyRoute } from './parse-request.ts'

/** 'wait': calls whose duration depends on a person, a terminal or a slow connection, not on the server. */
type Kind = 'read' | 'write' | 'poll' | 'login' | 'wait' | 'terminal' | 'page'

const ownKinds: Partial<Record<EndpointName, Kind>> = {
  'session.login': 'login',
  'session.enter': 'login',
  'notifications.stream': 'wait',
  'door.open': 'wait',
  'devices.open': 'wait',
  'images.upload': 'wait',
}

interface Call {
  kind: Kind
  /** Name of the API call; null for pages and requests of terminals. */
  name: EndpointName | null
}

const calls: ReadonlyMap<string, Call> = new Map(
  endpointNames.map((name) => {
    const { method, path, polled }: Endpoint = endpoints[name]
    const usual = method === 'GET' ? 'read' : 'write'
    return [`${method} ${toFastifyRoute({ path })}`, { kind: ownKinds[name] ?? (polled ? 'poll' : usual), name }]
  }),
)

export function classifyCall({ method, routeOptions }: Pick<FastifyRequest, 'method' | 'routeOptions'>): Call {
  const { url = '' } = routeOptions
  return calls.get(`${method} ${url}`) ?? { kind: url.startsWith('/iclock') ? 'terminal' : 'page', name: null }
}

interface Series {
  /** Durations in microseconds, up to a minute. */
  durations: RecordableHistogram
  failed: number
}

const longestMicroseconds = 60_000_000

export class AnswerTimeMetrics {
  readonly histogram = new Histogram({
    name: 'torniquete_answer_seconds',
    help: 'How long answers take, by kind of call and status.',
    labelNames: ['kind', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20],
    registers: [],
  })
  readonly #calls = new Map<EndpointName, Series>()

  count({ kind, name }: Call, status: number, milliseconds: number): void {
    this.histogram.observe({ kind, status: `${Math.floor(status / 100)}xx` }, milliseconds / 1000)
    if (name === null || kind === 'wait') return
    const call = this.#calls.get(name) ?? {
      durations: createHistogram({ highest: longestMicroseconds, figures: 2 }),
      failed: 0,
    }
    this.#calls.set(name, call)
    call.durations.record(Math.min(longestMicroseconds, Math.max(1, Math.round(milliseconds * 1000))))
    if (status >= 500) call.failed += 1
  }

  /** Lists the API calls with the highest 99th percentile, slowest first; without those of kind 'wait'. */
  slowest(count: number): CallDurations[] {
    const times = [...this.#calls].map(([call, series]) => toTimes(call, series))
    return times.sort((one, other) => other.most - one.most || other.longest - one.longest).slice(0, count)
  }
}

const toTimes = (call: EndpointName, { durations, failed }: Series): CallDurations => ({
  call: `${endpoints[call].method} /v1${endpoints[call].path}`,
  count: durations.count,
  failed,
  half: durations.percentile(50) / 1000,
  most: durations.percentile(99) / 1000,
  longest: durations.max / 1000,
})
