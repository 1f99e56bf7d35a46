import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { getErrorCode, isMissing } from './errors.ts'

/** A rename is durable only after its folder was synced. */
export function syncFolder(folder: string): void {
  // Windows cannot open folders.
  if (process.platform === 'win32') return
  const descriptor = openSync(folder, 'r')
  try {
    fsyncSync(descriptor)
  } catch (error) {
    unlessUnknown(error)
  } finally {
    closeSync(descriptor)
  }
}

/** Some network disks do not support it; PostgreSQL ignores that too. */
function unlessUnknown(error: unknown): void {
  if (!['EINVAL', 'EBADF'].includes(getErrorCode(error) ?? '')) throw error
}

/** Asynchronous version; `made` is the first newly created folder, if any. */
export async function syncFolderAsync(folder: string, made: string | undefined): Promise<void> {
  if (process.platform === 'win32') return
  const opened = await open(folder, 'r')
  await opened
    .sync()
    .catch(unlessUnknown)
    .finally(() => opened.close())
  if (made) await syncFolderAsync(dirname(folder), folder === made ? undefined : made)
}

/** Errors on Windows while a virus scanner or indexer holds a new file. */
const temporaryCodes = ['EPERM', 'EACCES', 'EBUSY']
const pause = (milliseconds: number) => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)

/** Used at a start, before anybody is served: it may block for ten seconds. */
export function renameWithRetry(
  from: string,
  to: string,
  { platform = process.platform, rename = renameSync as (from: string, to: string) => void, wait = pause } = {},
): void {
  for (let left = platform === 'win32' ? 50 : 1; ; left -= 1)
    try {
      rename(from, to)
      return
    } catch (error) {
      if (left <= 1 || !temporaryCodes.includes(getErrorCode(error) ?? '')) throw error
      wait(200)
    }
}

/** Writes a folder with all its files and folders to the disk. */
export function syncTree(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) syncTree(path)
    if (!entry.isFile()) continue
    const descriptor = openSync(path, 'r+')
    try {
      fsyncSync(descriptor)
    } finally {
      closeSync(descriptor)
    }
  }
  syncFolder(folder)
}

/** Creates a missing folder. Parents keep usual permissions, because PostgreSQL's user has to pass through them. */
export function makeOwnFolder(folder: string): void {
  mkdirSync(dirname(folder), { recursive: true })
  mkdirSync(folder, { recursive: true, mode: 0o700 })
}

export function readIfPresent(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

/** `prepare` may change the owner of the file before it gets its name. */
type AtomicWrite = { mode?: number; encoding?: BufferEncoding; prepare?: (draft: string) => void }

/** Writes under another name first and renames: after a crash the file has its old or its new content. */
export function writeAtomically(
  file: string,
  content: string,
  { mode = 0o600, encoding = 'utf8', prepare }: AtomicWrite = {},
): void {
  const draft = `${file}.${process.pid}.draft`
  try {
    writeFileSync(draft, content, { mode, encoding, flush: true })
    chmodSync(draft, mode)
    prepare?.(draft)
    renameWithRetry(draft, file)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
  syncFolder(dirname(file))
}

/** `isComplete` is false for a file that a crash or full disk truncated. */
export function readOrCreate(file: string, make: () => string, isComplete: (kept: string) => boolean): string {
  mkdirSync(dirname(file), { recursive: true })
  const kept = readIfPresent(file)?.trim()
  if (kept !== undefined && isComplete(kept)) return kept
  const made = make()
  writeAtomically(file, made)
  return made
}

/** Length of a generated secret: 32 bytes in base64url, which needs no quoting. */
const secretLength = 43

/** A stored secret; null if missing or truncated. */
export function readSecret(file: string): string | null {
  const kept = readIfPresent(file)?.trim() ?? ''
  return kept.length >= secretLength ? kept : null
}

export const readOrCreateSecret = (file: string): string =>
  readOrCreate(
    file,
    () => randomBytes(32).toString('base64url'),
    (kept) => kept.length >= secretLength,
  )
