// A small S3 for tests: path-style addresses, objects, pages of listings, multipart uploads, and failures on demand.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface S3Request {
  method: string
  /** Key of the object; empty for a request about the bucket itself. */
  key: string
  /** Query string, such as `partNumber=2&uploadId=1`. */
  query: string
  range: string | undefined
}

export type S3Behaviour =
  | 'answers'
  /** Never answers a request. */
  | 'silent'
  /** Executes the request, and closes the connection in the middle of the answer. */
  | 'cuts'
  /** Answers with an S3 error of this status and code. */
  | { status: number; code: string }
  /** Answers with the HTML page of a proxy instead of an S3 error. */
  | { status: number; page: string }

interface Answer {
  status: number
  body?: string | Buffer
  headers?: Record<string, string>
}

export class FakeS3Server {
  readonly objects = new Map<string, Buffer>()
  /** Unfinished multipart uploads by id. */
  readonly uploads = new Map<string, { key: string; parts: Map<number, Buffer> }>()
  readonly requests: S3Request[] = []
  manner: S3Behaviour | ((request: S3Request) => S3Behaviour | Promise<S3Behaviour>) = 'answers'
  /** Maximum number of keys in one page of a listing. */
  pageSize = 1000
  /** Highest number of requests that were in progress at the same time. */
  busiest = 0
  #busy = 0
  #uploadCount = 0
  #port = 0
  #server: Server = this.#makeServer()

  static async start(): Promise<FakeS3Server> {
    const started = new FakeS3Server()
    await started.comeBack()
    return started
  }

  get environment() {
    return {
      S3_ENDPOINT: `http://127.0.0.1:${this.#port}/s3`,
      S3_BUCKET: 'imagenes',
      S3_REGION: 'eu-test-1',
      S3_ACCESS_KEY_ID: 'AKIDEXAMPLE',
      S3_SECRET_ACCESS_KEY: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
    }
  }

  /** Environment variables with which the server stores its backups in this bucket. */
  get environmentOfCopies(): Record<string, string> {
    const entries = Object.entries(this.environment).map(([name, value]) => [`BACKUP_${name}`, value])
    return { ...Object.fromEntries(entries), BACKUP_S3_RATE: '100000', BACKUP_KEY: 'una clave de prueba' }
  }

  get keys(): string[] {
    return [...this.objects.keys()].sort()
  }

  /** Refuses connections from now on. */
  async goAway(): Promise<void> {
    this.#server.close()
    this.#server.closeAllConnections()
    await once(this.#server, 'close')
  }

  async comeBack(): Promise<void> {
    this.#server = this.#makeServer()
    this.#server.listen(this.#port, '127.0.0.1')
    await once(this.#server, 'listening')
    this.#port = (this.#server.address() as AddressInfo).port // a listening server has this type of address
  }

  async close(): Promise<void> {
    if (this.#server.listening) await this.goAway()
  }

  #makeServer(): Server {
    return createServer((request, response) => {
      this.busiest = Math.max(this.busiest, ++this.#busy)
      response.once('close', () => {
        this.#busy -= 1
      })
      void this.#respond(request, response)
    })
  }

  async #respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '', 'http://x')
    const [, , bucket, ...path] = url.pathname.split('/')
    const { method = '', headers } = request
    const asked = { method, key: path.join('/'), query: url.search.slice(1), range: headers.range }
    this.requests.push(asked)
    const manner = typeof this.manner === 'function' ? await this.manner(asked) : this.manner
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece)
    const body = Buffer.concat(pieces)
    if (manner === 'silent') return
    const refusal = this.#findRefusal(headers.authorization ?? '', bucket)
    if (refusal) send(request, response, refusal)
    else if (typeof manner !== 'object') send(request, response, this.#obey(asked, body), manner === 'cuts')
    else
      send(request, response, 'code' in manner ? refuse(manner.status, manner.code) : { ...manner, body: manner.page })
  }

  /** Checks bucket and access key of a request, but not its signature. */
  #findRefusal(authorization: string, bucket: string | undefined): Answer | null {
    const { S3_REGION, S3_ACCESS_KEY_ID, S3_BUCKET } = this.environment
    const [, id, region] = /Credential=([^/]+)\/\d+\/([^/]+)\/s3\//.exec(authorization) ?? []
    if (id !== S3_ACCESS_KEY_ID) return refuse(403, 'InvalidAccessKeyId')
    if (region !== S3_REGION) return refuse(400, 'AuthorizationHeaderMalformed')
    return bucket === S3_BUCKET ? null : refuse(404, 'NoSuchBucket')
  }

  #obey({ method, key, query, range }: S3Request, body: Buffer): Answer {
    const parameters = new URLSearchParams(query)
    if (parameters.has('uploads') || parameters.has('uploadId'))
      return this.#obeyMultipart(method, key, parameters, body)
    if (key === '') return this.#list(parameters)
    const object = this.objects.get(key)
    if (method === 'PUT') {
      this.objects.set(key, body)
      return { status: 200 }
    }
    if (method === 'DELETE') return this.objects.delete(key) ? { status: 204 } : refuse(404, 'NoSuchKey')
    if (!object) return refuse(404, 'NoSuchKey')
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? []
    if (from === undefined) return { status: 200, body: object }
    const contentRange = `bytes ${from}-${to}/${object.length}`
    const part = object.subarray(Number(from), Number(to) + 1)
    return { status: 206, body: part, headers: { 'content-range': contentRange } }
  }

