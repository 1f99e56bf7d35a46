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

export async function logUnreadableSealedRows(
  config: HeldKey & Pick<Config, 'DATABASE_URL'>,
  database: ReachedDatabase,
  key: SealersByPurpose,
  log: (line: string) => void,
): Promise<void> {
  const lost = await countUnreadableSealedRows(database, key)
  if (lost.biometrics + lost.channels + lost.certificates === 0) return
  const { isMissing } = key.biometrics
  const place = join(config.dataDir, sealingKeyFileName)
  log(
    isMissing
      ? `Falta la clave con la que se cifró lo guardado (${formatEncryptedCounts(lost)}): ni está BIOMETRICS_KEY ni ${place}. No se hace otra mientras eso siga guardado.`
      : `Se cifró con otra clave, y no se puede leer: ${formatEncryptedCounts(lost)}.`,
  )
  log(
    'Lo demás funciona, y las terminales abren a quien ya conocen. Esas huellas no se mandan a ninguna terminal, esos canales no envían, y esos certificados no firman.',
  )
  log(
    `Vuelve a poner la de antes (cada copia la lleva, salvo si era BIOMETRICS_KEY) e inicia otra vez.${config.DATABASE_URL ? ' Con varios servidores, BIOMETRICS_KEY es la misma en todos.' : ''} ${isMissing ? 'Si se perdió, pon una BIOMETRICS_KEY nueva: después' : 'Si se perdió,'} se escriben otra vez las contraseñas de los canales, se suben otra vez los certificados de firma y se registran otra vez las huellas.`,
  )
}
