// The fast path of polls whose answer is in memory: session, ETag and bytes are all known, so the poll is answered before
// the framework sees the request. Every other request goes to the dispatcher, which gives the same answer.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Endpoint } from '@torniquete/contract/endpoint.ts'
import {
  type AreaName,
  areasShownBy,
  type EndpointName,
  endpointNames,
  endpoints,
} from '@torniquete/contract/endpoints.ts'
import { may } from '@torniquete/contract/permissions.ts'
import { automaticHeader } from '@torniquete/contract/session.ts'
import type { AnswerTimes } from '../http/answer-times.ts'
import { compressionThreshold } from '../http/framework.ts'
import { logsEveryAnswer } from '../http/log.ts'
import type { Gauges } from '../measurements.ts'
import type { Services } from '../services.ts'
import { matchesTag, type PolledAnswers, polledCall } from './polled-answers.ts'

interface PolledRow {
  name: EndpointName
  /** Its address. */
  route: string
  areas: readonly AreaName[]
}

const scheme = 'Bearer '

export class PolledFastPath {
  readonly #services: Services
  readonly #polled: PolledAnswers
  readonly #rows = new Map<string, PolledRow>()
  readonly #times: AnswerTimes
  readonly #logged: boolean
  #answered = 0

  constructor(services: Services, polled: PolledAnswers, times: AnswerTimes) {
    this.#times = times
    this.#services = services
    this.#polled = polled
    this.#logged = logsEveryAnswer(services.config)
    for (const name of endpointNames) {
      const { polled, path }: Endpoint = endpoints[name]
      const route = `/v1${path.replace(/\/$/, '')}`
      if (polled) this.#rows.set(route, { name, route, areas: areasShownBy(name) })
    }
  }

  get gauges(): Gauges {
    return { torniquete_polls_unchanged: { help: 'Polls answered from memory.', value: () => this.#answered } }
  }

  /** Whether it was answered here. */
  answer(request: IncomingMessage, response: ServerResponse): boolean {
    if (request.method !== 'GET') return false
    const begun = performance.now()
    const url = request.url ?? ''
    const query = url.indexOf('?')
    const path = query < 0 ? url : url.slice(0, query)
    const row = this.#rows.get(path.endsWith('/') ? path.slice(0, -1) : path)
    const { authorization = '', 'if-none-match': known } = request.headers
    if (!row || !authorization.startsWith(scheme)) return false
    const now = this.#services.clock()
    const user = this.#services.sessions.remembered(authorization.slice(scheme.length), now)
    const today = user && this.#services.zones.today(user.gym, now)
    if (!today || !may(user.role, row.name)) return false
    const call = polledCall(row.name, user.gym, url)
    if (call === null) return false
    const moment = this.#polled.moment(row.name, this.#polled.stamp(row.areas, user.gym), user.gym, today)
    const kept = this.#polled.find(call, moment)
    if (!kept) return false
    const { tag } = kept
    if (!(automaticHeader in request.headers)) this.#services.sessions.noteActivity(user, now)
    this.#answered += 1
    const held = matchesTag(known, tag)
    if (this.#logged)
      this.#services.log.debug(
        { method: 'GET', route: row.route, gym: user.gym, user: user.id, status: held ? 304 : 200 },
        'a poll',
      )
    if (held) response.writeHead(304, { etag: tag, 'cache-control': 'private, no-cache' }).end()
    else {
      const zips =
        kept.bytes.length > compressionThreshold && String(request.headers['accept-encoding'] ?? '').includes('gzip')
      send(response, tag, zips ? this.#polled.zip(user.gym, call, kept) : kept.bytes, zips)
    }
    this.#times.count({ kind: 'poll', name: row.name }, held ? 304 : 200, performance.now() - begun)
    return true
  }
}

function send(response: ServerResponse, tag: string, bytes: Buffer, zipped: boolean): void {
  response.writeHead(200, {
    etag: tag,
    'cache-control': 'private, no-cache',
    'content-type': 'application/json; charset=utf-8',
    'content-length': bytes.length,
    'x-content-type-options': 'nosniff',
    vary: 'accept-encoding',
    ...(zipped ? { 'content-encoding': 'gzip' } : {}),
  })
  response.end(bytes)
}
