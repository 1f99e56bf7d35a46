// Requests that Node's HTTP parser refuses before any handler sees them are answered as every refusal: `{ detail }`.
import type { Socket } from 'node:net'
import { errors } from '@torniquete/contract/shared/errors.ts'

const unreadText = 'La solicitud no se pudo leer.'

const answers: Record<string, [status: string, detail: string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', unreadText],
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', errors['body.too-large'][1]],
}

export function answerParserError({ code = '' }: { code?: string }, socket: Socket): void {
  if (code === 'ECONNRESET' || socket.destroyed) return
  const [status, detail] = answers[code] ?? ['400 Bad Request', unreadText]
  const body = JSON.stringify({ detail })
  const type = 'application/json; charset=utf-8'
  if (socket.writable)
    socket.write(
      `HTTP/1.1 ${status}\r\nContent-Type: ${type}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
    )
  socket.destroySoon()
}