  /** Implements https://docs.aws.amazon.com/AmazonS3/latest/userguide/mpuoverview.html */
  #obeyMultipart(method: string, key: string, parameters: URLSearchParams, body: Buffer): Answer {
    const id = parameters.get('uploadId')
    if (id === null && method === 'POST') {
      const created = String(++this.#uploadCount)
      this.uploads.set(created, { key, parts: new Map() })
      return xml('InitiateMultipartUploadResult', `<UploadId>${created}</UploadId>`)
    }
    const upload = this.uploads.get(id ?? '')
    if (upload?.key !== key) return refuse(404, 'NoSuchUpload')
    if (method === 'PUT') {
      const number = Number(parameters.get('partNumber'))
      upload.parts.set(number, body)
      return { status: 200, headers: { etag: `"${number}"` } }
    }
    this.uploads.delete(String(id))
    if (method === 'DELETE') return { status: 204 }
    const numbers = [...String(body).matchAll(/<PartNumber>(\d+)<\/PartNumber>/g)].map(([, number]) => Number(number))
    this.objects.set(key, Buffer.concat(numbers.map((number) => upload.parts.get(number) ?? Buffer.alloc(0))))
    return xml('CompleteMultipartUploadResult', `<Key>${key}</Key>`)
  }

  #list(parameters: URLSearchParams): Answer {
    const prefix = parameters.get('prefix') ?? ''
    const after = parameters.get('continuation-token')?.slice(1) ?? ''
    const left = this.keys.filter((key) => key.startsWith(prefix) && key > after)
    const page = left.slice(0, Math.min(this.pageSize, Number(parameters.get('max-keys') ?? this.pageSize)))
    const isTruncated = left.length > page.length
    const contents = page.map(
      (key) => `<Contents><Key>${key}</Key><Size>${this.objects.get(key)?.length}</Size></Contents>`,
    )
    // A continuation token may be any text; this one contains `&`, which the client must unescape from XML.
    const next = isTruncated ? `<NextContinuationToken>&amp;${page.at(-1)}</NextContinuationToken>` : ''
    return xml('ListBucketResult', `<IsTruncated>${isTruncated}</IsTruncated>${contents.join('')}${next}`)
  }
}

const xml = (name: string, content: string, status = 200): Answer => ({
  status,
  body: `<?xml version="1.0"?><${name}>${content}</${name}>`,
  headers: { 'content-type': 'application/xml' },
})
const refuse = (status: number, code: string): Answer => xml('Error', `<Code>${code}</Code>`, status)

function send(request: IncomingMessage, response: ServerResponse, answer: Answer, isCut = false): void {
  const content = Buffer.from(answer.body ?? '')
  if (isCut && content.length === 0) {
    response.destroy()
    return
  }
  response.writeHead(answer.status, { 'content-length': content.length, ...answer.headers })
  if (!isCut) response.end(request.method === 'HEAD' ? undefined : content)
  else {
    response.flushHeaders()
    response.write(content.subarray(0, -1), () => response.destroy())
  }
}
