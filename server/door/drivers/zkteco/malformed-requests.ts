// Handles requests that Node's HTTP parser refuses. Old firmware does not encode spaces in a query (`INFO=Ver 6.60 …`):
// such a request is accepted, unless a proxy is in front. Others are logged and shown in the terminal's traffic.
import { IncomingMessage, type Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { answerParserError } from '../../../platform/http/create-fastify.ts'
import type { DoorService } from '../../door-service.ts'
import { isKnownPage, parsePageName, serialNumberPattern } from './push-requests.ts'

interface Refusal extends Error {
  code?: string
  /** The last packet. The parser stopped in it after `bytesParsed` bytes. */
  rawPacket?: Buffer
  bytesParsed?: number
}

interface Head {
  url: string
  headers: Record<string, string>
}

const longestHead = 8192
const requestLine = /^GET (\/[!-~]*\?[ -~]* [ -~]*) HTTP\/1\.[01]$/
const headerLine = /^([\w!#$%&'*+.^`|~-]+):[ \t]*([\t -~\x80-\xff]*)$/

/**
 * Parses a request without a body whose query has spaces; else null. The parser must have stopped in the first line,
 * at byte `stoppedAt`: in a later line, the text may be the body of another request.
 */
export function parseRequestWithSpaces(packet: Uint8Array, stoppedAt: number): Head | null {
  if (packet.length > longestHead) return null
  const text = Buffer.from(packet).toString('latin1')
  const [first = '', ...rest] = text.split('\r\n')
  const target = requestLine.exec(first)?.[1]
  // The head must end in this packet, with nothing after it.
  if (target === undefined || stoppedAt > first.length || rest.splice(-2).join() !== ',') return null
  const path = target.replace(/\?.*$/, '')
  if (!isKnownPage(parsePageName(path))) return null
  const headers: Record<string, string> = Object.create(null)
  for (const line of rest) {
    const [, name, value = ''] = headerLine.exec(line) ?? []
    const key = name?.toLowerCase()
    if (key === undefined || key in headers) return null
    headers[key] = value.trim()
  }
  const hasBody = 'transfer-encoding' in headers || Number(headers['content-length'] ?? 0) !== 0
  return hasBody || 'upgrade' in headers ? null : { url: target.replaceAll(' ', '%20'), headers }
}

/** Answers the request and closes the connection, at once if an earlier request is still unanswered. */
function answerHead(port: Server, socket: Socket, { url, headers }: Head): void {
  const request = new IncomingMessage(socket)
  Object.assign(request, { method: 'GET', url, headers, complete: true })
  Object.assign(request, { httpVersion: '1.1', httpVersionMajor: 1, httpVersionMinor: 1 })
  request.push(null)
  const response = new ServerResponse(request)
  response.shouldKeepAlive = false
  try {
    response.assignSocket(socket)
  } catch {
    socket.destroy()
    return
  }
  response.on('finish', () => socket.destroySoon())
  port.emit('request', request, response)
}

const maxPerMinute = 30
const aMinute = 60_000

interface MalformedRequestContext {
  door: DoorService
  clock: () => Date
  /** True if a proxy may be in front of the main port. A proxy and the server must agree where a request ends. */
  isProxied: boolean
}

/** Listens on every port of the server. */
export function answerMalformedRequests(
  server: FastifyInstance,
  { door, clock, isProxied }: MalformedRequestContext,
): void {
  const logged = { since: 0, count: 0 }
  const listenOn = (port: Server, isDoor: boolean) => {
    port.removeAllListeners('clientError')
    port.on('clientError', (error: Refusal, socket: Socket) => {
      if (error.code === 'ECONNRESET' || socket.destroyed) return
      const packet = error.rawPacket ?? Buffer.alloc(0)
      const isSpaced = error.code === 'HPE_INVALID_CONSTANT' && (isDoor || !isProxied)
      const head = isSpaced ? parseRequestWithSpaces(packet, error.bytesParsed ?? Number.POSITIVE_INFINITY) : null
      if (head) return answerHead(port, socket, head)
      const [line = ''] = packet
        .subarray(0, 1024)
        .toString('latin1')
        .split(/[\r\n]/)
      const isTerminal = isDoor || /^\S+ \S*\/(iclock|cdata|getrequest|devicecmd)/i.test(line)
      if (isTerminal) note(line, packet.length, error, socket)
      answerParserError(error, socket)
    })
  }
  const note = (line: string, size: number, error: Refusal, socket: Socket) => {
    const at = clock().getTime()
    if (at - logged.since >= aMinute) Object.assign(logged, { since: at, count: 0 })
    logged.count += 1
    if (logged.count > maxPerMinute) return
    // The query of the line may contain PINs, names, cards and keys, so it is not logged.
    const [, method = '', path = ''] = /^([A-Z]{1,10}) ([^\s?]{1,100})/.exec(line) ?? []
    const sn = /[?&]sn=([\w-]+)/i.exec(line)?.[1] ?? ''
    const address = socket.remoteAddress ?? ''
    server.log.warn({ address, method, path, code: error.code, size }, 'a terminal’s call could not be read')
    if (serialNumberPattern.test(sn)) void noteTraffic(door, { sn, method, path, address, size }, clock())
  }
  listenOn(server.server, false)
  if (server.doorPort) listenOn(server.doorPort, true)
}

async function noteTraffic(
  door: DoorService,
  { sn, method, path, address, size }: Record<'sn' | 'method' | 'path' | 'address', string> & { size: number },
  now: Date,
): Promise<void> {
  // If the database is unavailable, the request is only logged.
  const terminal = await door.terminals.find(sn).catch(() => null)
  if (!terminal) return
  const page = parsePageName(path).replace(/\d/g, '#')
  const said = { address, method, call: 'other' as const, page, table: null, bytes_in: size, bytes_out: 0, status: 400 }
  door.traffic.record(terminal, { ...said, answer: '', held: false, commands: [] }, false, now)
}
