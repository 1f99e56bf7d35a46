// @ts-check
import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'

const memory = '/dev/shm'
/** Free bytes needed for the databases and browser profiles of a complete test run. */
const neededBytes = 3 * 2 ** 30

function hasRoomInMemory() {
  if (!existsSync(memory)) return false
  const { bavail, bsize } = statfsSync(memory)
  return bavail * bsize >= neededBytes && freemem() >= 2 * neededBytes
}

/** Makes a folder deleted at the end, in memory if there is room: on disk, a test run takes a third longer. */
export function makeScratch() {
  const folder = mkdtempSync(join(hasRoomInMemory() ? memory : tmpdir(), 'torniquete-tests-'))
  // If root runs the tests, databases run as another user, who must be able to enter the folders below.
  chmodSync(folder, 0o711)
  process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))
  return folder
}
