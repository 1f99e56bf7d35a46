import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Config, makeDataFolder, WrongSetting } from '../config.ts'
import { Cluster, databaseAt } from '../db/cluster.ts'
import type { DatabaseAddress } from '../db/connection.ts'
import { startEmbeddedPostgres } from '../db/embedded/embedded-postgres.ts'
import { DataFolderInUse, errorCode } from '../db/embedded/errors.ts'
import { requireOwnFolder } from '../db/embedded/launch.ts'
import { takeOwnerLock } from '../db/embedded/owner-lock.ts'
import { connectionOfRunning } from '../db/embedded/running.ts'
import { isConnectionRefusal } from '../db/transaction.ts'
import { Refused } from '../refused.ts'
import type { ImageStore } from '../storage/file-store.ts'
import { openImages } from '../storage/image-stores.ts'
import { type WrittenArchive, writeArchive, writeBackup } from './back-up.ts'
import { exportOf } from './export-archive.ts'
import { isInBucket, withCopyInBucket } from './from-bucket.ts'
import { importIntoDatabase } from './import.ts'
import { importGym } from './import-gym.ts'
import { keyWarnings } from './key-warnings.ts'
import type { ArchiveInfo, Head } from './manifest.ts'
import { kindOf } from './open-archive.ts'
import { restoreCopy, restoreInto } from './restore.ts'
import { finishExternalRestore } from './restored-database.ts'
import { requireNoneUnfinished, requireStarted } from './restored-mark.ts'
import { requireReserve } from './space.ts'
import { backgroundBytesPerSecond } from './throttle.ts'
import { isAbout } from './trouble.ts'
import { warningsOf } from './warnings.ts'

const log = (what: string, error: unknown) => console.error(what, error)

/** Answers what to tell. Beside a running server by its database, else by one that is started for it. */
export async function backUp(config: Config, file: string, signal?: AbortSignal): Promise<string[]> {
  if (config.DATABASE_URL)
    return [
      'Con DATABASE_URL la copia es una exportación: las filas de la base de datos y las imágenes (npm run export).',
      ...(await exportTo(config, file, signal)),
    ]
  const { dataDir, BACKUP_KEY } = config
  return withReached(config, async ({ address, images, ours }) => {
    const begun = performance.now()
    const source = { dataDir, address, images, log, rate: rateOf(ours) }
    const written = await writeBackup(source, file, BACKUP_KEY, { signal }).catch((error) => refuseFile(error, file))
    return summaryOf('Copia terminada', written, { file, config, begun })
  })
}

/** Answers what to tell. The same for every database, and for every platform and version of PostgreSQL. */
export const exportTo = (config: Config, file: string, signal?: AbortSignal, gym?: number): Promise<string[]> =>
  withReached(config, async ({ address, images, ours }) => {
    const begun = performance.now()
    const { dataDir, BACKUP_KEY } = config
    const source = { images, address, log, gym }
    const folders = 'connectionString' in address ? [] : [dataDir]
    const written = await writeArchive(
      (ended) => exportOf(source, ended),
      (folder) => requireReserve([folder, ...folders]),
      file,
      BACKUP_KEY,
      { signal, rate: rateOf(ours) },
    ).catch((error) => refuseFile(error, file))
    const rows = written.manifest.tables.reduce((sum, table) => sum + table.rows, 0)
    return summaryOf('Exportación terminada', written, { file, config, begun, rows })
  })

const rateOf = (ours: boolean) => (ours ? undefined : backgroundBytesPerSecond)

interface Making {
  file: string
  config: Config
  /** When it began, as `performance` says. */
  begun: number
  rows?: number
}

function summaryOf(
  title: string,
  written: WrittenArchive<ArchiveInfo>,
  { file, config, begun, rows }: Making,
): string[] {
  const { manifest, bytes } = written
  const seconds = ((performance.now() - begun) / 1000).toFixed(1)
  const megabytes = (bytes / 1e6).toFixed(1)
  const what = `${rows === undefined ? '' : `${rows} filas y `}${manifest.parts.images.files} imágenes`
  return [
    `${title}: ${written.file}`,
    ...warningsOf(manifest),
    ...(written.file === file ? [] : [`${file} es de antes y sigue como estaba.`]),
    `${megabytes} MB en ${seconds} s, con ${what}, ${config.BACKUP_KEY ? 'cifrada con BACKUP_KEY' : 'sin cifrar (BACKUP_KEY)'}.`,
  ]
}

/** `ours`: nobody else is at work in it, so that there is nobody to be slowed down. */
type ReachedDatabase = { address: DatabaseAddress; ours: boolean }
type Reached = ReachedDatabase & { images: ImageStore }

