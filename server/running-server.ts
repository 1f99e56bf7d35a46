// A server with its database, from start to stop. SIGTERM and SIGINT finish requests in flight, close streams and stop
// the embedded database.

import type { FastifyInstance } from 'fastify'
import { ensureMasterUser } from './admin/gyms/ensure-master-user.ts'
import { endFirstLogin, renewFirstLoginLink } from './admin/session/first-login-link.ts'
import { areImagesInBucket, arePasswordsSentUnencrypted, type Config } from './config.ts'
import { requireNoUnfinishedRestore } from './operations/archive/restore-archive.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './operations/postgres/embedded-postgres.ts'
import { readInstallationId } from './operations/postgres/installation-id.ts'
import { loadSealers, logUnreadableSealedRows, type SealersByPurpose } from './platform/crypto/sealing-key.ts'
import type { DatabaseAddress } from './platform/db/connection.ts'
import { findConstraintErrorName } from './platform/db/constraints.ts'
import { type Database, type DatabaseOptions, openDatabase } from './platform/db/database.ts'
import { getSqlState, isConnectionRefusedError } from './platform/db/transaction.ts'
import { DiskWatch } from './platform/disk/disk-watch.ts'
import { listenOnPort } from './platform/http/door-port.ts'
import { getPort, listLanUrls } from './platform/http/lan-addresses.ts'
import { ChangeFeed } from './platform/live/change-feed.ts'
import { ServerRegistry } from './platform/live/server-registry.ts'
import { StartRefusal } from './platform/start-refusal.ts'
import { checkBucketSettings } from './platform/storage/image-stores.ts'

interface RunningServer {
  /** URL for this machine, such as `http://localhost:3000`. */
  address: string
  /** URLs for phones, other PCs and terminals on the network. */
  lan: string[]
  /** Password generated at the first start; null at later starts. */
  masterPassword: string | null
  /** True if passwords cross the network unencrypted. */
  plain: boolean
  /** Token of the master's first login link; null after the first login. */
  link: string | null
  /** URL for programs on this machine, such as `http://127.0.0.1:3000`. */
  loopback: string
  /** URLs of a separate port for terminals; null if there is none. */
  door: { loopback: string; lan: string[] } | null
  database: Database
  /** Registers a step that runs first when the server stops. */
  beforeStop(step: () => Promise<unknown>): void
  stop(): Promise<void>
}

const stopTimeoutMs = 15_000
const pollIntervalMs = 3_000
const restartLimit = 5
const restartWindow = 60_000

const log = (line: string) => console.error(line)

/** Imports the application while the database starts, since both take equally long. */
let loading: Promise<typeof import('./app.ts')> | undefined
function loadApp(): Promise<typeof import('./app.ts')> {
  loading ??= import('./app.ts')
  // A failed import is reported by the code that awaits it.
  loading.catch(() => {})
  return loading
}

const onSignals = (stop: () => Promise<void>) => (code: number) => {
  setTimeout(() => process.exit(1), stopTimeoutMs).unref()
  stop().then(
    () => process.exit(code),
    (error) => {
      console.error(error)
      process.exit(1)
    },
  )
}

