// Commands `backup`, `restore` and `restored`. Each returns the lines to print.
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Config, makeDataFolder } from '../../config.ts'
import type { DatabaseAddress } from '../../platform/db/connection.ts'
import { isConnectionRefusedError } from '../../platform/db/transaction.ts'
import { DataFolderInUseError } from '../../platform/files/file-errors.ts'
import { StartRefusal } from '../../platform/start-refusal.ts'
import { openImageStore } from '../../platform/storage/image-stores.ts'
import { lockDataFolder } from '../postgres/data-folder-lock.ts'
import { findRunningConnection, startEmbeddedPostgres } from '../postgres/embedded-postgres.ts'
import { requireOwnedFolder } from '../postgres/launch-postgres.ts'
import { makeRestoreTimes } from './after-restore.ts'
import type { Manifest } from './archive-format.ts'
import { verifyArchive } from './archive-reader.ts'
import { writeArchive } from './archive-writer.ts'
import { requireDiskReserve } from './disk-space.ts'
import { runWithLocalArchive } from './download-archive.ts'
import { importGym, requireSameMigrations } from './import-gym.ts'
import {
  requireNoUnfinishedRestore,
  requireRestorableFolder,
  restoreIntoDatabase,
  restoreIntoFolder,
  type VerifiedArchive,
} from './restore-archive.ts'
import { finishExternalRestore } from './restored-database.ts'
import { backgroundBytesPerSecond } from './throttle-stream.ts'

/** Backs up the database of a running server, or starts the database for the backup. `gym` limits it to one gym. */
export async function backUp(config: Config, file: string, signal?: AbortSignal, gym?: number): Promise<string[]> {
  const { dataDir, DATABASE_URL, SESSION_SECRET, BACKUP_KEY } = config
  const images = openImageStore(config)
  try {
    return await withSource(config, async ({ address, isRunning }) => {
      const begun = performance.now()
      const folders = [dirname(file), ...(DATABASE_URL ? [] : [dataDir])]
      const source = { address, images, dataDir, sessionSecret: SESSION_SECRET, gym }
      const { manifest, bytes } = await writeArchive(source, file, {
        phrase: BACKUP_KEY,
        signal,
        rate: isRunning ? backgroundBytesPerSecond : undefined,
        requireRoom: () => requireDiskReserve(folders),
      })
      const seconds = (performance.now() - begun) / 1000
      const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
      return [
        `Copia terminada: ${file}`,
        ...describeWarnings(manifest),
        `${(bytes / 1e6).toFixed(1)} MB en ${seconds.toFixed(1)} s, con ${rows} filas y ${manifest.files.images} imágenes, ${BACKUP_KEY === undefined ? 'sin cifrar (BACKUP_KEY)' : 'cifrada con BACKUP_KEY'}.`,
      ]
    })
  } finally {
    images.close()
  }
}

function describeWarnings({ unread = [], gym }: Manifest): string[] {
  const lines: string[] = []
  if (unread.length > 0) lines.push(`ATENCIÓN: faltan imágenes que no se pudieron leer: ${listPlaces(unread)}.`)
  if (gym)
    lines.push(
      `ATENCIÓN: la copia de un solo gimnasio no lleva lo cifrado (huellas, rostros y canales de mensajes): solo lo abre la clave de su instalación. Donde se restaure se escriben los canales y se registran las huellas otra vez.`,
    )
  return lines
}

function listPlaces(places: string[]): string {
  const [first, ...others] = places.map((place) => (place === '' ? 'las de S3_BUCKET' : `images/${place}`))
  return `${first}${others.length > 0 ? ` y ${others.length} más` : ''}`
}

/** `isRunning` is true if another process may be using the database. */
type Source = { address: DatabaseAddress; isRunning: boolean }

async function withSource<Result>(config: Config, work: (source: Source) => Promise<Result>): Promise<Result> {
  const { dataDir, DATABASE_URL } = config
  requireOwnedFolder(dataDir)
  if (DATABASE_URL) return withExternal(DATABASE_URL, (address) => work({ address, isRunning: true }))
  requireNoUnfinishedRestore(dataDir)
  if (!existsSync(join(dataDir, 'postgres'))) throw new StartRefusal(`En ${dataDir} no hay nada que copiar (DATA_DIR).`)
  try {
    const { connection, stop } = await startEmbeddedPostgres({ dataDir })
    return await work({ address: connection, isRunning: false }).finally(stop)
  } catch (error) {
    const running = error instanceof DataFolderInUseError && findRunningConnection(dataDir)
    if (!running) throw error
    return work({ address: running, isRunning: true })
  }
}

