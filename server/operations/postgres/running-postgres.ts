import { join } from 'node:path'
import { readIfPresent } from '../../platform/files/files.ts'
import type { EmbeddedPostgres } from './embedded-postgres.ts'
import { readPassword } from './password.ts'

/** Connection of a PostgreSQL that another process runs on the folder; null without one. */
export function findRunningConnection(dataDir: string): EmbeddedPostgres['connection'] | null {
  // Lines 4 to 6: port, socket folder, address.
  const [, , , port, folder, address] = (readIfPresent(join(dataDir, 'postgres/postmaster.pid')) ?? '').split('\n')
  const host = folder || address
  if (!host || !port) return null
  const password = folder ? null : readPassword(dataDir)
  return { host, port: Number(port), user: 'postgres', database: 'postgres', ...(password && { password }) }
}
