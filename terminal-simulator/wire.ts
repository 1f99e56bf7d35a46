// HTTP/1.1 by hand: a client library would add the headers that some terminals leave out.

import { connect, type Socket } from 'node:net'
import { type Answer, readAnswer, WireError, type WireFailure } from './answer.ts'
import type { Faults } from './faults.ts'

type WireRequest = { method: 'GET' | 'POST'; target: string; body?: Uint8Array }

export function requestBytes(request: WireRequest, host: string, faults: Faults): Uint8Array {
  const lines = [`${request.method} ${request.target} HTTP/1.1`]
  if (!faults.noHost) lines.push(`Host: ${host}`)
  lines.push('User-Agent: iClock Proxy/1.09', 'Connection: close', 'Accept: */*')
  if (faults.macHeader) lines.push('MAC: 00:17:61:10:79:9f')
  if (request.method === 'POST') {
    const type = faults.formContentType ? 'application/x-www-form-urlencoded' : 'text/plain'
    if (!faults.noContentType) lines.push(`Content-Type: ${type}`)
    lines.push(`Content-Length: ${request.body?.length ?? 0}`)
  }
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), request.body ?? Buffer.alloc(0)])
}

export type Wire = {
  /** One connection, one request. `drop`: hang up at the first byte of the answer. Rejects with WireError. */
  send(bytes: Uint8Array, drop: boolean): Promise<Answer>
  /** Cuts every connection and makes no other; resolves when none is left. */
  close(): Promise<void>
  reopen(): void
}

function converse(socket: Socket, bytes: Uint8Array, drop: boolean, timeoutMs: number): Promise<Answer> {
  return new Promise((resolve, reject) => {
    let received = Buffer.alloc(0)
    let failure: WireFailure = 'unreachable'
    const fail = (reason: WireFailure, detail?: string) => {
      reject(new WireError(reason, detail))
      socket.destroy()
    }
    const read = (ended: boolean) => {
      try {
        const answer = readAnswer(received, ended)
        if (answer) {
          resolve(answer)
          socket.destroy()
        } else if (ended) fail('closed')
      } catch (error) {
        fail('garbled', String(error))
      }
    }
    const timer = setTimeout(() => fail('timeout'), timeoutMs)
    socket.on('connect', () => {
      failure = 'closed'
      socket.write(bytes)
    })
    socket.on('data', (chunk: Buffer) => {
      if (drop) return fail('dropped')
      received = Buffer.concat([received, chunk])
      read(false)
    })
    socket.on('end', () => read(true))
    socket.on('error', (error) => fail(failure, error.message))
    socket.on('close', () => {
      clearTimeout(timer)
      fail(failure)
    })
  })
}

export function createWire(host: string, port: number, timeoutMs: number): Wire {
  const open = new Set<Socket>()
  let waiting: (() => void)[] = []
  let closed = false
  return {
    send(bytes, drop) {
      if (closed) return Promise.reject(new WireError('unreachable', 'offline'))
      const socket = connect({ host, port })
      open.add(socket)
      socket.on('close', () => {
        open.delete(socket)
        if (open.size > 0) return
        for (const resolve of waiting) resolve()
        waiting = []
      })
      return converse(socket, bytes, drop, timeoutMs)
    },
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