/** Works with the database that the settings name, whether a server runs or not. */
async function withReached<Result>(config: Config, work: (reached: Reached) => Promise<Result>): Promise<Result> {
  const images = openImages(config)
  try {
    return await withReachedDatabase(config, (reached) => work({ ...reached, images }))
  } finally {
    images.close()
  }
}

async function withReachedDatabase<Result>(
  { dataDir, DATABASE_URL }: Config,
  work: (reached: ReachedDatabase) => Promise<Result>,
): Promise<Result> {
  // What is removed meanwhile is put aside in it.
  requireOwnFolder(dataDir)
  if (DATABASE_URL) return withDatabaseAt(DATABASE_URL, (address) => work({ address, ours: false }))
  await requireNoneUnfinished(dataDir)
  requireStarted(dataDir)
  if (!existsSync(join(dataDir, 'postgres'))) throw new Refused(`En ${dataDir} no hay nada que copiar (DATA_DIR).`)
  const { stop, ...reached } = await reach(dataDir)
  try {
    return await work(reached)
  } finally {
    await stop()
  }
}

/** Of several servers the one that takes writes now. */
async function withDatabaseAt<Result>(
  url: string,
  work: (address: { connectionString: string }) => Promise<Result>,
): Promise<Result> {
  const address = databaseAt(url)
  try {
    if (address instanceof Cluster) await address.find()
    return await work({ connectionString: address.connectionString })
  } catch (error) {
    return refuseAddress(error)
  } finally {
    if (address instanceof Cluster) address.close()
  }
}

async function reach(dataDir: string): Promise<ReachedDatabase & { stop: () => Promise<void> }> {
  try {
    const { connection, stop } = await startEmbeddedPostgres({ dataDir })
    return { address: connection, ours: true, stop }
  } catch (error) {
    const running = error instanceof DataFolderInUse && connectionOfRunning(dataDir)
    if (!running) throw error
    return { address: running, ours: false, stop: async () => {} }
  }
}

