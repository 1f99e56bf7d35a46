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
import { getErrorCode, isFileMissingError } from './file-errors.ts'

/** Syncs a folder, without which a rename in the folder may be lost in a power cut. */
export function fsyncFolder(folder: string): void {
  // Windows does not allow to open a folder.
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

/** Ignores errors of network disks that cannot sync folders, as PostgreSQL does. */
function unlessUnknown(error: unknown): void {
  if (!['EINVAL', 'EBADF'].includes(getErrorCode(error) ?? '')) throw error
}

/** Asynchronous version of `fsyncFolder`. `made` is the first folder that was newly created, if any. */
export async function fsyncFolderAsync(folder: string, made: string | undefined): Promise<void> {
  if (process.platform === 'win32') return
  const opened = await open(folder, 'r')
  await opened
    .sync()
    .catch(unlessUnknown)
    .finally(() => opened.close())
  if (made) await fsyncFolderAsync(dirname(folder), folder === made ? undefined : made)
}

/** Windows errors while a virus scanner or indexer has a new file open. */
const temporaryCodes = ['EPERM', 'EACCES', 'EBUSY']
const pause = (milliseconds: number) => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)

/** Renames with retries. It may block for ten seconds, so it is used only before the server accepts requests. */
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

/** Syncs a folder with all its files and subfolders to disk. */
export function fsyncTree(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) fsyncTree(path)
    if (!entry.isFile()) continue
    const descriptor = openSync(path, 'r+')
    try {
      fsyncSync(descriptor)
    } finally {
      closeSync(descriptor)
    }
  }
  fsyncFolder(folder)
}

/** Creates a missing folder for its owner only. PostgreSQL's user has to pass its parents, so these stay open. */
export function makePrivateFolder(folder: string): void {
  mkdirSync(dirname(folder), { recursive: true })
  mkdirSync(folder, { recursive: true, mode: 0o700 })
}

export function readFileIfPresent(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (isFileMissingError(error)) return null
    throw error
  }
}

/** `prepare` may change the file's owner before the file gets its final name. */
type AtomicWrite = { mode?: number; encoding?: BufferEncoding; prepare?: (draft: string) => void }

/** Writes to a temporary file and renames it, so that after a crash the file has either its old or its new content. */
export function writeFileAtomically(
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
  fsyncFolder(dirname(file))
}

/** Reads or creates a file. `isComplete` is false for content that a crash or full disk truncated. */
export function readOrCreateFile(file: string, make: () => string, isComplete: (kept: string) => boolean): string {
  mkdirSync(dirname(file), { recursive: true })
  const kept = readFileIfPresent(file)?.trim()
  if (kept !== undefined && isComplete(kept)) return kept
  const made = make()
  writeFileAtomically(file, made)
  return made
}

/** Characters of a generated secret: 32 bytes in base64url, which needs no quoting. */
const secretLength = 43

/** Reads a stored secret; null if the file is missing or truncated. */
export function readSecret(file: string): string | null {
  const kept = readFileIfPresent(file)?.trim() ?? ''
  return kept.length >= secretLength ? kept : null
}

export const readOrCreateSecret = (file: string): string =>
  readOrCreateFile(
    file,
    () => randomBytes(32).toString('base64url'),
    (kept) => kept.length >= secretLength,
  )
