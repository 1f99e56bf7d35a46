// A small S3 of the tests' own: path-style addresses, objects, listings by pages, signatures checked as its documentation
// says them (https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html), and whatever goes wrong.
import { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface S3Request {
  method: string
  /** Empty where the bucket itself is asked. */
  key: string
  /** `partNumber=2&uploadId=1` */
  query: string
  /** `bytes=0-99` */
  range: string | undefined
}

export type S3Manner =
  | 'answers'
  /** Never. */
  | 'silent'
  /** Does what it is asked, and cuts the connection in the middle of its answer. */
  | 'cuts'
  /** A byte now and then, as long as somebody listens. */
  | 'drips'
  /** Cuts the connection in the middle of what it is sent. */
  | 'hangs up'
  /** Answers 503 there. */
  | 'chokes'
  | { status: number; code: string }
  /** What stands in between, or another kind of server. */
  | { status: number; page: string }

interface Exchange {
  request: IncomingMessage
  response: ServerResponse
  url: URL
  body: Buffer
  manner: 'answers' | 'cuts' | 'drips'
}

const answers: S3Manner = 'answers'
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex')
/** As RFC 3986 has it. */
const encoded = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

export class TestS3 {
  readonly objects = new Map<string, Buffer>()
  /** What is sent in parts and not ended, by its id. */
  readonly uploads = new Map<string, { key: string; parts: Map<number, Buffer> }>()
  readonly requests: S3Request[] = []
  /** For each request; a property, so that tests change it. */
  manner: S3Manner | ((request: S3Request) => S3Manner | Promise<S3Manner>) = answers
  /** Of a listing. */
  pageSize = 1000
  /** Whether it refuses to overwrite where it is asked to: `ignores` does as if nothing was said, as old ones do. */
  conditions: 'holds' | 'ignores' | 'refuses' = 'holds'
  /** How many were asked at the same time at most. */
  busiest = 0
  #busy = 0
  #lastUpload = 0
  #port = 0
  #server: Server
  readonly #secret = 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY'

  private constructor() {
    this.#server = this.#listening()
  }

  static async start(): Promise<TestS3> {
    const started = new TestS3()
    await started.comeBack()
    return started
  }

  /** For the product. */
  get environment() {
    return {
      S3_ENDPOINT: `http://127.0.0.1:${this.#port}/s3`,
      S3_BUCKET: 'imagenes',
      S3_REGION: 'eu-test-1',
      S3_ACCESS_KEY_ID: 'AKIDEXAMPLE',
      S3_SECRET_ACCESS_KEY: this.#secret,
    }
  }

  /** For copies, which are sealed there. */
  get environmentOfCopies(): Record<string, string> {
    const ofCopies = Object.entries(this.environment).map(([name, value]) => [`BACKUP_${name}`, value])
    return { ...Object.fromEntries(ofCopies), BACKUP_S3_RATE: '100000', BACKUP_KEY: 'una clave de prueba' }
  }

  get keys(): string[] {
    return [...this.objects.keys()].sort()
  }

  /** Nobody listens any more where it was. */
  async goAway(): Promise<void> {
    this.#server.close()
    this.#server.closeAllConnections()
    await once(this.#server, 'close')
  }

  async comeBack(): Promise<void> {
    this.#server = this.#listening()
    this.#server.listen(this.#port, '127.0.0.1')
    await once(this.#server, 'listening')
    this.#port = (this.#server.address() as AddressInfo).port // listening on a port, it has this kind of address
  }

  async close(): Promise<void> {
    if (this.#server.listening) await this.goAway()
  }

  #listening = () =>
    createServer((request, response) => {
      this.busiest = Math.max(this.busiest, ++this.#busy)
      response.once('close', () => {
        this.#busy -= 1
      })
      void this.#answer(request, response)
    })

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '', 'http://x')
    const [, , bucket, ...rest] = url.pathname.split('/')
    const { method = '', headers } = request
    const asked = { method, key: rest.join('/'), query: url.search.slice(1), range: headers.range }
    this.requests.push(asked)
    const manner = typeof this.manner === 'function' ? await this.manner(asked) : this.manner
    if (manner === 'hangs up' || manner === 'chokes') {
      await breakOff(request, response, manner)
      return
    }
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    const body = Buffer.concat(parts)
    if (manner === 'silent') return
    const wrong = this.#refusalOf(request, url, body)
    if (wrong) refuse(response, wrong[0], wrong[1])
    else if (bucket !== this.environment.S3_BUCKET) refuse(response, 404, 'NoSuchBucket')
    else if (typeof manner !== 'object') this.#obey(asked, { request, response, url, body, manner })
    else if ('code' in manner) refuse(response, manner.status, manner.code)
    else sendPage(response, manner)
  }

  #obey({ method, key }: S3Request, { request, response, url, body, manner }: Exchange): void {
    const taken = this.objects.has(key)
    const condition = request.headers['if-none-match'] === '*' ? this.conditions : 'ignores'
    const refused = method === 'PUT' && conditional(condition, taken)
    if (refused) {
      refuse(response, ...refused)
      return
    }
    if (url.searchParams.has('uploads') || url.searchParams.has('uploadId')) {
      this.#obeyOfParts(method, key, url.searchParams, body, response, manner)
      return
    }
    if (method === 'PUT') this.objects.set(key, body)
    if (method === 'DELETE') this.objects.delete(key)
    const range = rangeOf(request)
    const object = this.objects.get(key)
    if (method === 'GET' && range && object) {
      const [from, to] = range
      const headers = { 'content-range': `bytes ${from}-${Math.min(to, object.length - 1)}/${object.length}` }
      send(response, manner, 206, object.subarray(from, to + 1), headers)
      return
    }
    const found = this.#contentFor(method, key, url)
    if (!found) {
      refuse(response, 404, 'NoSuchKey')
      return
    }
    if (method === 'HEAD' && manner === 'answers') response.writeHead(200, { 'content-length': found.length }).end()
    else send(response, manner, 200, found)
  }

  /** https://docs.aws.amazon.com/AmazonS3/latest/userguide/mpuoverview.html */
  #obeyOfParts(
    method: string,
    key: string,
    query: URLSearchParams,
    body: Buffer,
    response: ServerResponse,
    manner: Exchange['manner'],
  ): void {
    const id = query.get('uploadId')
    const upload = this.uploads.get(id ?? '')
    if (id === null && method === 'POST') {
      const made = `id&${++this.#lastUpload}`
      this.uploads.set(made, { key, parts: new Map() })
      send(
        response,
        manner,
        200,
        xml('InitiateMultipartUploadResult', `<UploadId>${made.replace('&', '&amp;')}</UploadId>`),
      )
    } else if (id === null) {
      const listed = [...this.uploads]
        .filter(([, each]) => each.key.startsWith(query.get('prefix') ?? ''))
        .map(([at, each]) => `<Upload><Key>${each.key}</Key><UploadId>${at.replace('&', '&amp;')}</UploadId></Upload>`)
      send(response, manner, 200, xml('ListMultipartUploadsResult', listed.join('')))
    } else if (!upload || upload.key !== key) {
      refuse(response, 404, 'NoSuchUpload')
    } else if (method === 'PUT') {
      upload.parts.set(Number(query.get('partNumber')), body)
      send(response, manner, 200, Buffer.alloc(0), { etag: `"${sha256(body)}"` })
    } else {
      this.uploads.delete(id)
      if (method === 'DELETE') response.writeHead(204).end()
      else this.#complete(upload, String(body), response, manner)
    }
  }

  #complete(
    { key, parts }: { key: string; parts: Map<number, Buffer> },
    list: string,
    response: ServerResponse,
    manner: Exchange['manner'],
  ): void {
    const named = [...list.matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>&quot;(\w+)&quot;<\/ETag>/g)]
    const found = named.map(([, at, tag]) => {
      const part = parts.get(Number(at))
      return part && sha256(part) === tag ? part : null
    })
    const whole = found.filter((part) => part !== null)
    if (whole.length !== found.length || whole.length === 0) {
      refuse(response, 400, 'InvalidPart')
      return
    }
    this.objects.set(key, Buffer.concat(whole))
    send(response, manner, 200, xml('CompleteMultipartUploadResult', `<Key>${key}</Key>`))
  }

  #contentFor(method: string, key: string, url: URL): Buffer | undefined {
    if (key === '') return this.#list(url)
    return method === 'PUT' || method === 'DELETE' ? Buffer.from('<Done/>') : this.objects.get(key)
  }

  #list(url: URL): Buffer {
    const prefix = url.searchParams.get('prefix') ?? ''
    const after = url.searchParams.get('continuation-token') ?? ''
    const most = Math.min(this.pageSize, Number(url.searchParams.get('max-keys') ?? this.pageSize))
    const left = this.keys.filter((key) => key.startsWith(prefix) && key > after.replace(/^&<\+/, ''))
    const page = left.slice(0, most)
    const isCut = left.length > page.length
    const contents = page
      .map((key) => `<Contents><Key>${key}</Key><Size>${this.objects.get(key)?.length}</Size></Contents>`)
      .join('')
    // A token is whatever the server likes: this one has to be unescaped and escaped again.
    const next = isCut ? `<NextContinuationToken>&amp;&lt;+${page.at(-1)}</NextContinuationToken>` : ''
    return Buffer.from(
      `<?xml version="1.0"?><ListBucketResult><IsTruncated>${isCut}</IsTruncated>${contents}${next}</ListBucketResult>`,
    )
  }

  /** By what is signed; null where it is right. */
  #refusalOf(request: IncomingMessage, url: URL, body: Buffer): [number, string] | null {
    const { headers } = request
    const { S3_REGION: region, S3_ACCESS_KEY_ID: id } = this.environment
    const given =
      /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([a-z0-9;-]+), Signature=([0-9a-f]{64})$/.exec(
        headers.authorization ?? '',
      )
    if (!given) return [403, 'AccessDenied']
    const [, key, day = '', of = '', signed = '', signature] = given
    if (key !== id) return [403, 'InvalidAccessKeyId']
    if (of !== region) return [400, 'AuthorizationHeaderMalformed']
    const names = signed.split(';')
    const due = ['host', ...Object.keys(headers).filter((name) => name.startsWith('x-amz-'))]
    if (due.some((name) => !names.includes(name)) || !headers['x-amz-date']) return [403, 'AccessDenied']
    if (headers['x-amz-content-sha256'] !== sha256(body)) return [400, 'XAmzContentSHA256Mismatch']
    const query = [...url.searchParams].map((pair) => pair.map(encoded).join('=')).sort()
    const canonical = [
      request.method,
      url.pathname,
      query.join('&'),
      ...names.map((name) => `${name}:${String(headers[name]).trim()}`),
      '',
      signed,
      sha256(body),
    ].join('\n')
    const scope = `${day}/${of}/s3/aws4_request`
    const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(canonical)].join('\n')
    const secret = [day, of, 's3', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${this.#secret}`)
    return hmac(secret, text).toString('hex') === signature ? null : [403, 'SignatureDoesNotMatch']
  }
}

