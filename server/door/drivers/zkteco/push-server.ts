// Serves both dialects, whose requests go to pages below /iclock.

import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify'
import { recordDialectIfChanged } from '../../access-panel-requests.ts'
import type { AllowedNetworks } from '../../allowed-networks.ts'
import type { DoorService } from '../../door-service.ts'
import type { GymHostNameCache } from '../../gym-host-names.ts'
import type { CallerOrigin, TerminalCaller } from '../../terminal-origins.ts'
import type { Terminal } from '../../terminals.ts'
import { type AccessRequest, answerAccessRequest } from './access-dialect.ts'
import { answerAttendanceRequest } from './attendance-dialect.ts'
import { describeTerminalCall } from './describe-call.ts'
import { answerMalformedRequests } from './malformed-requests.ts'
import {
  attendancePageNames,
  classifyRequest,
  isKnownPage,
  parsePageName,
  type TerminalRequest,
} from './push-requests.ts'
import { encodeText } from './text-encoding.ts'
import { type ReplyToTerminal, tooManyLinesReply } from './upload-limits.ts'

/**
 * True if the client asks for keep-alive, as Android and curl do: over TLS a new connection costs more than the call.
 * Old terminals send no such header, or `starting`, and wait until the server closes the connection (protocol §2).
 */
const requestsKeepAlive = ({ httpVersion, headers }: IncomingMessage): boolean =>
  httpVersion === '1.1' && /(?:^|,)\s*keep-alive\s*(?:,|$)/i.test(headers.connection ?? '')

// IP address, MAC address and communication key distinguish terminals with the same serial number.

/** Returns one form of the address for IPv4 and IPv6. An invalid address becomes 0.0.0.0. */
function normalizeAddress(ip: string): string {
  const plain = ip.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '')
  return isIP(plain) ? plain : '0.0.0.0'
}

/** Reads the MAC address from a header (protocol §2), and the communication key from a handshake (§4). */
function readCaller({ ip, headers }: FastifyRequest, asked: TerminalRequest): TerminalCaller {
  const said = headers.mac
  const mac = typeof said === 'string' && /^[0-9a-f]{2}([:-][0-9a-f]{2}){5}$/i.test(said) ? said.toLowerCase() : null
  return { address: normalizeAddress(ip), mac, ...(asked.kind === 'handshake' && { key: asked.key }) }
}

/** Largest body in bytes. Tables of the access dialect may be larger (`tableLimit`, §2.1). */
const bodyLimit = 1024 * 1024
const tableLimit = 4 * bodyLimit

interface Serving {
  door: DoorService
  clock: () => Date
  networks: AllowedNetworks
  names: GymHostNameCache
  /** The installation's secret, from which registry codes are derived. */
  secret: string
  isProxied: boolean
}

/** Serves everything below /iclock, whatever the method, content type or host header. */
export function servePushTerminals(server: FastifyInstance, serving: Serving): void {
  answerMalformedRequests(server, serving)
  server.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: tableLimit }, (_, body, done) => done(null, body))
    // Terminals send no content type, or a wrong one. Without that header the body is read as bytes.
    scope.addHook('onRequest', async (request) => {
      delete request.raw.headers['content-type']
    })
    // Callers are checked before the body is read, so that unknown callers cost neither memory nor a query.
    scope.addHook('onRequest', (request, reply) => admit(serving, request, reply))
    scope.addHook('onSend', async (request, reply, payload) => note(serving, request, reply, payload))
    scope.setErrorHandler((error, request, reply) => {
      request.log.error({ err: error }, 'a terminal was turned away')
      const tooLarge = 'statusCode' in Object(error) && Object(error).statusCode === 413
      return plain(reply, tooLarge ? 413 : 503, 'ERROR')
    })
    // Compression would remove the Content-Length, and terminals ignore browser headers.
    const route: RouteShorthandOptions = { compress: false, helmet: false, config: { door: true } }
    const bare = [...attendancePageNames].flatMap((page) => [`/${page}`, `/${page}.aspx`, `/${page.toUpperCase()}`])
    for (const path of ['/iclock', '/iclock/*', '/ICLOCK', '/ICLOCK/*', ...bare])
      scope.all(path, route, (request, reply) => answer(serving, request, reply))
  })
}

function plain(reply: FastifyReply, status: number, text: string | Uint8Array): FastifyReply {
  const body = typeof text === 'string' ? Buffer.from(text) : Buffer.from(text)
  reply.code(status).headers({ 'content-type': 'text/plain', 'content-length': String(body.length) })
  // Connections that are not kept are closed, together with the unread part of a body.
  if (status !== 200 || !calls.get(reply.request)?.keeps) reply.header('connection', 'close')
  return reply.send(body)
}

interface TerminalCall {
  asked: TerminalRequest
  terminal: Terminal
  origin: CallerOrigin
  path: string
  now: Date
  /** True if the request was accepted as coming from the terminal (terminal-origins.ts). */
  admitted: boolean
  keeps: boolean
}

const calls = new WeakMap<FastifyRequest, TerminalCall>()

