// Stand-in of DGII's web services (technical description v1.6), for tests and the demo. It keeps everything in memory.
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { findElementText, parseXml } from '../server/fiscal/do/ecf/parse-xml.ts'
import { parseSignedDocument } from '../server/fiscal/do/ecf/signed-document.ts'
import { FaultInjector, FaultSettings } from './faults.ts'
import { formatSubmissionState, type Submission, SubmissionRegistry, type UploadedFile } from './registry.ts'

const environments = ['testecf', 'certecf', 'ecf'] as const
type Environment = (typeof environments)[number]

interface DirectoryEntry {
  nombre: string
  rnc: string
  urlRecepcion: string
  urlAceptacion: string
  urlOpcional: string
}

interface StandInOptions {
  faults?: FaultSettings
  seed?: number
  now?: () => Date
  directory?: DirectoryEntry[]
}

interface Call {
  environment: Environment
  registry: SubmissionRegistry
  /** Query parameters, with names in lower case. */
  query: Map<string, string>
  body: Buffer
  contentType: string
}

interface Reply {
  status: number
  body: unknown
}

const tokenLifetimeMs = 3_600_000
const seedLifetimeMs = 300_000
const maxBodyBytes = 10_000_000

const answer = (body: unknown, status = 200): Reply => ({ status, body })

export class StandInServer {
  readonly faults: FaultInjector
  readonly directory: DirectoryEntry[]
  /** Number of calls received, by path without the environment. */
  readonly calls = new Map<string, number>()
  readonly #now: () => Date
  readonly #registries: Record<Environment, SubmissionRegistry>
  /** Values of seeds that are not exchanged yet, and tokens, each with its end in milliseconds since 1970. */
  readonly #seeds = new Map<string, number>()
  readonly #tokens = new Map<string, number>()
  #server: Server | null = null
  #port = 0

  constructor({ faults, seed, now = () => new Date(), directory = [] }: StandInOptions = {}) {
    this.faults = new FaultInjector(faults, seed)
    this.directory = directory
    this.#now = now
    const make = () => new SubmissionRegistry(this.faults, now)
    this.#registries = { testecf: make(), certecf: make(), ecf: make() }
  }

  /** Documents received in an environment. */
  registry(environment: Environment = 'testecf'): SubmissionRegistry {
    return this.#registries[environment]
  }

  /** Base address, which takes the place of DGII's two hosts. */
  get address(): string {
    return `http://127.0.0.1:${this.#port}`
  }

