// Formats a request like a terminal. A client library would add headers that some terminals omit.

import type { Faults } from './terminal-faults.ts'

type Request = { method: 'GET' | 'POST'; target: string; body: Uint8Array; mac: string }

export type RequestBytes = {
  head: Uint8Array
  body: Uint8Array
  /** True if the body waits for the server's `100 Continue`. */
  waits: boolean
  /** True if the connection is kept for the next request. */
  keeps: boolean
  /** True if the connection breaks in the middle of the body. */
  cut: boolean
}

function bodyHeaders({ body }: Request, faults: Faults): string[] {
  return [
    ...(faults.noContentType ? [] : ['Content-Type: text/plain']),
    faults.chunkedBody ? 'Transfer-Encoding: chunked' : `Content-Length: ${body.length}`,
    ...(faults.expectContinue ? ['Expect: 100-continue'] : []),
  ]
}

function chunks(body: Uint8Array): Uint8Array {
  const middle = Math.ceil(body.length / 2)
  const parts = [body.subarray(0, middle), body.subarray(middle)].filter(({ length }) => length > 0)
  const written = parts.flatMap((part) => [`${part.length.toString(16)}\r\n`, part, '\r\n'])
  return Buffer.concat([...written, '0\r\n\r\n'].map((piece) => Buffer.from(piece)))
}

function written({ body }: Request, { chunkedBody, overlongBody }: Faults): Uint8Array {
  if (chunkedBody) return chunks(body)
  return overlongBody ? Buffer.concat([body, Buffer.from('\r\n')]) : body
}

export function formatRequest(request: Request, host: string, faults: Faults): RequestBytes {
  const isPost = request.method === 'POST'
  const lines = [
    `${request.method} ${request.target} HTTP/1.${faults.http10 ? 0 : 1}`,
    `Host: ${host}`,
    'User-Agent: iClock Proxy/1.09',
    `Connection: ${faults.keepAlive ? 'keep-alive' : 'close'}`,
    'Accept: */*',
    ...(faults.macHeader ? [`MAC: ${request.mac}`] : []),
    ...(isPost ? bodyHeaders(request, faults) : []),
  ]
  return {
    head: Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'),
    body: isPost ? written(request, faults) : request.body,
    waits: isPost && faults.expectContinue,
    keeps: faults.keepAlive,
    cut: isPost && faults.cutBody,
  }
}
