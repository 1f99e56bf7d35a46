import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Config, makeDataFolder } from '../config.ts'
import { startEmbeddedPostgres } from '../db/embedded/embedded-postgres.ts'
import { DataFolderInUse, errorCode } from '../db/embedded/errors.ts'
import { connectionOfRunning } from '../db/embedded/running.ts'
import { openImages } from '../image-stores.ts'
import { Refused } from '../refused.ts'
import { writeBackup } from './back-up.ts'
import { besideTheTill } from './pace.ts'
import { restoreInto } from './restore.ts'
import { requireNoneUnfinished, requireStarted } from './restored-mark.ts'
import { isAbout } from './trouble.ts'
import { warningsOf } from './warnings.ts'

/** Answers what to tell. Beside a running server by its database, else by one that is started for it. */
export async function backUp(config: Config, file: string, signal?: AbortSignal): Promise<string[]> {
  const { dataDir, bucket, DATABASE_URL, BACKUP_KEY } = config
  if (DATABASE_URL)
    throw new Refused(
      `Con DATABASE_URL la copia es la de su PostgreSQL (pgBackRest, por ejemplo); las imágenes de ${bucket ? 'S3_BUCKET' : 'DATA_DIR'} y la clave de sesión de DATA_DIR se copian aparte.`,
    )
  await requireNoneUnfinished(dataDir)
  requireStarted(dataDir)
  if (!existsSync(join(dataDir, 'postgres'))) throw new Refused(`En ${dataDir} no hay nada que copiar (DATA_DIR).`)
  const begun = performance.now()
  const images = openImages(config)
  const { address, rate, stop } = await reach(dataDir)
  try {
    const log = (what: string, error: unknown) => console.error(what, error)
    const source = { dataDir, address, images, rate, log }
    const written = await writeBackup(source, file, BACKUP_KEY, { signal }).catch((error) => refuseFile(error, file))
    const { manifest, bytes } = written
    const seconds = ((performance.now() - begun) / 1000).toFixed(1)
    const megabytes = (bytes / 1e6).toFixed(1)
    return [
      `Copia terminada: ${written.file}`,
      ...warningsOf(manifest),
      ...(written.file === file ? [] : [`${file} es de antes y sigue como estaba.`]),
      `${megabytes} MB en ${seconds} s, con ${manifest.parts.images.files} imágenes, ${BACKUP_KEY ? 'cifrada con BACKUP_KEY' : 'sin cifrar (BACKUP_KEY)'}.`,
    ]
  } finally {
    images.close()
    await stop()
  }
}

async function reach(dataDir: string) {
  try {
    const { connection, stop } = await startEmbeddedPostgres({ dataDir })
    return { address: connection, rate: undefined, stop }
  } catch (error) {
    const running = error instanceof DataFolderInUse && connectionOfRunning(dataDir)
    if (!running) throw error
    return { address: running, rate: besideTheTill, stop: async () => {} }
  }
}

const full = 'ENOSPC'
const reasons = new Map([
  [full, 'no queda espacio en el disco'],
  ['ENOENT', 'la carpeta no existe'],
  ['EACCES', 'este usuario no puede escribir ahí'],
  ['EPERM', 'este usuario no puede escribir ahí'],
  ['EROFS', 'el disco es de solo lectura'],
  ['EISDIR', 'es una carpeta'],
])

function refuseFile(error: unknown, file: string): never {
  const code = errorCode(error) ?? ''
  const reason = reasons.get(code)
  // What is copied may be forbidden too, or gone.
  if (reason && (code === full || isAbout(error, dirname(file))))
    throw new Refused(`No se puede escribir ${file}: ${reason}.`)
  throw error
}

/** Answers what to tell. */
export async function restore(config: Config, file: string): Promise<string[]> {
  const { dataDir, DATABASE_URL, BACKUP_KEY } = config
  if (DATABASE_URL)
    throw new Refused('Una copia se restaura en la base de datos incluida: quita DATABASE_URL e indica DATA_DIR.')
  makeDataFolder(config)
  const manifest = await restoreInto(dataDir, file, BACKUP_KEY)
  const { parts } = manifest
  const madeAt = new Date(manifest.made_at).toLocaleString('es')
  return [
    `Restaurado en ${dataDir} lo que había el ${madeAt}, con ${parts.images.files} imágenes. Puede faltar lo de después.`,
    ...warningsOf(manifest),
    ...(config.bucket ? ['Las imágenes suben a S3_BUCKET al iniciar.'] : []),
    'Inicia con npm start: se compara quién está en cada terminal, y nadie sigue con la sesión abierta.',
    'Las copias de antes ya no se cuentan ni se borran solas: quita de BACKUP_DIR las que sobren.',
  ]
}
