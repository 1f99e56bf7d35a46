import { closeSync, fsyncSync, mkdirSync, openSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { errorCode } from './errors.ts'

/** A rename lasts through a power cut only when the folder that holds the name is written too. */
export function syncFolder(folder: string): void {
  // Windows opens no folders.
  if (process.platform === 'win32') return
  const descriptor = openSync(folder, 'r')
  try {
    fsyncSync(descriptor)
  } catch (error) {
    // Some disks of a network know no such thing; PostgreSQL passes over it too.
    if (!['EINVAL', 'EBADF'].includes(errorCode(error) ?? '')) throw error
  } finally {
    closeSync(descriptor)
  }
}

/** It and all folders in it, however deep. */
export function syncFolders(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) syncFolders(join(folder, entry.name))
  syncFolder(folder)
}

/** Where it lacks. The folders above it are not ours alone: the user that PostgreSQL runs as may have to pass through them. */
export function makeOwnFolder(folder: string): void {
  mkdirSync(dirname(folder), { recursive: true })
  mkdirSync(folder, { recursive: true, mode: 0o700 })
}

/** Null where there is no such file. */
export function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null
    throw error
  }
}
