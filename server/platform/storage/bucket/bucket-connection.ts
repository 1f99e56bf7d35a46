// Client and errors of the AWS SDK, imported at the first request, so that a server without a bucket does not load it.
import type { S3Client, S3ClientConfig } from '@aws-sdk/client-s3'
import type { BucketSettings } from '../../../config.ts'

export interface BucketConnectionOptions {
  /** Maximum milliseconds without a byte from the bucket. */
  silenceMs: number
  /** Number of attempts, including the first, for a request that is cut, rejected as overload, or unanswered. */
  attempts: number
}

export interface BucketConnection {
  client: S3Client
  sdk: typeof import('@aws-sdk/client-s3')
}

export interface BucketRefusal {
  status: number
  /** Error code of S3, such as `NoSuchBucket`; null if the answer does not come from an S3 server. */
  code: string | null
}

/** More connections would use the complete bandwidth for one page of pictures. */
const maxSockets = 16

export async function connectBucket(
  settings: BucketSettings,
  options: BucketConnectionOptions,
): Promise<BucketConnection> {
  const { endpoint, region, accessKeyId, secretAccessKey } = settings
  const { silenceMs, attempts: maxAttempts } = options
  const sdk = await import('@aws-sdk/client-s3')
  const config: S3ClientConfig = {
    ...{ endpoint, region, maxAttempts, credentials: { accessKeyId, secretAccessKey } },
    // Path-style URLs work with every S3-compatible server.
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

/** Reads the error answer from an error of the SDK; null if the bucket did not answer. */
export function readBucketRefusal(error: unknown): BucketRefusal | null {
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

/** Replaces the SDK's time-out messages, which name its own options. */
export const describeBucketError = (error: Error): string =>
  error.name === 'TimeoutError' || error.name === 'AbortError' ? 'no answer in time' : error.message || error.name
