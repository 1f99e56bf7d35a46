import type { FastifyBaseLogger } from 'fastify'
import type { BucketSettings, Config } from '../../config.ts'
import { StartRefusal } from '../start-refusal.ts'
import { Bucket, type BucketOptions } from './bucket/bucket.ts'
import { BucketImageStore, imageKeyPrefix } from './bucket/bucket-store.ts'
import { describeFaultySetting } from './bucket/faulty-setting.ts'
import { FolderImageStore, type ImageStore } from './file-store.ts'

export interface ImageStoreOptions extends Partial<BucketOptions> {
  /** Milliseconds between a backup's retries. */
  waits?: number[]
}

export function openImageStore(
  { bucket, dataDir }: Pick<Config, 'bucket' | 'dataDir'>,
  log?: Pick<FastifyBaseLogger, 'warn'>,
  { waits, ...options }: ImageStoreOptions = {},
): ImageStore {
  if (!bucket) return new FolderImageStore(dataDir)
  const tell = (what: string) => log?.warn(what)
  return new BucketImageStore(new Bucket(bucket, tell, options), dataDir, tell, waits)
}

/** Logs an unreachable bucket or wrong clock, as the till works without. @throws StartRefusal for a wrong setting */
export async function checkBucketSettings(
  settings: BucketSettings,
  log: (line: string) => void,
  options?: Partial<BucketOptions>,
): Promise<void> {
  const bucket = new Bucket(settings, undefined, options)
  try {
    await bucket.check(imageKeyPrefix)
  } catch {
    const { refusal, complaint } = bucket
    const wrong = refusal && refusal.status < 500 ? describeFaultySetting(refusal.code, 'S3_') : null
    if (wrong) throw new StartRefusal(`${wrong} (${complaint})`)
    const why = refusal?.code === 'RequestTimeTooSkewed' ? 'el reloj del equipo no está en hora' : complaint
    log(`El bucket de S3_ENDPOINT no está (${why}): faltan las imágenes hasta que vuelva.`)
  } finally {
    bucket.close()
  }
}
