// Closed-loop HTTP load on loopback: each connection sends its next request when its answer has arrived. Uses raw
// sockets to save processor time, because client and server share two cores.
import { connect } from 'node:net'

export interface LoadOptions {
  port: number
  /** Complete HTTP requests sent in rotation, or a function that makes each request. */
  requests: readonly Buffer[] | (() => Buffer)
  connections: number
  milliseconds: number
  /** Expected HTTP status of every answer. */
  status: number
  /** Second accepted HTTP status, for example if the row may just have changed. */
  or?: number
}

export interface LoadMeasurement {
  perSecond: number
  /** Median duration of a request in milliseconds. */
  p50: number
  p99: number
}

export function formatHttpRequest(method: string, path: string, headers: Record<string, string> = {}): Buffer {
  const lines = Object.entries({ host: 'localhost', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`)
}

export function computePercentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export const computeMedian = (values: readonly number[]): number =>
  computePercentile(
    [...values].sort((a, b) => a - b),
    0.5,
  )

export function summarizeRequestTimes(times: number[], milliseconds: number): LoadMeasurement {
  const sorted = times.sort((a, b) => a - b)
  return {
    perSecond: (sorted.length * 1000) / milliseconds,
    p50: computePercentile(sorted, 0.5),
    p99: computePercentile(sorted, 0.99),
  }
}

export async function runLoad({
  port,
  requests,
  connections,
  milliseconds,
  status,
  or = status,
}: LoadOptions): Promise<LoadMeasurement> {
  const times: number[] = []
  const begun = performance.now()
  const until = begun + milliseconds
  let turn = 0
  const next = typeof requests === 'function' ? requests : () => requests[turn++ % requests.length] ?? Buffer.alloc(0)
  await Promise.all(Array.from({ length: connections }, () => runConnection(port, next, [status, or], until, times)))
  return summarizeRequestTimes(times, performance.now() - begun)
}

const headEnd = Buffer.from('\r\n\r\n')

function runConnection(
  port: number,
  next: () => Buffer,
  statuses: readonly number[],
  until: number,
  times: number[],
): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    socket.setNoDelay(true)
    let sent = 0
    let received: Buffer[] = []
    let missing = -1
    const send = () => {
      sent = performance.now()
      socket.write(next())
    }
    const answered = () => {
      times.push(performance.now() - sent)
      received = []
      missing = -1
      if (performance.now() < until) return send()
      socket.destroy()
      resolve()
    }
    socket.on('connect', send)
    socket.on('error', reject)
    socket.on('close', () => reject(new Error('the server closed the connection')))
    socket.on('data', (data: Buffer) => {
      if (missing >= 0) {
        missing -= data.length
        if (missing <= 0) answered()
        return
      }
      received.push(data)
      const all = received.length === 1 ? data : Buffer.concat(received)
      const end = all.indexOf(headEnd)
      if (end < 0) return
      const head = all.toString('latin1', 0, end)
      if (!statuses.some((status) => head.startsWith(`HTTP/1.1 ${status}`)))
        return reject(new Error(all.toString('utf8', 0, 600)))
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)
      missing = length - (all.length - end - headEnd.length)
      if (missing <= 0) answered()
    })
  })
}
