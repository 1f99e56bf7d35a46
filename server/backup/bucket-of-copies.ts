// The bucket that copies lie in too, as `copias/torniquete-….copia`: several installations may share one, and pictures too.
import { setTimeout as pause } from 'node:timers/promises'
import type { BucketSettings } from '../config.ts'
import { Refused } from '../refused.ts'
import { Bucket, type BucketTimeouts, type LogProblem, type WithRetry } from '../storage/bucket/bucket.ts'
import { isUnreachable } from '../storage/bucket/bucket-store.ts'
import { faultySetting } from '../storage/bucket/faulty-setting.ts'
import { type Copy, readName } from './kept-copies.ts'

export const copiesPrefix = 'copias/'
export const copyKey = (name: string): string => `${copiesPrefix}${name}`
/** Where those of one installation begin. */
export const ownPrefix = (installation: string): string => `${copiesPrefix}torniquete-${installation}-`

/** Milliseconds. A part is some megabytes, and a house's line slow. */
const usual: BucketTimeouts = {
  silence: 30_000,
  silenceWhileSent: 60_000,
  whole: 5 * 60_000,
  wholeWhileSent: 10 * 60_000,
  rest: 5_000,
  retry: 200,
}
/** Milliseconds between what is asked in vain, anew for each request: two minutes without a line cost nothing. */
const usualWaits = [1_000, 6_000, 15_000, 30_000, 60_000]

export interface CopyTimeouts extends Partial<BucketTimeouts> {
  waits?: number[]
  partBytes?: number
}

export interface OpenBucket {
  bucket: Bucket
  through: WithRetry
}

export function openBucketOfCopies(
  settings: BucketSettings,
  tell?: LogProblem,
  { waits = usualWaits, ...patience }: CopyTimeouts = {},
  signal?: AbortSignal,
): OpenBucket {
  const bucket = new Bucket(settings, tell, { ...usual, ...patience }, 'the bucket of the copies')
  const through: WithRetry = async (work) => {
    for (const wait of [...waits, null])
      try {
        return await work()
      } catch (error) {
        if (!isUnreachable(error)) throw error
        const away = new BucketFailure(bucket)
        if (wait === null || away.refuses || signal?.aborted) throw away
        await pause(wait, undefined, { signal })
      }
    throw new Error('unreachable')
  }
  return { bucket, through }
}

/** It did not do what it was asked; the message says why. */
export class BucketFailure extends Refused {
  /** It says that it will not: no waiting helps. */
  readonly refuses: boolean
  constructor({ complaint }: Bucket) {
    const said = complaint ?? 'sin respuesta'
    const [, status, code = null] = /^(\d+)(?: (\w+))?$/.exec(said) ?? []
    const wrong = faultySetting(code, 'BACKUP_S3_')
    const clock = code === 'RequestTimeTooSkewed' ? 'el reloj del equipo no está en hora' : null
    super(`${clock ?? wrong ?? 'el bucket de BACKUP_S3_ENDPOINT no responde como debe'} (${said})`)
    this.refuses = wrong !== null || status === '403'
  }
}

export interface RemoteCopy extends Copy {
  installation: string
  bytes: number
}

/** In no order; what else lies there is somebody's. */
export async function listRemoteCopies({ bucket, through }: OpenBucket, prefix = copiesPrefix): Promise<RemoteCopy[]> {
  const found: RemoteCopy[] = []
  for await (const { key, bytes } of bucket.objects(prefix, through)) {
    const copy = readName(key.slice(copiesPrefix.length))
    if (copy && !copy.partial) found.push({ ...copy, bytes })
  }
  return found
}
