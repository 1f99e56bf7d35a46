// How long answers take, by kind of call and status: histograms with cumulative buckets, as Prometheus reads them.

import type { Endpoint } from '@torniquete/contract/endpoint.ts'
import { type EndpointName, endpointNames, endpoints } from '@torniquete/contract/endpoints.ts'
import type { CallTimes } from '@torniquete/contract/status.ts'
import type { FastifyRequest } from 'fastify'
import { routeOf } from './request-parts.ts'

/** 'wait': calls whose time is that of a person, a terminal or a slow line, and says nothing about the server. */
type Kind = 'read' | 'write' | 'poll' | 'login' | 'wait' | 'terminal' | 'page'

const steps = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20]

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
  /** Null for what is not a call of the contract: pages and terminals. */
  name: EndpointName | null
}

const calls: ReadonlyMap<string, Call> = new Map(
  endpointNames.map((name) => {
    const { method, path, polled }: Endpoint = endpoints[name]
    const usual = method === 'GET' ? 'read' : 'write'
    return [`${method} ${routeOf({ path })}`, { kind: ownKinds[name] ?? (polled ? 'poll' : usual), name }]
  }),
)

export function callOf({ method, routeOptions: { url = '' } }: Pick<FastifyRequest, 'method' | 'routeOptions'>): Call {
  return calls.get(`${method} ${url}`) ?? { kind: url.startsWith('/iclock') ? 'terminal' : 'page', name: null }
}

interface Series {
  counts: Uint32Array
  /** Seconds. */
  sum: number
  longest: number
}

const newSeries = (): Series => ({ counts: new Uint32Array(steps.length + 1), sum: 0, longest: 0 })

function add(series: Series, seconds: number): void {
  const step = steps.findIndex((most) => seconds <= most)
  const at = step < 0 ? steps.length : step
  series.counts[at] = (series.counts[at] ?? 0) + 1
  series.sum += seconds
  series.longest = Math.max(series.longest, seconds)
}

function inserted<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const value = map.get(key) ?? make()
  map.set(key, value)
  return value
}

export class AnswerTimes {
  /** By labels: how many answers each bucket got (the last is for all beyond), and their seconds in all. */
  readonly #series = new Map<string, Series>()
  readonly #calls = new Map<EndpointName, Series & { failed: number }>()

  count({ kind, name }: Call, status: number, milliseconds: number): void {
    const seconds = milliseconds / 1000
    add(inserted(this.#series, `kind="${kind}",status="${Math.floor(status / 100)}xx"`, newSeries), seconds)
    if (name === null || kind === 'wait') return
    const call = inserted(this.#calls, name, () => ({ ...newSeries(), failed: 0 }))
    add(call, seconds)
    if (status >= 500) call.failed += 1
  }

  /** The calls with the highest 99th percentile, the slowest first; without those of kind 'wait'. */
  slowest(count: number): CallTimes[] {
    return [...this.#calls]
      .map(([call, series]) => timesOf(call, series))
      .sort((one, other) => other.most - one.most || other.longest - one.longest)
      .slice(0, count)
  }

  /** One line a bucket: labels, value and the suffix of the metric's name. */
  get lines(): [string, number, string][] {
    return [...this.#series].flatMap(([labels, series]) => linesOf(labels, series))
  }
}

function timesOf(call: EndpointName, { counts, longest, failed }: Series & { failed: number }): CallTimes {
  const all = counts.reduce((sum, count) => sum + count, 0)
  /** A quantile in milliseconds: the upper bound of its bucket, and never more than the longest answer took. */
  const upTo = (share: number) => {
    let sum = 0
    const step = counts.findIndex((count) => {
      sum += count
      return sum >= share * all
    })
    return Math.min(steps[step] ?? longest, longest) * 1000
  }
  return {
    call: `${endpoints[call].method} /v1${endpoints[call].path}`,
    count: all,
    failed,
    half: upTo(0.5),
    most: upTo(0.99),
    longest: longest * 1000,
  }
}

/** Prometheus buckets are cumulative: each includes those before it. */
function linesOf(labels: string, { counts, sum }: Series): [string, number, string][] {
  let all = 0
  const buckets = [...counts].map((count, index): [string, number, string] => {
    all += count
    return [`${labels},le="${steps[index] ?? '+Inf'}"`, all, '_bucket']
  })
  return [...buckets, [labels, sum, '_sum'], [labels, all, '_count']]
}