export async function startServer(
  config: Config,
  { makesBackups = true, disk = new DiskWatch(config.dataDir, log) }: { makesBackups?: boolean; disk?: DiskWatch } = {},
): Promise<RunningServer> {
  const undo: (() => Promise<unknown>)[] = []
  const stop = runOnce(async () => {
    for (const step of undo.reverse()) await step()
  })
  const leave = onSignals(stop)
  process.on('SIGTERM', () => leave(0))
  process.on('SIGINT', () => leave(0))
  try {
    if (config.bucket) await checkBucketSettings(config.bucket, log)
    const address = config.DATABASE_URL
      ? { connectionString: config.DATABASE_URL }
      : await startEmbedded(config, undo, () => leave(1))
    const live = new ChangeFeed()
    await disk.begin()
    undo.push(async () => disk.end())
    // Disk space is not checked for an external database, nor for rows written during the start.
    let listening = false
    const requireRoom = config.DATABASE_URL ? undefined : () => listening && disk.requireRoom()
    const database = await openServersDatabase(config, address, live, requireRoom)
    undo.push(() => database.close())
    const masterPassword = await ensureMasterUser(database, config).catch((error) => refuseMaster(error, config))
    const sealing = await loadSealers(config, database)
    await logUnreadableSealedRows(database, sealing, log)
    const servers = await findOtherServers(config, database, sealing)
    undo.push(async () => servers?.close())
    const app = await (await loadApp()).createApp({
      config,
      database,
      live,
      disk,
      servers,
      sealing,
      pollIntervalMs,
      makesBackups: makesBackups && !config.DATABASE_URL,
    })
    undo.push(() => app.close())
    const place = { port: config.PORT, host: config.HOST }
    await app.listen(place).catch((error) => refuseListening(error, place, { port: 'PORT', host: 'HOST' }))
    listening = true
    const port = getPort(app.server)
    return {
      ...listReachable(config, port),
      door: await openDoorPort(app, config),
      masterPassword,
      // No login link is needed if MASTER_PASSWORD is set.
      link: await (config.MASTER_PASSWORD ? endFirstLogin : renewFirstLoginLink)(database, new Date()),
      database,
      beforeStop: (step) => undo.push(step),
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

async function openServersDatabase(
  config: Config,
  address: DatabaseAddress,
  live: ChangeFeed,
  requireRoom: DatabaseOptions['requireRoom'],
): Promise<Database> {
  const { DATABASE_URL, DATABASE_POOL } = config
  const options = { connections: DATABASE_POOL, log, requireRoom }
  return openDatabase(address, live, options).catch((error) => {
    if (!DATABASE_URL || !isConnectionRefusedError(error)) throw error
    // For a name with several addresses the error has a code but no message.
    throw new StartRefusal(`DATABASE_URL: ${error.message || getSqlState(error) || String(error)}`)
  })
}

/** The embedded database has exactly one server, because its folder is locked. */
async function findOtherServers(
  config: Config,
  database: Database,
  { biometrics: { keyName } }: SealersByPurpose,
): Promise<ServerRegistry | null> {
  if (!config.DATABASE_URL) return null
  const servers = new ServerRegistry(database, {
    installation: readInstallationId(config.dataDir),
    port: config.PORT,
    imagesAreShared: areImagesInBucket(config),
    keyName,
  })
  await servers.look()
  const { withOtherImages, withOtherKey } = servers
  if (withOtherKey.length > 0)
    log(
      `BIOMETRICS_KEY: no es la misma en ${withOtherKey.join(', ')}. Lo que un servidor cifra (huellas, rostros, contraseñas de los canales) no lo leen los demás: pon la misma en todos.`,
    )
  const [who, works] =
    withOtherImages.length === 1
      ? ['Otro servidor', 'trabaja']
      : [`Otros ${withOtherImages.length} servidores`, 'trabajan']
  if (withOtherImages.length > 0)
    log(
      `${who} (${withOtherImages.join(', ')}) ${works} con esta base de datos y las imágenes están en el DATA_DIR de cada uno: las que se suben en uno no se ven en los demás.`,
    )
  return servers
}

function refuseMaster(error: unknown, { MASTER_USERNAME }: Config): never {
  if (findConstraintErrorName(error) !== 'username.taken') throw error
  throw new StartRefusal(`MASTER_USERNAME: ${MASTER_USERNAME} ya es el usuario de un gimnasio`)
}

interface Place {
  port: number
  host: string
}

/** `named` contains the names of the variables that set port and host. */
function refuseListening(
  error: NodeJS.ErrnoException,
  { port, host }: Place,
  named: Record<keyof Place, string>,
): never {
  const { code = '' } = error
  if (code === 'EADDRINUSE') throw new StartRefusal(`${named.port}: el puerto ${port} ya está en uso`)
  if (code === 'EACCES') throw new StartRefusal(`${named.port}: este usuario no puede abrir el puerto ${port}`)
  if (['ENOTFOUND', 'EADDRNOTAVAIL', 'EAI_AGAIN'].includes(code))
    throw new StartRefusal(`${named.host}: ${host} no es una dirección de este equipo`)
  throw error
}

async function openDoorPort({ doorPort }: FastifyInstance, config: Config): Promise<RunningServer['door']> {
  const { door, DOOR_PORT, DOOR_HOST } = config
  if (!doorPort || !door) return null
  // If a terminals' variable is not set, the value comes from the main port's variable.
  const named = {
    port: DOOR_PORT === undefined ? 'DOOR_HOST' : 'DOOR_PORT',
    host: DOOR_HOST === undefined ? 'HOST' : 'DOOR_HOST',
  }
  const { port } = await listenOnPort(doorPort, door).catch((error) => refuseListening(error, door, named))
  const lan = listLanUrls(door.host, port)
  const isEverywhere = door.host === '0.0.0.0' || door.host === '::'
  const own = `http://${door.host.includes(':') ? `[${door.host}]` : door.host}:${port}`
  return isEverywhere ? { loopback: `http://127.0.0.1:${port}`, lan } : { loopback: own, lan: [own] }
}

async function startEmbedded(
  config: Config,
  undo: (() => Promise<unknown>)[],
  leave: () => void,
): Promise<DatabaseAddress> {
  let stopping = false
  let postgres: EmbeddedPostgres | undefined
  const restarts: number[] = []
  requireNoUnfinishedRestore(config.dataDir)
  const start = async (): Promise<EmbeddedPostgres> => {
    // Connections for API calls, plus a fixed number for jobs, backups and administration.
    const settings = { max_connections: String(42 + config.DATABASE_POOL) }
    const running = await startEmbeddedPostgres({ dataDir: config.dataDir, settings, log, onStarting: loadApp })
    postgres = running
    void running.exited.then(async () => {
      if (stopping) return
      restarts.push(performance.now())
      const recent = restarts.filter((time) => performance.now() - time < restartWindow)
      console.error('La base de datos se detuvo por sí sola; se inicia de nuevo.')
      if (recent.length > restartLimit) return leave()
      await start().catch((error) => {
        console.error(error)
        leave()
      })
    })
    return running
  }
  undo.push(() => {
    stopping = true
    return postgres?.stop() ?? Promise.resolve()
  })
  // This address stays valid when the database is restarted.
  return (await start()).connection
}

function listReachable(config: Config, port: number) {
  const { PUBLIC_URL, HOST, tls } = config
  const scheme = tls ? 'https' : 'http'
  return {
    address: PUBLIC_URL ?? `${scheme}://${HOST === '0.0.0.0' || HOST === '::' ? 'localhost' : HOST}:${port}`,
    loopback: `${scheme}://127.0.0.1:${port}`,
    // With TLS users open the certificate's name, not an IP address.
    lan: tls ? [] : listLanUrls(HOST, port),
    plain: arePasswordsSentUnencrypted(config),
  }
}

function runOnce<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<Result> | undefined
  return () => {
    running ??= work()
    return running
  }
}
