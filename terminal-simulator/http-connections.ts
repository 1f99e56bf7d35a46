// Opens and closes connections of the terminal.

import { connect, type Socket } from 'node:net'
import type { RequestBytes } from './format-request.ts'
import { sendHttpRequest } from './http-exchange.ts'
import { type HttpAnswer, WireError } from './parse-answer.ts'

export type HttpConnections = {
  /** Sends a request, on a new connection unless one was kept. `drop`: closes at the answer's first byte. */
  send(request: RequestBytes, drop: boolean): Promise<HttpAnswer>
  /** Cuts every connection and refuses new ones. Resolves when all are closed. */
  close(): Promise<void>
  reopen(): void
}

export function createHttpConnections(host: string, port: number, timeoutMs: number): HttpConnections {
  const open = new Set<Socket>()
  let waiting: (() => void)[] = []
  let closed = false
  let kept: Socket | null = null

  function newSocket(request: RequestBytes): Socket {
    const socket = connect({ host, port, allowHalfOpen: request.keeps })
    open.add(socket)
    // Errors after the answer are ignored.
    socket.on('error', () => undefined)
    socket.on('close', () => {
      open.delete(socket)
      if (open.size > 0) return
      for (const resolve of waiting) resolve()
      waiting = []
    })
    return socket
  }

  async function send(request: RequestBytes, drop: boolean): Promise<HttpAnswer> {
    if (closed) throw new WireError('unreachable', 'offline')
    const used = kept && !kept.destroyed ? kept : null
    kept = null
    try {
      const socket = used ?? newSocket(request)
      const answer = await sendHttpRequest(socket, request, !used, { drop, timeoutMs })
      if (request.keeps) kept = socket
      return answer
    } catch (error) {
      // The server had closed the kept connection, so the request is sent on a new one.
      if (used && !closed && error instanceof WireError && error.failure === 'closed') return send(request, drop)
      throw error
    }
  }

  return {
    send,
    reopen() {
      closed = false
    },
    close() {
      closed = true
      if (open.size === 0) return Promise.resolve()
      for (const socket of open) socket.destroy()
      return new Promise((resolve) => waiting.push(resolve))
    },
  }
}
