// `restore -- s3:NAME` downloads the archive into BACKUP_DIR first, because a restore reads the archive twice.
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Config } from '../../config.ts'
import { StartRefusal } from '../../platform/start-refusal.ts'
import type { BucketOptions } from '../../platform/storage/bucket/bucket.ts'
import {
  type BucketArchive,
  BucketRequestError,
  formatObjectKey,
  listBucketArchives,
  openBackupBucket,
} from './backup-bucket.ts'
import { requireFreeSpace } from './disk-space.ts'
import { compareNewestFirst } from './retention.ts'

const scheme = 's3:'

/** True for `s3:NAME`, and for `s3:`, which means the newest archive in the bucket. */
export const isBucketArchiveName = (file: string): boolean => file.startsWith(scheme)

/** Calls `work` with the path of the local file, or of the copy downloaded from the bucket. @throws StartRefusal */
export async function runWithLocalArchive<Result>(
  { backupBucket, backupDir }: Config,
  file: string,
  work: (path: string) => Promise<Result>,
  options?: Partial<BucketOptions>,
): Promise<Result> {
  if (!isBucketArchiveName(file)) return work(file)
  if (!backupBucket)
    throw new StartRefusal(
      'Para restaurar del bucket indica BACKUP_S3_ENDPOINT, BACKUP_S3_BUCKET, BACKUP_S3_REGION, BACKUP_S3_ACCESS_KEY_ID, BACKUP_S3_SECRET_ACCESS_KEY y BACKUP_KEY.',
    )
  const bucket = openBackupBucket(backupBucket, undefined, options)
  try {
    const all = await listBucketArchives(bucket)
    const { name, bytes } = chooseArchive(all, file.slice(scheme.length))
    console.error(`Se restaura ${name} (${(bytes / 1e6).toFixed(1)} MB).`)
    await mkdir(backupDir, { recursive: true, mode: 0o700 })
    await requireFreeSpace(backupDir, bytes)
    const path = join(backupDir, `${name}.descarga`)
    try {
      const target = createWriteStream(path, { mode: 0o600 })
      await pipeline(bucket.download(formatObjectKey(name), bytes), target)
      return await work(path)
    } finally {
      await rm(path, { force: true })
    }
  } catch (error) {
    throw error instanceof BucketRequestError
      ? new StartRefusal(`No se restauró nada: ${error.message}. Prueba otra vez.`)
      : error
  } finally {
    bucket.close()
  }
}

const describe = ({ name, at }: BucketArchive) => `${at.toLocaleString('es')}: npm run restore -- ${scheme}${name}`

function chooseArchive(archives: readonly BucketArchive[], name: string): BucketArchive {
  const all = archives.toSorted(compareNewestFirst)
  if (all.length === 0) throw new StartRefusal('En el bucket de BACKUP_S3_BUCKET no hay ninguna copia.')
  if (name !== '') {
    const named = all.find((archive) => archive.name === name)
    if (named) return named
    const newest = all.slice(0, 10).map(describe).join('\n')
    throw new StartRefusal(`En el bucket no está ${name}. Las más nuevas que hay:\n${newest}`)
  }
  // Includes archives dated in the future, which are refused later: choosing an older archive would silently lose rows.
  const newest = new Map<string, BucketArchive>()
  for (const archive of all) if (!newest.has(archive.installation)) newest.set(archive.installation, archive)
  const [only, ...others] = newest.values()
  if (only && others.length === 0) return only
  throw new StartRefusal(
    `En el bucket hay copias de ${newest.size} instalaciones. Di cuál; la más nueva de cada una:\n${[...newest.values()].map(describe).join('\n')}`,
  )
}
