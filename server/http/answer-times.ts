// How long answers take, by kind of call and status: counted in steps, as Prometheus reads a histogram.

import type { Endpoint } from '@torniquete/contract/endpoint.ts'
import { type EndpointName, endpointNames, endpoints } from '@torniquete/contract/endpoints.ts'
import type { FastifyRequest } from 'fastify'
import { routeOf } from './request-parts.ts'

/** `wait` are calls that last as long as a person or a line does. */
type Kind = 'read' | 'write' | 'poll' | 'login' | 'wait' | 'terminal' | 'page'

const steps = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20]

const ownKinds: Partial<Record<EndpointName, Kind>> = {
  'session.login': 'login',
  'notifications.stream': 'wait',
  'door.open': 'wait',
  'devices.open': 'wait',
  'images.upload': 'wait',
}

const kinds = new Map<string, Kind>()
for (const name of endpointNames) {
  const { method, polled }: Endpoint = endpoints[name]
  const usual = method === 'GET' ? 'read' : 'write'
  kinds.set(`${method} ${routeOf(endpoints[name])}`, ownKinds[name] ?? (polled ? 'poll' : usual))
}

export function kindOf({ method, routeOptions: { url = '' } }: Pick<FastifyRequest, 'method' | 'routeOptions'>): Kind {
  return kinds.get(`${method} ${url}`) ?? (url.startsWith('/iclock') ? 'terminal' : 'page')
}

export class AnswerTimes {
  /** How many took up to each step, and one for all beyond; the seconds of all together. */
  readonly #series = new Map<string, { counts: Uint32Array; sum: number }>()

  count(kind: Kind, status: number, milliseconds: number): void {
    const labels = `kind="${kind}",status="${Math.floor(status / 100)}xx"`
    let series = this.#series.get(labels)
    if (!series) {
      series = { counts: new Uint32Array(steps.length + 1), sum: 0 }
      this.#series.set(labels, series)
    }
    const seconds = milliseconds / 1000
    const step = steps.findIndex((most) => seconds <= most)
    const at = step < 0 ? steps.length : step
    series.counts[at] = (series.counts[at] ?? 0) + 1
    series.sum += seconds
  }

  /** Labels, number and the ending of its name. */
  get lines(): [string, number, string][] {
    return [...this.#series].flatMap(([labels, series]) => linesOf(labels, series))
  }
}

/** Each step counts those of the steps before too. */
function linesOf(labels: string, { counts, sum }: { counts: Uint32Array; sum: number }): [string, number, string][] {
  let all = 0
  const buckets = [...counts].map((count, index): [string, number, string] => {
    all += count
    return [`${labels},le="${steps[index] ?? '+Inf'}"`, all, '_bucket']
  })
  return [...buckets, [labels, sum, '_sum'], [labels, all, '_count']]
}
