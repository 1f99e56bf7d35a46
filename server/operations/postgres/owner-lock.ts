// One process for each data folder. The lock file survives a killed owner and names it; replacing a stale lock must
// never remove that of a faster third process.

import { createHash, randomUUID } from 'node:crypto'
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { DataFolderInUse, getErrorCode, makeDiskFullError } from '../../platform/files/errors.ts'
import { readIfPresent } from '../../platform/files/files.ts'
import { Refused } from '../../platform/refused-start.ts'
import { isListening, openLivenessSocket, removeLivenessSocket } from './liveness-socket.ts'
import { inspectProcess } from './processes.ts'

export interface OwnerLock {
  release(): void
}

/** @throws DataFolderInUse if a living process holds it */
export async function takeOwnerLock(dataDir: string, platform = process.platform): Promise<OwnerLock> {
  const file = join(dataDir, 'torniquete.lock')
  const taken = randomUUID()
  const content = describeMyself(taken, platform)
  const draft = `${file}.${process.pid}.${randomUUID()}`
  try {
    writeFileSync(draft, content, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if (getErrorCode(error) === 'ENOSPC') throw makeDiskFullError(dataDir)
    throw new Refused(`No se puede escribir en la carpeta de datos ${dataDir} (${getErrorCode(error)}).`)
  }
  let hangUp = () => {}
  try {
    // The socket exists before another process can read the lock.
    hangUp = await openLivenessSocket(dataDir, taken, platform)
    const holder = await takeLock({ dataDir, draft, platform }, file)
    if (holder !== null) throw new DataFolderInUse(dataDir, holder)
  } catch (error) {
    hangUp()
    throw error
  } finally {
    rmSync(draft, { force: true })
  }
  return {
    release: () => {
      removeIfStill(file, content)
      hangUp()
    },
  }
}

interface LockAttempt {
  dataDir: string
  draft: string
  platform: NodeJS.Platform
}

/**
 * Null if taken, else the pid of the living holder. A stale lock is replaced only by the holder of a claim named
 * after its content. The claim is such a lock itself, so a claimant that dies is replaced too.
 */
async function takeLock(taking: LockAttempt, file: string): Promise<number | null> {
  const { dataDir, draft, platform } = taking
  for (;;) {
    if (linkFile(draft, file)) return null
    const found = readIfPresent(file)
    if (found === null) continue
    const holder = await findLivingHolder(dataDir, found, platform)
    if (holder !== null) return holder

    const claim = `${file}.${createHash('sha1').update(found).digest('hex').slice(0, 16)}`
    if ((await takeLock(taking, claim)) !== null) {
      await pause(10)
      continue
    }
    try {
      // Another claimant may have replaced the lock already.
      if (readIfPresent(file) === found) {
        replaceStaleLock(draft, file)
        const { taken } = parse(found)
        if (isName(taken)) removeLivenessSocket(dataDir, taken, platform)
        return null
      }
    } finally {
      rmSync(claim, { force: true })
    }
  }
}

/** A link appears with its content, so a reader never sees half a lock. */
function linkFile(draft: string, file: string): boolean {
  try {
    linkSync(draft, file)
    return true
  } catch (error) {
    const code = getErrorCode(error)
    if (code === 'EEXIST') return false
    throw new Refused(
      `La carpeta de datos ${dirname(file)} está en un disco que no sirve para ella, como uno con FAT o de red (${code}): usa un disco del propio equipo.`,
    )
  }
}

/** Renames a copy: the draft is still needed if this was only the claim. */
function replaceStaleLock(draft: string, file: string): void {
  const copy = `${draft}.copy`
  writeFileSync(copy, readFileSync(draft), { mode: 0o600 })
  renameSync(copy, file)
}

function describeMyself(taken: string, platform: NodeJS.Platform): string {
  const startedAt = inspectProcess(process.pid, platform)?.startedAt ?? ''
  return `${JSON.stringify({ pid: process.pid, startedAt, taken })}\n`
}

/** A power cut may leave an empty file, which has no holder. */
async function findLivingHolder(dataDir: string, content: string, platform: NodeJS.Platform): Promise<number | null> {
  const { pid, startedAt, taken } = parse(content)
  if (typeof pid !== 'number') return null
  // Windows does not tell when a process began.
  const found = platform === 'win32' ? null : inspectProcess(pid, platform)
  if (found && !found.zombie && found.startedAt === startedAt) return pid
  // The pid of another container says nothing here.
  return isName(taken) && (await isListening(dataDir, taken, platform)) ? pid : null
}

const isName = (taken: unknown): taken is string => typeof taken === 'string' && /^[\w-]+$/.test(taken)

function parse(content: string): { pid?: unknown; startedAt?: unknown; taken?: unknown } {
  try {
    const value: unknown = JSON.parse(content)
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}

function removeIfStill(file: string, content: string): void {
  if (readIfPresent(file) === content) rmSync(file, { force: true })
}
