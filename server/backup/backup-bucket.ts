// The bucket of BACKUP_S3_BUCKET, where archives lie as `copias/torniquete-….copia`. Several installations may share it.
import { setTimeout as pause } from 'node:timers/promises'
import type { BucketSettings } from '../config.ts'
import { Refused } from '../refused.ts'
import { Bucket, type BucketTimeouts, type LogProblem, type WithRetry } from '../storage/bucket/bucket.ts'
import { isUnreachable } from '../storage/bucket/bucket-store.ts'
import { faultySetting } from '../storage/bucket/faulty-setting.ts'
import { type NamedArchive, parseName } from './retention.ts'

const prefix = 'copias/'
export const formatKey = (name: string): string => `${prefix}${name}`
export const formatOwnPrefix = (installation: string): string => `${prefix}torniquete-${installation}-`

/** Milliseconds. A part has some megabytes, and the line of a house is slow. */
const usualTimeouts: BucketTimeouts = {
  silence: 30_000,
  silenceWhileSent: 60_000,
  whole: 5 * 60_000,
  wholeWhileSent: 10 * 60_000,
  rest: 5_000,
  retry: 200,
}
/** Pauses between retries of one request: two minutes without a line cost nothing. */
const usualWaitsMs = [1_000, 6_000, 15_000, 30_000, 60_000]

export interface BackupBucketTimeouts extends Partial<BucketTimeouts> {
  waitsMs?: number[]
  partBytes?: number
}

export interface BackupBucket {
  bucket: Bucket
  withRetry: WithRetry
}

interface OpenOptions {
  log?: LogProblem | undefined
  timeouts?: BackupBucketTimeouts | undefined
  signal?: AbortSignal | undefined
}

export function openBackupBucket(
  settings: BucketSettings,
  { log, timeouts: { waitsMs = usualWaitsMs, ...timeouts } = {}, signal }: OpenOptions = {},
): BackupBucket {
  const bucket = new Bucket(settings, log, { ...usualTimeouts, ...timeouts }, 'the bucket of the backups')
  const withRetry: WithRetry = async (work) => {
    for (const waitMs of [...waitsMs, null])
      try {
        return await work()
      } catch (error) {
        if (!isUnreachable(error)) throw error
        const failure = new BucketFailure(bucket)
        if (waitMs === null || failure.isRefusal || signal?.aborted) throw failure
        await pause(waitMs, undefined, { signal })
      }
    throw new Error('unreachable')
  }
  return { bucket, withRetry }
}

/** A request failed after its retries; the message says why. */
export class BucketFailure extends Refused {
  /** The bucket refuses the request: no waiting helps. */
  readonly isRefusal: boolean
  constructor({ complaint }: Bucket) {
    const reason = complaint ?? 'sin respuesta'
    const [, status, code = null] = /^(\d+)(?: (\w+))?$/.exec(reason) ?? []
    const setting = faultySetting(code, 'BACKUP_S3_')
    const clock = code === 'RequestTimeTooSkewed' ? 'el reloj del equipo no está en hora' : null
    super(`${clock ?? setting ?? 'el bucket de BACKUP_S3_ENDPOINT no responde como debe'} (${reason})`)
    this.isRefusal = setting !== null || status === '403'
  }
}

export interface RemoteArchive extends NamedArchive {
  installation: string
  bytes: number
}

/** In no order; other objects are skipped. */
export async function listRemoteArchives(
  { bucket, withRetry }: BackupBucket,
  keysBegin = prefix,
): Promise<RemoteArchive[]> {
  const found: RemoteArchive[] = []
  for await (const { key, bytes } of bucket.objects(keysBegin, withRetry)) {
    const archive = parseName(key.slice(prefix.length))
    if (archive && !archive.isPartial && bytes > 0) found.push({ ...archive, bytes })
  }
  return found
}
