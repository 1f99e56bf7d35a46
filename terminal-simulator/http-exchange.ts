// Sends one request on a socket, which may be reused, and reads the answer.

import type { Socket } from 'node:net'
import type { RequestBytes } from './format-request.ts'
import { type HttpAnswer, parseAnswer, WireError, type WireFailure } from './parse-answer.ts'

/** Milliseconds for which curl waits for the answer to `Expect: 100-continue`. */
const continueMs = 1000

type Options = { drop: boolean; timeoutMs: number }

/** `isNew`: the socket is not connected yet. After the answer the socket is destroyed unless the request keeps it. */
export function sendHttpRequest(
  socket: Socket,
  request: RequestBytes,
  isNew: boolean,
  options: Options,
): Promise<HttpAnswer> {
  const { head, body, waits, keeps, cut } = request
  return new Promise((resolve, reject) => {
    let received = Buffer.alloc(0)
    let failure: WireFailure = isNew ? 'unreachable' : 'closed'
    let bodyTimer: NodeJS.Timeout | undefined
    const finish = () => {
      clearTimeout(timer)
      clearTimeout(bodyTimer)
      socket.off('connect', begin).off('data', onData).off('end', onEnd).off('error', onError).off('close', onClose)
    }
    const fail = (reason: WireFailure, detail?: string) => {
      finish()
      socket.destroy()
      reject(new WireError(reason, detail))
    }
    const writeBody = () => {
      clearTimeout(bodyTimer)
      bodyTimer = undefined
      if (body.length > 0) socket.write(body)
    }
    const begin = () => {
      failure = 'closed'
      if (cut) {
        socket.write(head)
        socket.write(body.subarray(0, Math.floor(body.length / 2)), () => fail('dropped'))
      } else if (waits) {
        socket.write(head)
        bodyTimer = setTimeout(writeBody, continueMs)
      } else socket.write(Buffer.concat([head, body]))
    }
    const read = (ended: boolean) => {
      try {
        const answer = parseAnswer(received, ended)
        if (!answer) return ended ? fail('closed') : undefined
        finish()
        if (!keeps) socket.destroy()
        resolve(answer)
      } catch (error) {
        fail('garbled', String(error))
      }
    }
    const onData = (chunk: Buffer) => {
      if (bodyTimer && chunk.toString('latin1').startsWith('HTTP/1.1 100')) writeBody()
      else if (options.drop) return fail('dropped')
      received = Buffer.concat([received, chunk])
      read(false)
    }
    const onEnd = () => read(true)
    const onError = (error: Error) => fail(failure, error.message)
    const onClose = () => fail(failure)
    const timer = setTimeout(() => fail('timeout'), options.timeoutMs)
    socket.on('connect', begin).on('data', onData).on('end', onEnd).on('error', onError).on('close', onClose)
    if (isNew) return
    begin()
    // Ignores write errors of a peer that has already answered.
    if (socket.readableEnded) fail('closed')
  })
}
