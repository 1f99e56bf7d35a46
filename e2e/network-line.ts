// A line between browser and product that breaks quietly: answers begin and never end.
import { once } from 'node:events'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

export class NetworkLine {
  readonly #server: Server
  #stalled: RegExp | null = null
  #foreign: { call: RegExp; page: string } | null = null
  /** How many answers fell silent. */
  silent = 0

  constructor(port: number) {
    this.#server = createServer((asked, answer) => {
      const { method, url = '/', headers } = asked
      const foreign = this.#foreign
      if (foreign?.call.test(`${method} ${url}`)) {
        this.#foreign = null
        return void answer.writeHead(200, { 'content-type': 'text/html' }).end(foreign.page)
      }
      const stalls = this.#stalled?.test(`${method} ${url}`) ?? false
      const passedOn = request({ host: '127.0.0.1', port, method, path: url, headers }, (given) => {
        answer.writeHead(given.statusCode ?? 502, given.headers)
        if (!stalls) return given.pipe(answer)
        this.#stalled = null
        this.silent += 1
        answer.flushHeaders()
        return given.resume()
      })
      passedOn.on('error', () => answer.destroy())
      // Who hangs up here hangs up there: a stream would be held open behind the line.
      answer.on('close', () => passedOn.destroy())
      asked.pipe(passedOn)
    })
  }

  /** The next such call ('POST /v1/sales/') is done, and its answer stops after the headers. */
  stallNext(call: RegExp): void {
    this.#stalled = call
  }

  /** The next such call does not come through: it is answered with this page, as by a proxy that has something to say. */
  answerNext(call: RegExp, page: string): void {
    this.#foreign = { call, page }
  }

  async open(): Promise<string> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    const { port } = this.#server.address() as AddressInfo // it listens on a port
    return `http://127.0.0.1:${port}`
  }

  close(): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }
}
