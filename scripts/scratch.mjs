// @ts-check
import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'

const memory = '/dev/shm'
/** Bytes that a whole run may hold at once, with room to spare: databases, browsers' profiles. */
const needed = 3 * 2 ** 30

function hasRoom() {
  if (!existsSync(memory)) return false
  const { bavail, bsize } = statfsSync(memory)
  return bavail * bsize >= needed && freemem() >= 2 * needed
}

/**
 * A folder for what tests store and throw away, gone with this process: in memory where there is room. Databases that are
 * made and dropped by the hundred cost a disk's file system a third of the run.
 */
export function makeScratch() {
  const folder = mkdtempSync(join(hasRoom() ? memory : tmpdir(), 'torniquete-tests-'))
  // Root's databases run as another user, who passes through.
  chmodSync(folder, 0o711)
  process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))
  return folder
}