function refuseAddress(error: unknown): never {
  throw isConnectionRefusal(error) ? new WrongSetting(`DATABASE_URL: ${error.message}`) : error
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

/** Answers what to tell. Of a copy, one in the bucket (`s3:NAME`), or an export; `until`: as all was at that moment. */
export async function restore(config: Config, file: string, until?: Date): Promise<string[]> {
  const { dataDir, DATABASE_URL, BACKUP_KEY } = config
  if (isInBucket(file)) return restoreFromBucket(config, file, until)
  makeDataFolder(config)
  // A restore that was cut off is ended whichever file is named.
  const kind = await kindOf(file, BACKUP_KEY).catch((error) => {
    if (DATABASE_URL) throw error
    return 'copy'
  })
  if (until && (DATABASE_URL || kind !== 'copy'))
    throw new Refused(
      DATABASE_URL
        ? 'Con DATABASE_URL, --until no vale: a un momento la lleva lo que copia esa base de datos (pgBackRest).'
        : `--until es de una copia, y ${file} es una exportación: tiene lo que había cuando se hizo, y nada de después.`,
    )
  if (kind === 'gym') return addGym(config, file)
  if (DATABASE_URL && kind === 'copy') throw new Refused(ofTheEmbedded)
  if (DATABASE_URL) return fillDatabase(config, DATABASE_URL, file)
  const told = await restoreInto(dataDir, file, BACKUP_KEY, { until, begun: warnOfKeys(config) })
  return restoredLines(config, told, `en ${dataDir}`, [
    ...(until ? wordsOfMoment(config, new Date(told.made_at), until) : []),
    afterwards,
    'Las copias de antes ya no se cuentan ni se borran solas: quita de BACKUP_DIR las que sobren.',
  ])
}

const ofTheEmbedded =
  'Esa copia tiene los archivos de la base de datos incluida, y solo se restaura en ella: quita DATABASE_URL e indica DATA_DIR. De ahí a otra se va con npm run export.'
const afterwards = 'Inicia con npm start: se compara quién está en cada terminal, y nadie sigue con la sesión abierta.'

async function restoreFromBucket(config: Config, asked: string, until: Date | undefined): Promise<string[]> {
  const { dataDir, DATABASE_URL, BACKUP_KEY } = config
  if (DATABASE_URL) throw new Refused(ofTheEmbedded)
  if (until)
    throw new Refused(
      '--until no vale con s3: en el bucket están las copias, y no lo que se archiva entre una y otra (la carpeta torniquete-….wal de BACKUP_DIR).',
    )
  makeDataFolder(config)
  return withCopyInBucket(config, asked, async (copy) => {
    console.error(`Se restaura ${copy.name} (${(copy.bytes / 1e6).toFixed(1)} MB).`)
    // Of a newer version it says so, and is not taken for damaged.
    await kindOf(copy, BACKUP_KEY)
    const told = await restoreCopy(dataDir, copy, BACKUP_KEY, {
      begun: warnOfKeys(config),
      withdrawn: copy.withdrawn,
    })
    return restoredLines(config, told, `en ${dataDir}`, [
      afterwards,
      'Las copias de antes ya no se cuentan ni se borran solas: quita del bucket las que sobren.',
    ])
  })
}

function wordsOfMoment({ bucket }: Config, reached: Date, until: Date): string[] {
  const short = `ATENCIÓN: lo archivado llega hasta ahí, y no hasta el ${until.toLocaleString('es')}.`
  return [
    ...(reached < until ? [short] : []),
    ...(bucket ? [] : ['Las imágenes son las de la copia: las que se subieron después no están.']),
  ]
}

/** Answers what to tell. Of an export alone. */
export async function importFrom(config: Config, file: string): Promise<string[]> {
  if ((await kindOf(file, config.BACKUP_KEY)) === 'copy')
    throw new Refused(`${file} es una copia y no una exportación: npm run restore -- ${file}`)
  return restore(config, file)
}

/** Answers what to tell. Of an external database that whoever keeps it restored, to that moment or as far as they could. */
export async function afterExternalRestore(config: Config, moment?: Date): Promise<string[]> {
  const { DATABASE_URL, CLOCK_IS_RIGHT } = config
  if (!DATABASE_URL)
    throw new Refused(
      'npm run restored es para una base de datos externa (DATABASE_URL): con la incluida, npm run restore ya lo deja dicho.',
    )
  if (moment && moment > new Date() && !CLOCK_IS_RIGHT)
    throw new Refused(`Ese momento no ha llegado: el reloj del equipo dice ${new Date().toLocaleString('es')}.`)
  makeDataFolder(config)
  const { made_at } = await withNobodyElse(config, (address) => finishExternalRestore(config, address, moment))
  return [
    `La base de datos sigue desde lo que había el ${new Date(made_at).toLocaleString('es')}: los números van 1,000 más adelante, todos vuelven a entrar y las terminales dicen de nuevo a quién tienen.`,
    'Los mensajes que ya tocaban no salen solos: están en la bandeja como fallidos.',
    'Las imágenes son las de ahora: las que se borraron después de ese momento no están.',
    'Inicia con npm start.',
  ]
}

async function addGym(config: Config, file: string): Promise<string[]> {
  const { dataDir, DATABASE_URL } = config
  const { manifest, name, gym } = await withNobodyElse(config, (address) => importGym(config, address, file))
  return restoredLines(config, manifest, DATABASE_URL ? 'en la base de datos de DATABASE_URL' : `en ${dataDir}`, [
    `Es el gimnasio ${name}, aquí con el número ${gym.to}. En el lado del que viene sigue como estaba: bórralo ahí.`,
    'Inicia con npm start: sus terminales dicen de nuevo a quién tienen, y su gente vuelve a entrar.',
  ])
}

/** As long as it lasts no server can start on the data folder. */
async function withNobodyElse<Result>(
  { dataDir, DATABASE_URL }: Config,
  work: (address: DatabaseAddress) => Promise<Result>,
): Promise<Result> {
  requireOwnFolder(dataDir)
  if (DATABASE_URL) {
    const lock = await takeOwnerLock(dataDir)
    return withDatabaseAt(DATABASE_URL, work).finally(lock.release)
  }
  await requireNoneUnfinished(dataDir)
  requireStarted(dataDir)
  const { connection, stop } = await startEmbeddedPostgres({ dataDir })
  return work(connection).finally(stop)
}

async function fillDatabase(config: Config, url: string, file: string): Promise<string[]> {
  requireOwnFolder(config.dataDir)
  const told = await withDatabaseAt(url, (address) => importIntoDatabase(config, address, file))
  return restoredLines(config, told, 'en la base de datos de DATABASE_URL', [
    'Inicia con npm start: cada terminal dice de nuevo a quién tiene, y todos vuelven a entrar.',
  ])
}

const warnOfKeys = (config: Config) => (head: Head) => {
  for (const line of keyWarnings(config, head)) console.error(line)
}

function restoredLines(
  config: Config,
  manifest: ArchiveInfo & Pick<Head, 'keys'>,
  where: string,
  more: string[],
): string[] {
  const madeAt = new Date(manifest.made_at).toLocaleString('es')
  return [
    `Restaurado ${where} lo que había el ${madeAt}, con ${manifest.parts.images.files} imágenes. Puede faltar lo de después.`,
    ...warningsOf(manifest),
    ...keyWarnings(config, manifest),
    ...(config.bucket ? ['Las imágenes suben a S3_BUCKET al iniciar.'] : []),
    ...more,
  ]
}
