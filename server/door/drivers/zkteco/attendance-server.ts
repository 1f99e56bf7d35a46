// The attendance dialect's side of the server: requests below /iclock, answered by the protocol's decision table (§3).
// Stored first, answered second: the positive answer is what makes a terminal drop its records.
import { isIP } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify'
import type { Door } from '../../door.ts'
import type { DoorNames } from '../../names.ts'
import type { Networks } from '../../networks.ts'
import type { Caller, Origin } from '../../origins.ts'
import type { TerminalCommand } from '../../reconciler.ts'
import type { Terminal } from '../../terminals.ts'
import { handshakeAnswer, timeAnswer } from './attendance-answers.ts'
import {
  check,
  clearUsers,
  commandId,
  commandLine,
  deleteUser,
  info,
  openDoor,
  queryUsers,
  setClock,
  setOption,
  updateUser,
} from './attendance-commands.ts'
import { tooMuch, upload } from './attendance-intake.ts'
import { integerOf } from './attendance-lines.ts'
import { attendancePages, classify, isKnownPage, pageOf, type TerminalRequest } from './attendance-requests.ts'
import { parseCommandResults } from './attendance-results.ts'
import { callOf } from './attendance-traffic.ts'
import { hearMalformedCalls } from './malformed-calls.ts'
import { decodeText, encodeText } from './terminal-text.ts'

const bodyLimit = 1024 * 1024
const answerLimit = 9000
const defaultDelay = 10

interface Serving {
  door: Door
  clock: () => Date
  networks: Networks
  names: DoorNames
  /** Whether a proxy stands before the main port. */
  isProxied: boolean
}

/** Takes over everything below /iclock, whatever its method, content type or host header. */
export function serveAttendanceTerminals(server: FastifyInstance, serving: Serving): void {
  hearMalformedCalls(server, serving)
  server.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_, body, done) => done(null, body))
    // Terminals name no content type, or a wrong one; the bytes are read all the same.
    scope.addHook('onRequest', async (request) => {
      delete request.raw.headers['content-type']
    })
    // Before the body is read: nobody's costs neither memory nor a query.
    scope.addHook('onRequest', (request, reply) => admit(serving, request, reply))
    scope.addHook('onSend', async (request, reply, payload) => note(serving, request, reply, payload))
    scope.setErrorHandler((error, request, reply) => {
      request.log.error({ err: error }, 'a terminal was turned away')
      const tooLarge = 'statusCode' in Object(error) && Object(error).statusCode === 413
      return plain(reply, tooLarge ? 413 : 503, 'ERROR')
    })
    // Compressed answers have no length beforehand; what browsers are told is nothing to a terminal.
    const route: RouteShorthandOptions = { compress: false, helmet: false, config: { door: true } }
    const bare = [...attendancePages].flatMap((page) => [`/${page}`, `/${page}.aspx`, `/${page.toUpperCase()}`])
    for (const path of ['/iclock', '/iclock/*', '/ICLOCK', '/ICLOCK/*', ...bare])
      scope.all(path, route, (request, reply) => answer(serving, request, reply))
  })
}

function plain(reply: FastifyReply, status: number, text: string | Uint8Array): FastifyReply {
  const body = typeof text === 'string' ? Buffer.from(text) : Buffer.from(text)
  return reply
    .code(status)
    .headers({ 'content-type': 'text/plain', 'content-length': String(body.length), connection: 'close' })
    .send(body)
}

/** A call with the number of a registered terminal. */
interface Heard {
  asked: TerminalRequest
  terminal: Terminal
  origin: Origin
  path: string
  now: Date
  /** It came from the terminal itself. */
  admitted: boolean
}

const heard = new WeakMap<FastifyRequest, Heard>()

/** Answers whoever is not, or not for certain, a registered terminal; anybody else goes on to `answer`. */
async function admit(serving: Serving, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const { door, clock, networks, names } = serving
  const now = clock()
  if (!networks.admits(addressOf(request.ip), now)) return plain(reply, 403, 'ERROR')
  // Joined by hand: a path that begins with two slashes would be taken for another host's.
  const url = new URL(request.url.startsWith('/') ? `http://terminal${request.url}` : request.url)
  const asked = classify(request.method, url.pathname, url.searchParams)
  const refuse = () => (keepsRecords(asked) ? plain(reply, 503, 'ERROR') : plain(reply, 200, 'OK'))
  if (asked.sn === null) return refuse()
  const named = await names.named(request.host)
  const terminal = await door.terminals.find(asked.sn)
  // By another gym's name it is nobody's, as by a name that is nobody's.
  if (terminal && named && named.gym !== terminal.gym) return refuse()
  if (!terminal) {
    const from = { address: addressOf(request.ip), gym: named?.gym ?? null }
    if (!door.unknownCallers.admits(from.address, asked.sn, now)) return plain(reply, 429, 'ERROR')
    if (named?.gym !== null) await door.terminals.noteUnknown(asked.sn, from, now)
    return refuse()
  }
  const caller = { ...callerOf(request, asked), ...(names.areSet && { isNamed: named !== null }) }
  const call = { asked, terminal, origin: caller, path: url.pathname, now, admitted: false }
  heard.set(request, call)
  if (!(await door.origins.admits(terminal, caller, now))) return refuse()
  request.caller = { gym: terminal.gym, id: null }
  door.presence.heard(terminal, now)
  call.admitted = true
  return undefined
}

