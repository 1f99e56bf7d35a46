// One program a data folder. The lock outlives a killed owner, so it says who took it; whoever finds it
// stale must replace it without ever removing the lock of a third one who was quicker.

import { createHash, randomUUID } from 'node:crypto'
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { DataFolderInUse, errorCode, noRoom } from '../../platform/files/errors.ts'
import { readIfPresent } from '../../platform/files/files.ts'
import { Refused } from '../../platform/refused.ts'
import { isListening, openLivenessSocket, removeLivenessSocket } from './liveness-socket.ts'
import { inspectProcess } from './processes.ts'

export interface OwnerLock {
  release(): void
}

/** @throws DataFolderInUse when a living process holds it */
export async function takeOwnerLock(dataDir: string, platform = process.platform): Promise<OwnerLock> {
  const file = join(dataDir, 'torniquete.lock')
  const taken = randomUUID()
  const content = describeMyself(taken, platform)
  const draft = `${file}.${process.pid}.${randomUUID()}`
  try {
    writeFileSync(draft, content, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if (errorCode(error) === 'ENOSPC') throw noRoom(dataDir)
    throw new Refused(`No se puede escribir en la carpeta de datos ${dataDir} (${errorCode(error)}).`)
  }
  let hangUp = () => {}
  try {
    // Before anybody can read of it.
    hangUp = await openLivenessSocket(dataDir, taken, platform)
    const holder = await take({ dataDir, draft, platform }, file)
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

interface Taking {
  dataDir: string
  draft: string
  platform: NodeJS.Platform
}

/**
 * Null when taken, else the pid of the living holder. A stale lock is replaced only by who holds the claim named
 * after that lock's content; the claim is a lock of the same kind, so a claimant that dies is replaced too.
 */
async function take(taking: Taking, file: string): Promise<number | null> {
  const { dataDir, draft, platform } = taking
  for (;;) {
    if (linked(draft, file)) return null
    const found = readIfPresent(file)
    if (found === null) continue
    const holder = await livingHolder(dataDir, found, platform)
    if (holder !== null) return holder

    const claim = `${file}.${createHash('sha1').update(found).digest('hex').slice(0, 16)}`
    if ((await take(taking, claim)) !== null) {
      await pause(10)
      continue
    }
    try {
      // The claim may be of a lock that another claimant replaced before: then there is nothing to replace.
      if (readIfPresent(file) === found) {
        replace(draft, file)
        const { taken } = parse(found)
        if (isName(taken)) removeLivenessSocket(dataDir, taken, platform)
        return null
      }
    } finally {
      rmSync(claim, { force: true })
    }
  }
}

/** A link appears with its content or not at all, so nobody reads a half-written lock. */
function linked(draft: string, file: string): boolean {
  try {
    linkSync(draft, file)
    return true
  } catch (error) {
    const code = errorCode(error)
    if (code === 'EEXIST') return false
    throw new Refused(
      `La carpeta de datos ${dirname(file)} está en un disco que no sirve para ella, como uno con FAT o de red (${code}): usa un disco del propio equipo.`,
    )
  }
}

/** A copy moves: the draft is still needed when this was only the claim on another lock. */
function replace(draft: string, file: string): void {
  const copy = `${draft}.copy`
  writeFileSync(copy, readFileSync(draft), { mode: 0o600 })
  renameSync(copy, file)
}

function describeMyself(taken: string, platform: NodeJS.Platform): string {
  const startedAt = inspectProcess(process.pid, platform)?.startedAt ?? ''
  return `${JSON.stringify({ pid: process.pid, startedAt, taken })}\n`
}

/** A power cut can leave the file empty: what cannot be read has no holder. */
async function livingHolder(dataDir: string, content: string, platform: NodeJS.Platform): Promise<number | null> {
  const { pid, startedAt, taken } = parse(content)
  if (typeof pid !== 'number') return null
  // Which does not tell when a process began: its number may be any program's by now.
  const found = platform === 'win32' ? null : inspectProcess(pid, platform)
  if (found && !found.zombie && found.startedAt === startedAt) return pid
  // One of another container has a number that says nothing here.
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