async function withExternal<Result>(url: string, work: (address: { connectionString: string }) => Promise<Result>) {
  try {
    return await work({ connectionString: url })
  } catch (error) {
    throw isConnectionRefusedError(error) ? new StartRefusal(`DATABASE_URL: ${error.message}`) : error
  }
}

/** Restores into an empty data folder or an empty external database. The archive of one gym can be added to any. */
export const restoreFromArchive = (config: Config, file: string): Promise<string[]> =>
  runWithLocalArchive(config, file, (path) => restoreFile(config, path))

async function restoreFile(config: Config, file: string): Promise<string[]> {
  const { dataDir, DATABASE_URL, BACKUP_KEY: phrase, CLOCK_IS_RIGHT, bucket } = config
  const manifest = await verifyArchive(file, { phrase })
  const instants = makeRestoreTimes(manifest.made_at, new Date(), CLOCK_IS_RIGHT)
  const archive: VerifiedArchive = { file, phrase, manifest }
  const lines: string[] = []
  if (manifest.gym) {
    requireSameMigrations(manifest)
    makeDataFolder(config)
    const gym = await withDatabaseAlone(config, (address) => importGym(dataDir, address, archive, instants))
    lines.push(
      `Es el gimnasio ${manifest.gym.name}, aquí con el número ${gym.to}. En el lado del que viene sigue como estaba: bórralo ahí.`,
    )
  } else if (DATABASE_URL)
    await withExternal(DATABASE_URL, (address) => restoreIntoDatabase(config, address, archive, instants))
  else {
    requireRestorableFolder(dataDir)
    await restoreIntoFolder(dataDir, archive, instants)
  }
  return [
    `Restaurado ${DATABASE_URL ? 'en la base de datos de DATABASE_URL' : `en ${dataDir}`} lo que había el ${new Date(manifest.made_at).toLocaleString('es')}, con ${manifest.files.images} imágenes. Puede faltar lo de después.`,
    ...describeWarnings(manifest),
    ...(bucket ? ['Las imágenes suben a S3_BUCKET al iniciar.'] : []),
    ...lines,
    'Inicia con npm start: cada terminal envía de nuevo su lista de personas, y todos los usuarios tendrán que iniciar sesión de nuevo.',
  ]
}

/** Takes the data folder's lock while `work` runs, so that no server starts on the folder. */
async function withDatabaseAlone<Result>(
  { dataDir, DATABASE_URL }: Config,
  work: (address: DatabaseAddress) => Promise<Result>,
): Promise<Result> {
  requireOwnedFolder(dataDir)
  if (DATABASE_URL) {
    const lock = lockDataFolder(dataDir)
    return withExternal(DATABASE_URL, work).finally(lock.release)
  }
  requireNoUnfinishedRestore(dataDir)
  const { connection, stop } = await startEmbeddedPostgres({ dataDir })
  return work(connection).finally(stop)
}

/** Adjusts an external database that its own tools restored, to `moment` if given. */
export async function finishRestoredDatabase(config: Config, moment?: Date): Promise<string[]> {
  if (!config.DATABASE_URL)
    throw new StartRefusal(
      'npm run restored es para una base de datos externa (DATABASE_URL): con la incluida, npm run restore ya lo deja dicho.',
    )
  if (moment && moment > new Date() && !config.CLOCK_IS_RIGHT)
    throw new StartRefusal(`Ese momento no ha llegado: el reloj del equipo dice ${new Date().toLocaleString('es')}.`)
  makeDataFolder(config)
  const { made_at } = await withDatabaseAlone(config, (address) => finishExternalRestore(config, address, moment))
  return [
    `La base de datos sigue desde lo que había el ${new Date(made_at).toLocaleString('es')}: los números van 1,000 más adelante, todos los usuarios tendrán que iniciar sesión de nuevo y las terminales envían de nuevo su lista de personas.`,
    'Los mensajes que ya tocaban no salen solos: están en la bandeja como fallidos.',
    'Las imágenes son las de ahora: las que se borraron después de ese momento no están.',
    'Inicia con npm start.',
  ]
}
