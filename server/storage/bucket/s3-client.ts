// One signed request to an S3, and its answer read whole. Addresses are path-style, which every compatible server takes.
import { createHash } from 'node:crypto'
import http, { type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import https from 'node:https'
import { pipeline } from 'node:stream'
import { AwsV4Signer } from 'aws4fetch'
import type { BucketSettings } from '../../config.ts'

export interface S3Request {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE'
  /** Empty for the bucket itself. */
  key: string
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: Uint8Array
  /** What the body passes through on its way, piece by piece; else it goes as fast as the line takes it. */
  pace?: Pace | undefined
  signal?: AbortSignal | undefined
}

export type Pace = (pieces: AsyncIterable<Buffer>) => AsyncIterable<Buffer>

export interface S3Response {
  status: number
  /** Of what it is about, where it says so: more than `body` has for HEAD, and for what is too large to be ours. */
  length: number
  body: Buffer
  headers: IncomingHttpHeaders
}

/** Milliseconds. What is sent has limits of its own: what lies in the network's buffers on a slow line moves unseen. */
export interface Limits {
  /** Without a byte, before and within an answer. */
  silence: number
  silenceWhileSent: number
  /** From asking to the answer's end, the wait for a free connection with it. */
  whole: number
  wholeWhileSent: number
}

/** More would be a page of pictures that takes all the line that the till has. */
const connections = 16
/** Of an answer: a listing's page has a thousand names. What is larger is somebody else's, and not read. */
const mostBytes = 8 * 1024 * 1024
/** Of a body that is paced. */
const pieceBytes = 16 * 1024

export class S3Client {
  readonly #settings: BucketSettings
  readonly #limits: Limits
  readonly #by: typeof http | typeof https
  readonly #agent: http.Agent
  /** Of the signer: keys of one day. */
  readonly #keys = new Map<string, ArrayBuffer>()
  constructor(settings: BucketSettings, limits: Limits) {
    this.#settings = settings
    this.#limits = limits
    this.#by = settings.endpoint.startsWith('https:') ? https : http
    this.#agent = new this.#by.Agent({ keepAlive: true, maxSockets: connections })
  }

  /** @throws where nothing, or not all, came back in time */
  async ask({ method, key, query = {}, headers = {}, body, pace, signal: given }: S3Request): Promise<S3Response> {
    const { endpoint, bucket, region, accessKeyId, secretAccessKey } = this.#settings
    const url = new URL(`${endpoint}/${bucket}${key && `/${key}`}`)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    const hash = createHash('sha256')
      .update(body ?? '')
      .digest('hex')
    const signer = new AwsV4Signer({
      method,
      url: url.href,
      headers: { ...headers, 'x-amz-content-sha256': hash },
      service: 's3',
      region,
      accessKeyId,
      secretAccessKey,
      cache: this.#keys,
    })
    const signed = await signer.sign()
    const length = body ? { 'content-length': String(body.length) } : {}
    const sent = { ...Object.fromEntries(signed.headers), ...length }
    const { silence, silenceWhileSent, whole, wholeWhileSent } = this.#limits
    const inTime = AbortSignal.timeout(body ? wholeWhileSent : whole)
    const signal = given ? AbortSignal.any([inTime, given]) : inTime
    const options = { method, headers: sent, agent: this.#agent, signal }
    return this.#send(signed.url, options, body ? silenceWhileSent : silence, body && pace ? pace(pieces(body)) : body)
  }

  close(): void {
    this.#agent.destroy()
  }

  #send(
    url: URL,
    options: http.RequestOptions,
    silence: number,
    body: Uint8Array | AsyncIterable<Buffer> | undefined,
  ): Promise<S3Response> {
    return new Promise((resolve, reject) => {
      const request = this.#by.request(url, options, (response) => {
        const end = () => {
          // What is not sent yet of a body that is refused already is of no use.
          if (!request.writableFinished) request.destroy()
        }
        readWhole(response).then(
          (answer) => {
            resolve(answer)
            end()
          },
          (error) => {
            request.destroy()
            reject(error)
          },
        )
      })
      request.setTimeout(silence, () => request.destroy(new Error(`nothing came for ${silence} ms`)))
      request.on('error', reject)
      // What fails there is the request's own error, or becomes it.
      if (body && Symbol.asyncIterator in body) pipeline(body, request, (error) => error && reject(error))
      else request.end(body)
    })
  }
}

async function* pieces(body: Uint8Array): AsyncGenerator<Buffer> {
  const all = Buffer.from(body.buffer, body.byteOffset, body.length)
  for (let at = 0; at < all.length; at += pieceBytes) yield all.subarray(at, at + pieceBytes)
}

async function readWhole(response: IncomingMessage): Promise<S3Response> {
  const { statusCode: status = 0, headers } = response
  const length = Number(headers['content-length'] ?? 0)
  const pieces: Buffer[] = []
  let bytes = 0
  if (length > mostBytes) response.destroy()
  else
    for await (const piece of response) {
      bytes += piece.length
      if (bytes > mostBytes) throw new Error('an answer without end')
      pieces.push(piece)
    }
  return { status, length: length || bytes, body: Buffer.concat(pieces), headers }
}
