// Where images lie, by the settings: in DATA_DIR, or in a bucket.
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { type BucketSettings, type Config, WrongSetting } from '../config.ts'
import { Bucket, type BucketTimeouts, errorCodeOf } from './bucket/bucket.ts'
import { BucketStore, isUnreachable, top } from './bucket/bucket-store.ts'
import { faultySetting } from './bucket/faulty-setting.ts'
import { FileStore, type ImageStore } from './file-store.ts'

/** Times `lookEvery`, from one look at what is to be moved up or removed to the next. */
const looksBetween = 10

/** Milliseconds. */
export interface ImageTimeouts extends Partial<BucketTimeouts> {
  /** Between what a copy asks in vain. */
  waits?: number[]
}

export function openImages(
  { bucket, dataDir }: Pick<Config, 'bucket' | 'dataDir'>,
  log?: Pick<FastifyBaseLogger, 'warn'>,
  { waits, ...patience }: ImageTimeouts = {},
): ImageStore {
  if (!bucket) return new FileStore(dataDir)
  const tell = (what: string) => log?.warn(what)
  return new BucketStore(new Bucket(bucket, tell, patience), dataDir, tell, waits)
}

/** From ready to close; without `lookEvery` not at all. The store is closed either way. */
export function startStorageSweep(
  server: FastifyInstance,
  { images, log }: { images: ImageStore; log: FastifyBaseLogger },
  lookEvery: number | undefined,
): void {
  const stopping = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const look = async (store: BucketStore, every: number) => {
    await store.tidyUp(stopping.signal).catch((error) => {
      if (!isUnreachable(error)) log.warn({ err: error }, 'images cannot be moved up, or removed')
    })
    if (!stopping.signal.aborted) timer = setTimeout(look, every, store, every).unref()
  }
  server.addHook('onReady', async () => {
    if (lookEvery !== undefined && images instanceof BucketStore) void look(images, looksBetween * lookEvery)
  })
  server.addHook('preClose', async () => {
    clearTimeout(timer)
    stopping.abort()
  })
  server.addHook('onClose', async () => images.close())
}

/**
 * Asks the bucket once. One that is away, or a clock that is wrong, is told and stops nothing: the till goes on without pictures.
 *
 * @throws WrongSetting where it answers what only a setting can be the reason of
 */
export async function checkBucket(
  settings: BucketSettings,
  log: (line: string) => void,
  patience?: Partial<BucketTimeouts>,
): Promise<void> {
  const bucket = new Bucket(settings, undefined, patience)
  const away = (why: string) => log(`El bucket de S3_ENDPOINT no está (${why}): faltan las imágenes hasta que vuelva.`)
  try {
    const answer = await bucket.greet(top)
    const code = errorCodeOf(answer)
    if (answer.status === 200 && answer.body.includes('<ListBucketResult')) return
    if (code === 'RequestTimeTooSkewed') return away('el reloj del equipo no está en hora')
    const said = `${answer.status} ${code ?? 'sin respuesta de un S3'}`
    const wrong = answer.status >= 500 ? null : faultySetting(code, 'S3_')
    if (!wrong) return away(said)
    throw new WrongSetting(`${wrong} (${said})`)
  } catch (error) {
    if (error instanceof WrongSetting) throw error
    away(error instanceof Error ? error.message : String(error))
  } finally {
    bucket.close()
  }
}
