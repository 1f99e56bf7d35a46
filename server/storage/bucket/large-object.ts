// What is larger than any answer: sent in parts, of which nothing is there before the last one is, and read by ranges.
// https://docs.aws.amazon.com/AmazonS3/latest/userguide/mpuoverview.html
import { type Bucket, either, elementOf, errorCodeOf, isOneOf, type WithRetry } from './bucket.ts'
import type { Pace, S3Response } from './s3-client.ts'

/** A part is read into memory, and sent again as a whole. S3 takes none below that but the last, and 10,000 at most. */
const usualPart = 5 * 1024 * 1024
const mostParts = 10_000
/** What is read at once: no more than an answer may have. */
const rangeBytes = 4 * 1024 * 1024

export interface Sending {
  key: string
  bytes: number
  read(from: number, length: number): Promise<Buffer>
  /** What each request is asked through: a part that fails is sent again. */
  through: WithRetry
  pace?: Pace
  signal?: AbortSignal
  partBytes?: number | undefined
}

/** It has another length there than what was sent, or is not there at all. */
export class NotAsSent extends Error {}

/** Resolves when it is there with all its bytes. What fails leaves nothing, where the bucket can be told so. */
export async function sendLarge(bucket: Bucket, sending: Sending): Promise<void> {
  const { key, bytes, through, signal } = sending
  const { body } = await through(() =>
    bucket.ask({ method: 'POST', key, query: { uploads: '' }, signal }, (answer) => uploadIdOf(answer) !== null),
  )
  const uploadId = elementOf('UploadId', body.toString('utf8')) ?? ''
  try {
    const parts = await sendParts(bucket, sending, uploadId)
    const whole = { method: 'POST', key, query: { uploadId }, body: Buffer.from(listOf(parts)), signal } as const
    // Of one whose answer was lost the next says that there is none: what is there then tells.
    await through(() => bucket.ask(whole, either(isCompleted, isGone)))
  } catch (error) {
    if (!signal?.aborted) await dropUpload(bucket, { key, uploadId }).catch(() => {})
    throw error
  }
  const there = await through(() => bucket.size(key))
  if (there === bytes) return
  if (there !== null) await through(() => bucket.delete(key))
  throw new NotAsSent(`${bytes} bytes were sent, and ${there ?? 'none'} are there`)
}

/** What the bucket calls each. Their bytes are signed by their hash: what is changed on the way is refused. */
async function sendParts(bucket: Bucket, sending: Sending, uploadId: string): Promise<string[]> {
  const { key, bytes, read, through, pace, signal, partBytes = usualPart } = sending
  const size = Math.max(partBytes, Math.ceil(bytes / mostParts))
  const tags: string[] = []
  for (let from = 0; from < bytes; from += size) {
    const body = await read(from, Math.min(size, bytes - from))
    const query = { partNumber: String(tags.length + 1), uploadId }
    const asked = { method: 'PUT', key, query, body, pace, signal } as const
    const { headers } = await through(() =>
      bucket.ask(asked, (answer) => answer.status === 200 && tagOf(answer) !== ''),
    )
    tags.push(String(headers.etag))
  }
  return tags
}

const tagOf = ({ headers }: S3Response): string => headers.etag ?? ''

const uploadIdOf = ({ status, body }: S3Response): string | null =>
  status === 200 ? elementOf('UploadId', body.toString('utf8')) : null

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

const listOf = (tags: string[]): string =>
  `<CompleteMultipartUpload>${tags
    .map((tag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${escaped(tag)}</ETag></Part>`)
    .join('')}</CompleteMultipartUpload>`

/** The status says nothing: it is sent before the bucket knows, so that the line is kept. */
const isCompleted = ({ status, body }: S3Response): boolean =>
  status === 200 && body.includes('<CompleteMultipartUploadResult')

const isGone = (answer: S3Response): boolean => answer.status === 404 && errorCodeOf(answer) === 'NoSuchUpload'

export interface Upload {
  key: string
  uploadId: string
}

/** Those whose key begins so that were begun and neither ended nor dropped: nobody sees them, and they take room. */
export async function uploadsLeft(bucket: Bucket, prefix: string): Promise<Upload[]> {
  const isList = ({ status, body }: S3Response) => status === 200 && body.includes('<ListMultipartUploadsResult')
  const { body } = await bucket.ask({ method: 'GET', key: '', query: { uploads: '', prefix } }, isList)
  return [...body.toString('utf8').matchAll(/<Upload>(.*?)<\/Upload>/gs)].flatMap(([, one = '']) => {
    const [key, uploadId] = [elementOf('Key', one), elementOf('UploadId', one)]
    return key?.startsWith(prefix) && uploadId ? [{ key, uploadId }] : []
  })
}

export async function dropUpload(bucket: Bucket, { key, uploadId }: Upload): Promise<void> {
  await bucket.ask({ method: 'DELETE', key, query: { uploadId } }, either(isOneOf(200, 204), isGone))
}

/** Its bytes from one on, each piece asked for until it is there whole: a line that is cut costs a piece. */
export async function* readLarge(
  bucket: Bucket,
  { key, bytes }: { key: string; bytes: number },
  through: WithRetry,
  begin = 0,
): AsyncGenerator<Buffer> {
  for (let from = begin; from < bytes; from += rangeBytes) {
    const to = Math.min(from + rangeBytes, bytes) - 1
    const range = { range: `bytes=${from}-${to}` }
    const isIt = ({ status, headers, body }: S3Response) =>
      status === 206 && body.length === to - from + 1 && headers['content-range'] === `bytes ${from}-${to}/${bytes}`
    const { body } = await through(() => bucket.ask({ method: 'GET', key, headers: range }, isIt))
    yield body
  }
}
