// The bucket of BACKUP_S3_BUCKET stores archives as `copias/torniquete-….copia`. Several installations may share it.
import type { BucketSettings } from '../../config.ts'
import { StartRefusal } from '../../platform/start-refusal.ts'
import { Bucket, type BucketOptions, type ProblemLogger } from '../../platform/storage/bucket/bucket.ts'
import { describeFaultySetting } from '../../platform/storage/bucket/faulty-setting.ts'
import { type DatedArchive, parseArchiveName } from './retention.ts'

const prefix = 'copias/'
export const formatObjectKey = (name: string): string => `${prefix}${name}`
export const formatInstallationPrefix = (installation: string): string => `${prefix}torniquete-${installation}-`

/** Limits suit large uploads over a slow home connection. Retries bridge an outage of about a minute. */
export const openBackupBucket = (settings: BucketSettings, log?: ProblemLogger, options?: Partial<BucketOptions>) =>
  new Bucket(settings, log, {
    silenceMs: 60_000,
    requestMs: 10 * 60_000,
    attempts: 14,
    name: 'the bucket of the backups',
    toError: (bucket) => new BucketRequestError(bucket),
    ...options,
  })

/** Error of a bucket request that failed after all retries; the message contains the reason. */
export class BucketRequestError extends StartRefusal {
  /** True if the bucket refused the request, so that retrying later does not help. */
  readonly isRefusal: boolean
  constructor({ complaint, refusal }: Bucket) {
    const setting = describeFaultySetting(refusal?.code ?? null, 'BACKUP_S3_')
    const clock = refusal?.code === 'RequestTimeTooSkewed' ? 'el reloj del equipo no está en hora' : null
    super(`${clock ?? setting ?? 'el bucket de BACKUP_S3_ENDPOINT no responde como debe'} (${complaint})`)
    this.isRefusal = setting !== null || refusal?.status === 403
  }
}

export type BucketArchive = DatedArchive & { installation: string; bytes: number }

/** Lists archives in the bucket, unsorted; other objects are skipped. */
export async function listBucketArchives(bucket: Bucket, keysBegin = prefix): Promise<BucketArchive[]> {
  const found: BucketArchive[] = []
  for await (const { key, bytes } of bucket.list(keysBegin)) {
    const archive = parseArchiveName(key.slice(prefix.length))
    if (archive && !archive.isPartial && bytes > 0) found.push({ ...archive, bytes })
  }
  return found
}