const xml = (name: string, content: string) => Buffer.from(`<?xml version="1.0"?><${name}>${content}</${name}>`)

function rangeOf({ headers }: IncomingMessage): [from: number, to: number] | null {
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? []
  return from === undefined ? null : [Number(from), Number(to)]
}

function send(
  response: ServerResponse,
  manner: Exchange['manner'],
  status: number,
  content: Buffer,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-length': content.length, ...headers })
  if (manner === 'drips') drip(response)
  else if (manner !== 'cuts') response.end(content)
  else {
    // Its head alone may be all there is.
    response.flushHeaders()
    response.write(content.subarray(0, -1), () => response.destroy())
  }
}

async function breakOff(
  request: IncomingMessage,
  response: ServerResponse,
  manner: 'hangs up' | 'chokes',
): Promise<void> {
  if (request.headers['content-length']) await once(request, 'data')
  if (manner === 'chokes') refuse(response, 503, 'SlowDown')
  else request.destroy()
}

const conditional = (conditions: TestS3['conditions'], taken: boolean): [number, string] | null => {
  if (conditions === 'refuses') return [501, 'NotImplemented']
  return conditions === 'holds' && taken ? [412, 'PreconditionFailed'] : null
}

function drip(response: ServerResponse): void {
  const dripping = setInterval(() => response.write('x'), 20)
  response.once('close', () => clearInterval(dripping))
}

function sendPage(response: ServerResponse, { status, page }: { status: number; page: string }): void {
  response.writeHead(status, { 'content-type': 'text/html', 'content-length': Buffer.byteLength(page) }).end(page)
}

function refuse(response: ServerResponse, status: number, code: string): void {
  const xml = `<?xml version="1.0"?><Error><Code>${code}</Code><Message>x</Message></Error>`
  response.writeHead(status, { 'content-type': 'application/xml' }).end(xml)
}
