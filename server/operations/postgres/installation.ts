import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { readOrCreate } from '../../platform/files/read-or-create.ts'

/** In DATA_DIR. */
export const installationFile = 'installation'

/**
 * Tells the copies of several installations in one folder apart. Made once, kept in DATA_DIR and part of no copy: what a
 * restore makes is another installation, beside which the first may go on.
 */
export const installationOf = (dataDir: string): string =>
  readOrCreate(join(dataDir, installationFile), { make: () => randomBytes(4).toString('hex'), isWhole })

const isWhole = (kept: string): boolean => /^[0-9a-f]{8}$/.test(kept)
