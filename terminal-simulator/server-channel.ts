// Sends one request: its URL in the spelling that the faults select, its body in the terminal's encoding.

import { formatRequest } from './format-request.ts'
import type { HttpConnections } from './http-connections.ts'
import type { Faults } from './terminal-faults.ts'
import { decodeTerminalText, encodeTerminalText } from './text-encoding.ts'

export type HttpExchange = { method: 'GET' | 'POST'; target: string; body: string; status: number; answer: string }

/** Error: the server answered with an error or an unexpected body. */
export class ServerRefusal extends Error {}

type ChannelOptions = {
  host: string
  port: number
  sn: string
  mac: string
  onExchange: (exchange: HttpExchange) => void
}

export class ServerChannel {
  /** Number of answers received. */
  exchanges = 0
  readonly #options: ChannelOptions
  readonly #faults: Faults
  readonly #wire: HttpConnections

  constructor(options: ChannelOptions, faults: Faults, wire: HttpConnections) {
    this.#options = options
    this.#faults = faults
    this.#wire = wire
  }

  /** `page` has no prefix, `query` no serial number. Rejects with WireError, or Refused unless the status is 200. */
  get(page: string, query: string): Promise<string> {
    return this.#exchange('GET', page, query, '', false)
  }

  /** With the fault `dropBeforeAnswer` the call rejects although the server received the request. */
  post(page: string, query: string, body: string): Promise<string> {
    return this.#exchange('POST', page, query, body, this.#faults.dropBeforeAnswer)
  }

  #path(page: string): string {
    const { aspx, upperCasePath } = this.#faults
    const path = `/iclock/${page}${aspx ? '.aspx' : ''}`
    return upperCasePath ? path.toUpperCase() : path
  }

  async #exchange(method: 'GET' | 'POST', page: string, query: string, body: string, drop: boolean): Promise<string> {
    const { host, port, sn, mac, onExchange } = this.#options
    const faults = this.#faults
    const target = `${this.#path(page)}?SN=${sn}${query === '' ? '' : `&${faults.rawSpaces ? query.replaceAll('%20', ' ') : query}`}`
    const request = { method, target, body: encodeTerminalText(body, faults.gbkNames), mac }
    const received = await this.#wire.send(formatRequest(request, `${host}:${port}`, faults), drop)
    const answer = decodeTerminalText(received.body, faults.gbkNames)
    this.exchanges++
    onExchange({ method, target, body, status: received.status, answer })
    if (received.status !== 200) throw new ServerRefusal(`${method} ${target} answered ${received.status}`)
    return answer
  }
}
