// The key that encrypts templates, channel passwords and signing certificates. A new key is made only if no row is encrypted, because a new
// key would hide that the old one is missing.
import { join } from 'node:path'
import { formatEncryptedCounts } from '@torniquete/contract/admin/encrypted-counts.ts'
import { type Config, sealingKeyFileName } from '../../config.ts'
import type { Database } from '../db/database.ts'
import { readOrCreateSecret, readSecret } from '../files/files.ts'
import { Sealer, type SealPurpose } from './seal.ts'

export type SealersByPurpose = Readonly<Record<SealPurpose, Sealer>>
type HeldKey = Pick<Config, 'BIOMETRICS_KEY' | 'dataDir'>
type ReachedDatabase = { platform: Pick<Database['platform'], 'query'> }

const makeSeals = (secret: string | null): SealersByPurpose => ({
  biometrics: new Sealer(secret, 'biometrics'),
  channels: new Sealer(secret, 'channels'),
  certificates: new Sealer(secret, 'certificates'),
})

/** Loads the key. Creates one if there is none and no row is encrypted. */
export async function loadSealers(config: HeldKey, database: ReachedDatabase): Promise<SealersByPurpose> {
  const file = join(config.dataDir, sealingKeyFileName)
  const held = config.BIOMETRICS_KEY ?? readSecret(file)
  if (held !== null) return makeSeals(held)
  const isMissed = (await countSealedRows(database)).length > 0
  return makeSeals(isMissed ? null : readOrCreateSecret(file))
}

const countSealedRows = async ({ platform }: ReachedDatabase) =>
  (
    await platform.query<{ kind: SealPurpose; key_name: string; rows: number }>(
      `select kind, key_name, rows from count_sealed_rows()`,
    )
  ).rows

export async function countUnreadableSealedRows(database: ReachedDatabase, key: SealersByPurpose) {
  const found: Record<SealPurpose, number> = { biometrics: 0, channels: 0, certificates: 0 }
  for (const { kind, key_name, rows } of await countSealedRows(database))
    if (key_name !== key[kind].keyName) found[kind] += rows
  return found
}

/** Logs that rows cannot be decrypted. The screen «Estado del sistema» says what to do. */
export async function logUnreadableSealedRows(
  database: ReachedDatabase,
  key: SealersByPurpose,
  log: (line: string) => void,
): Promise<void> {
  const lost = formatEncryptedCounts(await countUnreadableSealedRows(database, key))
  if (lost)
    log(
      `No se puede leer lo cifrado (${lost}): falta su clave, o es otra. El master ve qué hacer en Estado del sistema.`,
    )
}