  /** Listens at a port; without one, at the last port or any free one. */
  async start(port = this.#port): Promise<this> {
    this.#server = createServer((request, response) => {
      void this.#handle(request, response).catch(() => response.destroy())
    })
    this.#server.listen(port, '127.0.0.1')
    await once(this.#server, 'listening')
    this.#port = (this.#server.address() as AddressInfo).port // an AddressInfo, since the server listens on TCP
    return this
  }

  /** Refuses connections until it is started again. Documents stay. */
  async stop(): Promise<void> {
    const server = this.#server
    this.#server = null
    if (!server) return
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://dgii')
    const path = url.pathname.toLowerCase()
    if (path === '/control/faults') return this.#control(request, response)
    const { faults } = this
    if (faults.isHit('slow')) await pause(faults.latencyMs)
    if (faults.isHit('cut')) return void request.socket.destroy()
    const [, environment = '', ...rest] = path.split('/')
    const name = `${request.method} ${rest.join('/')}`
    this.calls.set(name, (this.calls.get(name) ?? 0) + 1)
    const body = await readBody(request)
    if (faults.isHit('error')) return send(response, answer('<html><h1>Internal Server Error</h1></html>', 500))
    if (faults.isHit('unavailable')) return send(response, answer(makeDoorAnswer('Servicio no disponible')))
    const isUpload = name.startsWith('POST recepcion')
    if (isUpload && faults.isHit('refuse'))
      return send(response, answer(makeDoorAnswer('El archivo no es válido'), 400))
    const take = () => this.#answer(name, environment, request, { query: readQuery(url), body })
    if (isUpload && faults.isHit('late')) {
      setTimeout(() => void take(), faults.latencyMs)
      return send(response, answer('<html><h1>Gateway Timeout</h1></html>', 504))
    }
    const reply = await take()
    if (faults.isHit('cutAfter')) return void request.socket.destroy()
    if (faults.isHit('errorAfter')) return send(response, answer('Error', 500))
    if (faults.isHit('halfAnswer')) return sendHalf(response, reply)
    send(response, reply)
  }

  async #answer(
    name: string,
    environment: string,
    { headers }: IncomingMessage,
    { query, body }: Pick<Call, 'query' | 'body'>,
  ): Promise<Reply> {
    const service = this.#services[name]
    if (!service || !isEnvironment(environment)) return answer('No existe', 404)
    const isOpen = name.includes(' autenticacion/')
    if (!isOpen && !this.#isAuthorized(headers.authorization)) return answer('El token no es válido o venció', 401)
    const registry = this.#registries[environment]
    return service({ environment, registry, query, body, contentType: headers['content-type'] ?? '' })
  }

  /** `PUT /control/faults` replaces the faults by those of its JSON body; `GET` answers them. */
  async #control(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method === 'PUT') {
      const settings = FaultSettings.safeParse(JSON.parse((await readBody(request)).toString('utf8')))
      if (!settings.success) return send(response, answer({ error: settings.error.message }, 422))
      this.faults.settings = settings.data
    }
    send(response, answer(this.faults.settings))
  }

  #isAuthorized(header = ''): boolean {
    const token = /^bearer (\S+)$/i.exec(header)?.[1] ?? ''
    const isValid = (this.#tokens.get(token) ?? 0) > this.#now().getTime()
    if (!isValid || this.faults.isHit('expiredToken')) this.#tokens.delete(token)
    return this.#tokens.has(token)
  }

  readonly #services: Record<string, (call: Call) => Reply | Promise<Reply>> = {
    'GET autenticacion/api/autenticacion/semilla': () => {
      const value = randomUUID()
      this.#seeds.set(value, this.#now().getTime() + seedLifetimeMs)
      const namespaces =
        'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema"'
      return answer(
        `<?xml version="1.0" encoding="utf-8"?>\r\n<SemillaModel ${namespaces}>\r\n  <valor>${value}</valor>\r\n  <fecha>${this.#formatClock(0)}</fecha>\r\n</SemillaModel>`,
      )
    },
    'POST autenticacion/api/autenticacion/validarsemilla': async (call) => {
      const xml = (await readUpload(call)).content.toString('utf8')
      const root = parseXml(xml)
      const value = (root && findElementText(root, 'valor')) ?? ''
      const isFresh = (this.#seeds.get(value) ?? 0) > this.#now().getTime()
      if (!isFresh || !parseSignedDocument(xml)?.certificate) return answer('La semilla o su firma no es válida', 400)
      this.#seeds.delete(value)
      const token = randomUUID()
      this.#tokens.set(token, this.#now().getTime() + tokenLifetimeMs)
      return answer({ token, expira: this.#formatClock(tokenLifetimeMs), expedido: this.#formatClock(0) })
    },
    'POST recepcion/api/facturaselectronicas': async (call) => {
      const { trackId } = call.registry.receive(await readUpload(call))
      return answer({ trackId, error: '', mensaje: '' })
    },
    'POST recepcionfc/api/recepcion/ecf': async (call) => {
      const { code, messages, ncf, isNumberUsed } = call.registry.receive(await readUpload(call))
      const body = { ...formatSubmissionState(code), mensajes: messages, encf: ncf, secuenciaUtilizada: isNumberUsed }
      return answer(body, code === 2 ? 400 : 200)
    },
    // Exists in production only.
    'GET consultarfce/api/consultas/consulta': ({ environment, registry, query }) => {
      const read = (name: string) => query.get(name) ?? ''
      if (environment !== 'ecf') return answer('No existe', 404)
      const found = registry.findByNumber(read('rnc_emisor'), read('encf'), read('cod_seguridad_ecf'))
      return answer({ rnc: read('rnc_emisor'), encf: read('encf'), ...this.#describe(registry, found) })
    },
    'GET consultaresultado/api/consultas/estado': ({ registry, query }) => {
      const found = this.faults.isHit('notFound') ? null : registry.findByTrackId(query.get('trackid') ?? '')
      return answer({ trackId: query.get('trackid'), ...this.#describe(registry, found), encf: found?.ncf ?? null })
    },
    'GET consultaestado/api/consultas/estado': ({ registry, query }) => {
      const read = (name: string) => query.get(name) ?? ''
      const found = registry.findByNumber(read('rncemisor'), read('ncfelectronico'), read('codigoseguridad'))
      // A document in process is not known to this service yet.
      const code = found ? registry.readState(found) : 0
      return answer({ ...formatSubmissionState(code === 3 ? 0 : code), ncfElectronico: read('ncfelectronico') })
    },
    'GET consultatrackids/api/trackids/consulta': ({ registry, query }) => {
      const found = registry.listByNumber(query.get('rncemisor') ?? '', query.get('encf') ?? '')
      if (found.length === 0) return answer({ trackId: '', estado: 'TrackId no encontrado.', fechaRecepcion: '' }, 404)
      return answer(
        found.map((each) => ({
          trackId: each.trackId,
          estado: formatSubmissionState(registry.readState(each)).estado,
          fechaRecepcion: each.receivedAt.toISOString(),
        })),
      )
    },
    'GET consultadirectorio/api/consultas/listado': () => answer(this.directory),
    'GET consultadirectorio/api/consultas/obtenerdirectorioporrnc': ({ query }) =>
      answer(this.directory.filter(({ rnc }) => rnc === query.get('rnc'))),
    'POST anulacionrangos/api/operaciones/anularrango': async (call) => {
      const refusal = call.registry.annul(await readUpload(call))
      if (refusal) return answer({ codigo: '2', nombre: refusal, mensajes: [] }, 400)
      return answer({ codigo: '1', nombre: 'Las secuencias fueron anuladas correctamente.', mensajes: [] })
    },
    'POST aprobacioncomercial/api/aprobacioncomercial': async (call) => {
      const { content } = await readUpload(call)
      if (!parseSignedDocument(content.toString('utf8'))?.certificate)
        return answer({ codigo: '02', estado: 'Aprobacion Comercial Rechazada.', mensaje: ['La firma no es válida'] })
      call.registry.approvals.push(content)
      return answer({ codigo: '01', estado: 'Aprobación Comercial Aprobada.', mensaje: [] })
    },
  }

  #describe(registry: SubmissionRegistry, found: Submission | null) {
    const code = found ? registry.readState(found) : 0
    const isDecided = found !== null && code !== 3
    return {
      ...formatSubmissionState(code),
      mensajes: isDecided ? found.messages : [],
      secuenciaUtilizada: isDecided ? found.isNumberUsed : false,
    }
  }

  /** An instant as answers show it. */
  #formatClock(afterMs: number): string {
    return new Date(this.#now().getTime() + afterMs + (this.faults.settings.clockOffMs ?? 0)).toISOString()
  }
}

const makeDoorAnswer = (mensaje: string) => ({ trackId: '', error: '', mensaje })

const isEnvironment = (text: string): text is Environment => environments.some((each) => each === text)

const readQuery = ({ searchParams }: URL): Map<string, string> =>
  new Map([...searchParams].map(([name, value]) => [name.toLowerCase(), value]))

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of request) {
    size += part.length
    if (size > maxBodyBytes) throw new RangeError('the body is too large')
    parts.push(part)
  }
  return Buffer.concat(parts)
}

/** Field `xml` of a multipart form; an empty file without one. */
async function readUpload({ body, contentType }: Call): Promise<UploadedFile> {
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': contentType } })
    .formData()
    .catch(() => new FormData())
  const file = form.get('xml')
  if (!(file instanceof File)) return { name: '', content: Buffer.alloc(0) }
  return { name: file.name, content: Buffer.from(await file.arrayBuffer()) }
}

function encode({ body }: Reply): [text: string, type: string] {
  if (typeof body !== 'string') return [JSON.stringify(body), 'application/json; charset=utf-8']
  return [body, body.startsWith('<?xml') ? 'application/xml' : 'text/html']
}

function send(response: ServerResponse, reply: Reply): void {
  const [text, type] = encode(reply)
  response.writeHead(reply.status, { 'content-type': type, 'content-length': Buffer.byteLength(text) }).end(text)
}

function sendHalf(response: ServerResponse, reply: Reply): void {
  const [text, type] = encode(reply)
  response.writeHead(reply.status, { 'content-type': type, 'content-length': Buffer.byteLength(text) })
  response.write(text.slice(0, text.length / 2), () => response.destroy())
}