/** Keeps how a call went, whatever became of it. */
async function note({ door }: Serving, request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<void> {
  const call = heard.get(request)
  if (!call) return
  const { asked, terminal, origin, path, now, admitted } = call
  if (asked.kind === 'upload') door.presence.uploaded(terminal, reply.statusCode < 400, now)
  const page = pageOf(path)
  const said = callOf({
    asked,
    method: request.method,
    page,
    body: Buffer.isBuffer(request.body) ? request.body : null,
    announced: Number(request.headers['content-length'] ?? 0),
    status: reply.statusCode,
    answer: Buffer.isBuffer(payload) ? payload : Buffer.alloc(0),
  })
  door.traffic.note(terminal, { ...said, address: origin.address, held: !admitted }, !isKnownPage(page), now)
}

/** In one form, whatever this server listens on; what is no address is one that nobody has. */
function addressOf(ip: string): string {
  const plain = ip.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '')
  return isIP(plain) ? plain : '0.0.0.0'
}

/** The address, and the network card's where the terminal says it in a header (protocol §2); the key of a handshake (§4). */
function callerOf({ ip, headers }: FastifyRequest, asked: TerminalRequest): Caller {
  const said = headers.mac
  const mac = typeof said === 'string' && /^[0-9a-f]{2}([:-][0-9a-f]{2}){5}$/i.test(said) ? said.toLowerCase() : null
  return { address: addressOf(ip), mac, ...(asked.kind === 'handshake' && { key: asked.key }) }
}

async function answer({ door }: Serving, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const known = heard.get(request)
  // Fastify answers no request that a hook has answered.
  if (!known?.admitted) throw new Error('a terminal that was not admitted')
  const { terminal, asked, now } = known
  const body = Buffer.isBuffer(request.body) ? request.body : new Uint8Array()
  const text = await respond(door, terminal, asked, body, now)
  if (text === tooMuch) {
    request.log.warn({ gym: terminal.gym, sn: terminal.sn }, 'a terminal sends too many lines at once')
    return plain(reply, 413, 'ERROR')
  }
  if (text === otherDialect) return plain(reply, 406, 'ERROR')
  if (text === null) return plain(reply, 503, 'ERROR')
  return plain(reply, 200, encodeText(text, terminal.language))
}

/** Uploads that an unknown terminal, or one of a dialect not spoken here, must keep until somebody takes them. */
function keepsRecords(asked: TerminalRequest): boolean {
  if (asked.kind === 'access') return ['rtlog', 'rtstate', 'tabledata', 'querydata'].includes(asked.call)
  return asked.kind === 'upload' || asked.kind === 'commandResults'
}

/** A terminal of the access dialect (PUSH 3.x) is refused: it keeps what it has until it is spoken here. */
const otherDialect = Symbol('another dialect')

/** The answer's text; null where the terminal must keep what it sent, `tooMuch` where it is not even read. */
async function respond(
  door: Door,
  terminal: Terminal,
  asked: TerminalRequest,
  body: Uint8Array,
  now: Date,
): Promise<string | typeof tooMuch | typeof otherDialect | null> {
  switch (asked.kind) {
    case 'handshake': {
      await door.terminals.noteDialect(terminal, false)
      const offset = await door.begin(terminal, { language: asked.language, push_version: asked.pushver }, now)
      return handshakeAnswer({
        sn: terminal.sn,
        delay: terminal.delay ?? defaultDelay,
        timeZoneMinutes: offset,
        pushver: asked.pushver,
        asksOptions: true,
        stamps: {
          ...(terminal.attlogStamp !== null && { attlog: terminal.attlogStamp }),
          ...(terminal.operlogStamp !== null && { operlog: terminal.operlogStamp }),
        },
      })
    }
    case 'poll': {
      door.presence.polled(terminal, now)
      const said = asked.info
      if (said?.users != null) await door.counted(terminal, { users: said.users, firmware: said.firmware }, now)
      return commandLines(await door.commandsFor(terminal, now), terminal)
    }
    case 'upload':
      return upload(door, terminal, asked, body, now)
    case 'commandResults': {
      const answers = parseCommandResults(decodeText(body))
      const results = answers.map(({ id, code, details }) => ({
        command: Number.parseInt(id, 36),
        code,
        users: integerOf(details.get('UserCount')),
      }))
      await door.results(
        terminal,
        results.filter(({ command }) => Number.isSafeInteger(command)),
        now,
      )
      // Some describe themselves only when they are asked how many they hold.
      const described = answers.find(({ details }) => details.has('~DeviceName'))
      if (described) await door.described(terminal, described.details)
      return 'OK'
    }
    case 'time':
      return timeAnswer(now, await door.offset(terminal, now))
    case 'access':
      await door.terminals.noteDialect(terminal, true)
      return otherDialect
    default:
      return 'OK'
  }
}

/** `OK`, or the command lines that fit; what does not fit is due again at a later poll. */
function commandLines(commands: readonly TerminalCommand[], terminal: Terminal): string {
  const lines: string[] = []
  let size = 0
  for (const command of commands) {
    const line = commandLine(commandId(command.id), textOf(command, terminal))
    size += Buffer.byteLength(line) + 1
    if (size > answerLimit && lines.length > 0) break
    lines.push(line)
  }
  return lines.length === 0 ? 'OK' : lines.join('\n')
}

function textOf(command: TerminalCommand, terminal: Terminal): string {
  switch (command.kind) {
    case 'put':
      return updateUser({ ...command, pin: String(command.pin) }, terminal)
    case 'remove':
      return deleteUser(command.pin)
    case 'open':
      return openDoor(terminal.openCommand)
    case 'ask':
      return queryUsers(command.pin)
    case 'reread':
      return check()
    case 'clock':
      return setClock(command.local)
    // What a terminal has noted of somebody stays when their right ends: 0 drops it, 2 drops the person.
    case 'keep-logs':
      return setOption('OverValidTime', 1)
    case 'end-rights':
      return setOption('UserValidTimeFun', 1)
    case 'count':
      return info()
    case 'list':
      return queryUsers()
    case 'empty':
      return clearUsers()
  }
}
