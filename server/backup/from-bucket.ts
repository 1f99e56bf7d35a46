// A copy is read from the bucket as it is restored: no room is needed for it, and a line that is cut costs a piece.

import type { Config } from '../config.ts'
import { Refused } from '../refused.ts'
import { readLarge } from '../storage/bucket/large-object.ts'
import {
  BucketFailure,
  type CopyTimeouts,
  copyKey,
  listRemoteCopies,
  openBucketOfCopies,
  type RemoteCopy,
} from './bucket-of-copies.ts'
import { isAhead, newestFirst } from './kept-copies.ts'
import { readWithdrawalsInBucket } from './kept-withdrawals.ts'
import type { RemoteArchive } from './open-archive.ts'

const scheme = 's3:'

/** How a copy in the bucket is asked for: `s3:NAME`, or `s3:` for the newest. */
export const isInBucket = (asked: string): boolean => asked.startsWith(scheme)

export interface CopyInBucket extends RemoteArchive {
  bytes: number
  /** What lies there of agreements that were withdrawn. */
  withdrawn: string
}

/** @throws Refused where the settings, the bucket or the copy lack, or where nobody knows which one is meant */
export async function withCopyInBucket<Result>(
  { bucketOfCopies }: Config,
  asked: string,
  work: (copy: CopyInBucket) => Promise<Result>,
  patience?: CopyTimeouts,
): Promise<Result> {
  if (!bucketOfCopies)
    throw new Refused(
      'Para restaurar del bucket indica BACKUP_S3_ENDPOINT, BACKUP_S3_BUCKET, BACKUP_S3_REGION, BACKUP_S3_ACCESS_KEY_ID, BACKUP_S3_SECRET_ACCESS_KEY y BACKUP_KEY.',
    )
  const { bucket, through } = openBucketOfCopies(bucketOfCopies, undefined, patience)
  try {
    const { name, bytes } = chosen(await listRemoteCopies({ bucket, through }), asked.slice(scheme.length))
    const read = (from: number) => readLarge(bucket, { key: copyKey(name), bytes }, through, from)
    const withdrawn = await readWithdrawalsInBucket({ bucket, through })
    return await work({ name: `${scheme}${name}`, bytes, read, withdrawn })
  } catch (error) {
    throw error instanceof BucketFailure
      ? new Refused(`No se restauró nada: ${error.message}. Prueba otra vez.`)
      : error
  } finally {
    bucket.close()
  }
}

const dated = ({ name, at }: RemoteCopy) => `${at.toLocaleString('es')}: npm run restore -- ${scheme}${name}`

function chosen(all: readonly RemoteCopy[], name: string): RemoteCopy {
  const now = new Date()
  const found = all.filter(({ bytes }) => bytes > 0).toSorted(newestFirst)
  if (found.length === 0) throw new Refused('En el bucket de BACKUP_S3_BUCKET no hay ninguna copia.')
  if (name !== '') {
    const named = found.find((copy) => copy.name === name)
    if (named) return named
    throw new Refused(
      `En el bucket no está ${name}. Las más nuevas que hay:\n${found.slice(0, 10).map(dated).join('\n')}`,
    )
  }
  // Either the clock or a name is wrong: an older copy in its stead would lose what came since, and say nothing.
  const ahead = found.filter(({ at }) => isAhead(at, now))
  if (ahead.length > 0) {
    const shown = [...ahead.slice(0, 5), ...found.slice(ahead.length, ahead.length + 5)]
    throw new Refused(
      `El reloj del equipo dice ${now.toLocaleString('es')}, y en el bucket hay copias de después: ponlo en hora, o di cuál:\n${shown.map(dated).join('\n')}`,
    )
  }
  const newest = new Map<string, RemoteCopy>()
  for (const copy of found) if (!newest.has(copy.installation)) newest.set(copy.installation, copy)
  const [only, ...others] = newest.values()
  if (only && others.length === 0) return only
  throw new Refused(
    `En el bucket hay copias de ${newest.size} instalaciones. Di cuál; la más nueva de cada una:\n${[...newest.values()].map(dated).join('\n')}`,
  )
}
