import { Readable } from 'node:stream'
import type { GetObjectCommandInput } from '@aws-sdk/client-s3'
import { NamedError } from '@torniquete/contract/shared/errors.ts'
import { maxImageBytes } from '@torniquete/contract/shared/images.ts'
import type { BucketSettings } from '../../../config.ts'
import {
  type BucketConnection,
  type BucketConnectionOptions,
  type BucketRefusal,
  connectBucket,
  describeBucketError,
  readBucketRefusal,
} from './bucket-connection.ts'

export interface BucketOptions extends BucketConnectionOptions {
  /** Milliseconds from a request to its answer's last byte; no limit for uploads of large objects. */
  requestMs: number
  name: string
  toError: (bucket: Bucket) => Error
}

const forImages: BucketOptions = {
  silenceMs: 3_000,
  requestMs: 12_000,
  attempts: 2,
  name: 'the bucket of the pictures',
  toError: () => new NamedError('image.away', { seconds: 5 }),
}

/** Size in bytes of one part of a large download: a cut connection costs one part only. */
const rangeBytes = 4 * 1024 * 1024

/** Counts the bytes itself, because an answer without Content-Length may be endless. */
async function readBody(body: Readable | undefined, maxBytes: number): Promise<Buffer> {
  const pieces: Buffer[] = []
  let bytes = 0
  for await (const piece of body ?? []) {
    bytes += piece.length
    if (bytes > maxBytes) throw new Error(`the answer has over ${maxBytes} bytes`)
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

export type ProblemLogger = (what: string) => void
export type RetryRunner = <Result>(work: () => Promise<Result>) => Promise<Result>

export class Bucket {
  readonly #settings: BucketSettings
  readonly #options: BucketOptions
  readonly #log: ProblemLogger
  #connection: Promise<BucketConnection> | undefined
  /** Reason of the last failure; null after a success. */
  complaint: string | null = null
  /** Error that the bucket answered to the last request; null after a success or without any answer. */
  refusal: BucketRefusal | null = null
  constructor(settings: BucketSettings, log: ProblemLogger = () => {}, options: Partial<BucketOptions> = {}) {
    this.#settings = settings
    this.#log = log
    this.#options = { ...forImages, ...options }
  }

  /** Returns null if the key is missing or the object is larger than any picture. */
  get(key: string): Promise<Buffer | null> {
    return this.#download({ Key: key }, maxImageBytes)
  }

  size(key: string): Promise<number | null> {
    return this.#run<number | null>(
      async ({ client, sdk }, options) =>
        (await client.send(new sdk.HeadObjectCommand({ ...this.#bucket, Key: key }), options)).ContentLength ?? 0,
      ({ status }) => (status === 404 ? null : undefined),
    )
  }

  async put(key: string, body: Uint8Array): Promise<void> {
    await this.#run(({ client, sdk }, options) =>
      client.send(new sdk.PutObjectCommand({ ...this.#bucket, Key: key, Body: body }), options),
    )
  }

  async delete(key: string): Promise<void> {
    await this.#run<unknown>(
      ({ client, sdk }, options) => client.send(new sdk.DeleteObjectCommand({ ...this.#bucket, Key: key }), options),
      ({ code }) => (code === 'NoSuchKey' ? true : undefined),
    )
  }

  /** Lists keys page by page; `withRetry` wraps each page's request. */
  async *list(
    prefix: string,
    withRetry: RetryRunner = (work) => work(),
  ): AsyncGenerator<{ key: string; bytes: number }> {
    let token: string | undefined
    do {
      const page = await withRetry(() => this.#listPage({ Prefix: prefix, ContinuationToken: token }))
      for (const { Key, Size = Number.NaN } of page.Contents ?? []) if (Key) yield { key: Key, bytes: Size }
      token = page.NextContinuationToken
    } while (token)
  }

  async check(prefix: string): Promise<void> {
    await this.#listPage({ Prefix: prefix, MaxKeys: 1 }, true)
  }

  #listPage(input: { Prefix: string; ContinuationToken?: string | undefined; MaxKeys?: number }, isCheck = false) {
    return this.#run(async ({ client, sdk }, options) => {
      const page = await client.send(new sdk.ListObjectsV2Command({ ...this.#bucket, ...input }), options)
      // Refuses a page that a proxy sent instead of the bucket, because it would look like an empty bucket.
      const isComplete = page.IsTruncated === false || isCheck || Boolean(page.NextContinuationToken)
      if (page.IsTruncated === undefined || !isComplete) throw new Error('the answer is no listing of a bucket')
      return page
    })
  }

  /** Uploads in parts. The object exists only after the last part; parts of a failed upload are deleted. */
  async upload(key: string, { bytes, body, signal }: { bytes: number; body: Readable; signal?: AbortSignal }) {
    await this.#run(async ({ client }) => {
      const { Upload } = await import('@aws-sdk/lib-storage')
      const abortController = new AbortController()
      const abort = () => abortController.abort()
      signal?.throwIfAborted()
      signal?.addEventListener('abort', abort, { once: true })
      const params = { ...this.#bucket, Key: key, Body: body, ContentLength: bytes }
      try {
        await new Upload({ client, queueSize: 1, abortController, params }).done()
      } catch (error) {
        // An earlier attempt to complete the upload succeeded, but its answer was lost. The size is checked below.
        if (!(error instanceof Error && error.name === 'NoSuchUpload')) throw error
      } finally {
        signal?.removeEventListener('abort', abort)
      }
    })
    const stored = await this.size(key)
    if (stored === bytes) return
    if (stored !== null) await this.delete(key)
    throw new Error(`${bytes} bytes were uploaded, and ${stored ?? 'none'} are stored`)
  }

  async *download(key: string, bytes: number): AsyncGenerator<Buffer> {
    for (let from = 0; from < bytes; from += rangeBytes) {
      const to = Math.min(from + rangeBytes, bytes) - 1
      const piece = await this.#download({ Key: key, Range: `bytes=${from}-${to}` }, rangeBytes)
      if (piece?.length !== to - from + 1) throw new Error(`${key} changed during the download`)
      yield piece
    }
  }

  #download(input: Pick<GetObjectCommandInput, 'Key' | 'Range'>, maxBytes: number): Promise<Buffer | null> {
    return this.#run<Buffer | null>(
      async ({ client, sdk }, options) => {
        for (let left = this.#options.attempts; ; left--) {
          const command = new sdk.GetObjectCommand({ ...this.#bucket, ...input })
          const { Body, ContentLength = 0 } = await client.send(command, options)
          if (ContentLength > maxBytes) {
            if (Body instanceof Readable) Body.destroy()
            return null
          }
          try {
            return await readBody(Body as Readable | undefined, maxBytes) // a stream when running under Node
          } catch (error) {
            // The SDK retries requests, but not an answer whose body is cut.
            if (left <= 1 || options.abortSignal.aborted) throw error
          }
        }
      },
      ({ code }) => (code === 'NoSuchKey' ? null : undefined),
    )
  }

  close(): void {
    this.#connection?.then(({ client }) => client.destroy()).catch(() => {})
  }

  get #bucket() {
    return { Bucket: this.#settings.bucket }
  }

  /** `toResult` may turn an error answer into a result; undefined fails with the error of `toError`. */
  async #run<Result>(
    work: (connection: BucketConnection, options: { abortSignal: AbortSignal }) => Promise<Result>,
    toResult: (refusal: BucketRefusal) => Result | undefined = () => undefined,
  ): Promise<Result> {
    try {
      this.#connection ??= connectBucket(this.#settings, this.#options).catch((error) => {
        // The import may fail while an update replaces the packages, so the next request imports them again.
        this.#connection = undefined
        throw error
      })
      const result = await work(await this.#connection, { abortSignal: AbortSignal.timeout(this.#options.requestMs) })
      this.#noteAnswer(null)
      return result
    } catch (error) {
      const refusal = readBucketRefusal(error)
      if (refusal) {
        const result = toResult(refusal)
        this.#noteAnswer(result === undefined ? refusal : null)
        if (result !== undefined) return result
      } else {
        this.refusal = null
        this.#complain(error instanceof Error ? describeBucketError(error) : String(error))
      }
      throw this.#options.toError(this)
    }
  }

  #noteAnswer(refusal: BucketRefusal | null): void {
    this.refusal = refusal
    this.#complain(refusal && `${refusal.status} ${refusal.code ?? ''}`.trim())
  }

  /** Logs a problem only if it differs from the last one. */
  #complain(complaint: string | null): void {
    if (complaint === this.complaint) return
    this.complaint = complaint
    const { name } = this.#options
    this.#log(complaint === null ? `${name} answers again` : `${name}: ${complaint}`)
  }
}
