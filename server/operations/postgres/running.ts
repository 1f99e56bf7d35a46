import { join } from 'node:path'
import { readIfPresent } from '../../platform/files/files.ts'
import type { EmbeddedPostgres } from './embedded-postgres.ts'
import { readPassword } from './password.ts'

/** Where the PostgreSQL of a data folder listens that somebody else runs; null where none does. */
export function connectionOfRunning(dataDir: string): EmbeddedPostgres['connection'] | null {
  // Its fourth line is the port, then come the socket's folder and the address.
  const [, , , port, folder, address] = (readIfPresent(join(dataDir, 'postgres/postmaster.pid')) ?? '').split('\n')
  const host = folder || address
  if (!host || !port) return null
  const password = folder ? null : readPassword(dataDir)
  return { host, port: Number(port), user: 'postgres', database: 'postgres', ...(password && { password }) }
}