/** Answers callers that are not, or not certainly, a registered terminal. Other callers are passed on to `answer`. */
async function admit(serving: Serving, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const { door, clock, networks, names } = serving
  const now = clock()
  if (!networks.isAllowed(normalizeAddress(request.ip), now)) return plain(reply, 403, 'ERROR')
  // The URL is concatenated, because a path that begins with two slashes would be parsed as another host.
  const url = new URL(request.url.startsWith('/') ? `http://terminal${request.url}` : request.url)
  const asked = classifyRequest(request.method, url.pathname, url.searchParams, request.headers.accept)
  const refuse = () => plain(reply, refusalOf(asked), refusalOf(asked) === 200 ? 'OK' : 'ERROR')
  if (asked.sn === null) return refuse()
  const named = await names.findGym(request.host)
  const terminal = await door.terminals.find(asked.sn)
  // A call by another gym's host name, or by an unknown one, is answered like that of an unregistered terminal.
  if (terminal && named && named.gym !== terminal.gym) return refuse()
  if (!terminal) {
    const from = { address: normalizeAddress(request.ip), gym: named?.gym ?? null }
    if (!door.unknownCallers.tryAdd(from.address, now, asked.sn)) return plain(reply, 429, 'ERROR')
    if (named?.gym !== null) await door.terminals.recordUnregisteredCall(asked.sn, from, now)
    return refuse()
  }
  const caller = { ...readCaller(request, asked), ...(names.areConfigured && { isNamed: named !== null }) }
  const call = { asked, terminal, origin: caller, path: url.pathname, now, admitted: false, keeps: false }
  calls.set(request, call)
  if (!(await door.origins.authorize(terminal, caller, now))) return refuse()
  request.caller = { gym: terminal.gym, id: null }
  door.lastSeen.recordCall(terminal, now)
  call.admitted = true
  call.keeps = requestsKeepAlive(request.raw)
  if (Number(request.headers['content-length'] ?? 0) > limitOf(asked, terminal)) return plain(reply, 413, 'ERROR')
  return undefined
}

async function note({ door }: Serving, request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<void> {
  const call = calls.get(request)
  if (!call) return
  const { asked, terminal, origin, path, now, admitted } = call
  // An upload that was held for its origin does not mean that the terminal has a backlog.
  if (admitted && isUpload(asked)) recordUpload(door, call, reply.statusCode < 400)
  const page = parsePageName(path)
  const said = describeTerminalCall({
    asked,
    method: request.method,
    page,
    body: Buffer.isBuffer(request.body) ? request.body : null,
    announced: Number(request.headers['content-length'] ?? 0),
    status: reply.statusCode,
    answer: Buffer.isBuffer(payload) ? payload : Buffer.alloc(0),
  })
  door.traffic.record(terminal, { ...said, address: origin.address, held: !admitted }, !isKnownPage(page), now)
}

function recordUpload({ lastSeen }: DoorService, { terminal, asked, now }: TerminalCall, isAccepted: boolean): void {
  // The state report is sent twice a minute, so its success does not show that a backlog has ended.
  if (isAccepted && asked.kind === 'access' && asked.call === 'rtstate') return
  lastSeen.recordUpload(terminal, isAccepted, now)
}

async function answer(serving: Serving, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const known = calls.get(request)
  // Fastify does not call this handler for a request that a hook has answered.
  if (!known?.admitted) throw new Error('a terminal that was not admitted')
  const { terminal, asked, now } = known
  const body = Buffer.isBuffer(request.body) ? request.body : new Uint8Array()
  // A chunked body announces no length, so its size is checked here.
  if (body.length > limitOf(asked, terminal)) return plain(reply, 413, 'ERROR')
  const text = await respond(serving, { terminal, asked, now }, body)
  if (text === tooManyLinesReply) {
    request.log.warn({ gym: terminal.gym, sn: terminal.sn }, 'a terminal sends too many lines at once')
    return plain(reply, 413, 'ERROR')
  }
  if (text === null) return plain(reply, 503, 'ERROR')
  return plain(reply, 200, encodeText(text, terminal.language))
}

const limitOf = (asked: TerminalRequest, { keepsBiometrics }: Terminal): number =>
  (asked.kind === 'access' && ['tabledata', 'querydata'].includes(asked.call)) ||
  (asked.kind === 'upload' && keepsBiometrics)
    ? tableLimit
    : bodyLimit

/** True if the request uploads records, which the terminal repeats until they are accepted. */
const isUpload = (asked: TerminalRequest): boolean =>
  asked.kind === 'upload' ||
  (asked.kind === 'access' && ['rtlog', 'rtstate', 'tabledata', 'querydata'].includes(asked.call))

/**
 * Status for a refused caller: it keeps its uploads, and cannot register. Other calls get an answer without commands.
 */
function refusalOf(asked: TerminalRequest): 200 | 406 | 503 {
  if (asked.kind === 'access' && asked.call === 'registry') return 406
  return isUpload(asked) || asked.kind === 'results' ? 503 : 200
}

/** Passes the request to its dialect. Requests that exist in both dialects go to the terminal's last dialect. */
async function respond(
  { door, secret }: Serving,
  { terminal, asked, now }: Pick<TerminalCall, 'terminal' | 'asked' | 'now'>,
  body: Uint8Array,
): Promise<ReplyToTerminal> {
  if (asked.kind === 'access') await recordDialectIfChanged(door, terminal, true, now)
  if (asked.kind === 'handshake') await recordDialectIfChanged(door, terminal, false, now)
  return terminal.isAccess && isAskedInAccess(asked)
    ? answerAccessRequest({ door, secret, terminal, body, now }, asked)
    : answerAttendanceRequest(door, terminal, asked, body, now)
}

const isAskedInAccess = (asked: TerminalRequest): asked is TerminalRequest & AccessRequest =>
  asked.kind === 'access' ||
  asked.kind === 'poll' ||
  asked.kind === 'results' ||
  (asked.kind === 'upload' && asked.table === 'OPTIONS')
