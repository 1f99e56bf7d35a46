import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { readOrCreate } from '../../platform/files/read-or-create.ts'

/** In DATA_DIR. */
export const installationFile = 'installation'

/**
 * Identifies the archives of this installation in a shared folder. Created once and part of no archive, so a restore
 * is another installation.
 */
export const readInstallation = (dataDir: string): string =>
  readOrCreate(join(dataDir, installationFile), { make: () => randomBytes(4).toString('hex'), isComplete })

const isComplete = (kept: string): boolean => /^[0-9a-f]{8}$/.test(kept)
