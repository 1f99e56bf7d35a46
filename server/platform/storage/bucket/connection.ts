// The SDK's client and errors. Loaded with the first request: a start without a bucket does not pay for it.
import type { S3Client, S3ClientConfig } from '@aws-sdk/client-s3'
import type { BucketSettings } from '../../../config.ts'

export interface ConnectionOptions {
  /** Limit without a byte from the bucket. */
  silenceMs: number
  /** Tries of a request that is cut, overloaded or unanswered, the first one included. */
  attempts: number
}

export interface Connection {
  client: S3Client
  sdk: typeof import('@aws-sdk/client-s3')
}

export interface Refusal {
  status: number
  /** S3's code, such as `NoSuchBucket`; null if the answer is not from an S3. */
  code: string | null
}

/** More connections would use the complete bandwidth for one page of pictures. */
const maxSockets = 16

export async function connect(settings: BucketSettings, options: ConnectionOptions): Promise<Connection> {
  const { endpoint, region, accessKeyId, secretAccessKey } = settings
  const { silenceMs, attempts: maxAttempts } = options
  const sdk = await import('@aws-sdk/client-s3')
  const config: S3ClientConfig = {
    ...{ endpoint, region, maxAttempts, credentials: { accessKeyId, secretAccessKey } },
    // Every compatible server understands these.
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    expectContinueHeader: false,
    requestHandler: {
      connectionTimeout: silenceMs,
      socketTimeout: silenceMs,
      httpAgent: { keepAlive: true, maxSockets },
      httpsAgent: { keepAlive: true, maxSockets },
    },
  }
  return { client: new sdk.S3Client(config), sdk }
}

/** Reads the SDK's error; null if the bucket did not answer. */
export function readRefusal(error: unknown): Refusal | null {
  const { name, $metadata, $response } = error as {
    name: string
    $metadata?: { httpStatusCode?: number }
    $response?: { statusCode?: number }
  } // the SDK throws only objects
  const status = $metadata?.httpStatusCode ?? $response?.statusCode
  if (status === undefined) return null
  const isFromS3 = !['UnknownError', 'NotFound', 'SyntaxError', 'Error'].includes(name)
  return { status, code: isFromS3 ? name : null }
}

/** The SDK's time-outs tell its own name and options. */
export const describeError = (error: Error): string =>
  error.name === 'TimeoutError' || error.name === 'AbortError' ? 'no answer in time' : error.message || error.name
