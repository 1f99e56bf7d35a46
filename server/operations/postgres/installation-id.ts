import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { readOrCreateFile } from '../../platform/files/files.ts'

export const installationFileName = 'installation'

/** Id of this installation's archives in a shared folder. Archives lack it: a restore is a new installation. */
export const readInstallationId = (dataDir: string): string =>
  readOrCreateFile(
    join(dataDir, installationFileName),
    () => randomBytes(4).toString('hex'),
    (kept) => /^[0-9a-f]{8}$/.test(kept),
  )
