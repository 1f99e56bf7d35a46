// Allows one process for each data folder. It locks an empty SQLite database, and the kernel frees that lock however
// the process ends. Unlike a pid file, the lock works across containers and cannot be confused by a reused pid.

import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DataFolderInUseError, getErrorCode, makeDiskFullError } from '../../platform/files/file-errors.ts'
import { readFileIfPresent } from '../../platform/files/files.ts'
import { StartRefusal } from '../../platform/start-refusal.ts'

export interface DataFolderLock {
  release(): void
  /** Releases the lock after a failure, and removes the lock's files if the folder had none before. */
  abandon(): void
}

/** Reads the pid that the holder writes right after it took the lock. */
function readHolder(pidFile: string): number {
  for (let tries = 0; tries < 50; tries++) {
    const pid = Number.parseInt(readFileIfPresent(pidFile) ?? '', 10)
    if (pid > 0) return pid
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20)
  }
  return 0
}

/** @throws DataFolderInUse if another process holds the lock */
export function lockDataFolder(dataDir: string): DataFolderLock {
  // The pid file names the holder in messages. The SQLite file is not deleted, as a waiting process may have opened it.
  const pidFile = join(dataDir, 'torniquete.lock')
  const lockFile = `${pidFile}.sqlite`
  const isNew = !existsSync(lockFile)
  let lock: DatabaseSync | undefined
  try {
    lock = new DatabaseSync(lockFile, { timeout: 200 })
    lock.exec('begin exclusive')
    writeFileSync(pidFile, String(process.pid), { mode: 0o600 })
  } catch (error) {
    lock?.close()
    // SQLITE_BUSY: another connection holds the lock.
    if (error instanceof Error && 'errcode' in error && error.errcode === 5)
      throw new DataFolderInUseError(
        `La carpeta de datos ${dataDir} ya está en uso por otro Torniquete (proceso ${readHolder(pidFile)}): ciérralo o elige otra carpeta.`,
      )
    if (getErrorCode(error) === 'ENOSPC') throw makeDiskFullError(dataDir)
    throw new StartRefusal(`No se puede escribir en la carpeta de datos ${dataDir} (${(error as Error).message}).`)
  }
  const held = lock
  const release = () => {
    rmSync(pidFile, { force: true })
    held.close()
  }
  return {
    release,
    abandon: () => {
      try {
        if (isNew) rmSync(lockFile, { force: true })
      } catch {
        // Windows does not delete a file that is open.
      }
      release()
    },
  }
}
