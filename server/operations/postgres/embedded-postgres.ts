import type { ChildProcess } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { constants, setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { reindexAfterCollationChange } from '../../platform/db/collation.ts'
import { getErrorCode, makeDiskFullError } from '../../platform/files/file-errors.ts'
import { makePrivateFolder, readFileIfPresent } from '../../platform/files/files.ts'
import { readFreeSpace } from '../../platform/files/free-space.ts'
import { StartRefusal } from '../../platform/start-refusal.ts'
import { locateBinaries, type PostgresBinaries } from './binaries.ts'
import { lockDataFolder } from './data-folder-lock.ts'
import { ensureDatabasePassword, readPassword } from './database-password.ts'
import { ensureCluster } from './init-cluster.ts'
import {
  changeOwnerToPostgres,
  chooseLauncher,
  launchPostgres,
  type PostgresLauncher,
  requireOwnedPath,
  requireReachableFiles,
} from './launch-postgres.ts'
import { stopOrphanPostgres, stopWindowsCluster } from './orphan-postgres.ts'
import { openServerLog } from './server-log.ts'
import { waitUntilReady } from './wait-until-ready.ts'

interface Endpoint {
  host: string
  port: number
  settings: Record<string, string>
  /** True if every user of the machine can connect, so that a password is needed. */
  isOpen: boolean
  remove(): void
}

/** Creates a folder with a random name, because another user could create a predictable one in a shared folder. */
function makeShortFolder(fits: (folder: string) => boolean): string {
  const parent = [tmpdir(), '/tmp'].find((path) => fits(join(path, 'torniquete-XXXXXX')))
  if (!parent) throw new StartRefusal(`La carpeta temporal ${tmpdir()} tiene un nombre demasiado largo.`)
  return mkdtempSync(join(parent, 'torniquete-'))
}

const PORT = 5432

/** Chooses a socket in a folder that only its owner may enter, so PostgreSQL's method `trust` is safe. */
async function chooseEndpoint(
  dataDir: string,
  launcher: PostgresLauncher,
  platform: NodeJS.Platform,
): Promise<Endpoint> {
  if (platform === 'win32') return loopbackEndpoint()
  const folder = join(dataDir, 'socket')
  // The path in sockaddr_un has 108 bytes including the final zero, and 104 on macOS.
  const maxPathBytes = process.platform === 'darwin' ? 103 : 107
  const fits = (path: string) => Buffer.byteLength(join(path, `.s.PGSQL.${PORT}`)) <= maxPathBytes
  const host = fits(folder) ? folder : makeShortFolder(fits)
  if (host === folder) mkdirSync(folder, { recursive: true, mode: 0o700 })
  changeOwnerToPostgres(launcher, host)
  // Quoted, because the setting is a list separated by commas.
  const unix_socket_directories = `"${host.replaceAll('"', '""')}"`
  const settings = { listen_addresses: '', unix_socket_directories, port: String(PORT) }
  return { host, port: PORT, settings, isOpen: false, remove: () => rmSync(host, { recursive: true, force: true }) }
}

/** On Windows PostgreSQL listens on a port, because Node cannot connect to a socket file there. */
async function loopbackEndpoint(): Promise<Endpoint> {
  const host = '127.0.0.1'
  const port = await freePort(host)
  const settings = { listen_addresses: host, unix_socket_directories: '', port: String(port) }
  return { host, port, settings, isOpen: true, remove: () => {} }
}

function freePort(host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, host, () => {
      const address = probe.address()
      const port = typeof address === 'object' && address ? address.port : PORT
      probe.close(() => resolve(port))
    })
  })
}

/** Settings for a PC with two cores and 4 GB that also runs the browser. Commits are durable. */
export const makeDefaultSettings = (platform = process.platform): Record<string, string> => ({
  shared_buffers: '128MB',
  effective_cache_size: '1GB',
  max_connections: '60',
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  wal_compression: 'on',
  random_page_cost: '1.1',
  jit: 'off',
  shared_preload_libraries: '',
  // Always UTC, so that code which forgets the gym's time zone is wrong on every machine alike.
  timezone: 'UTC',
  log_line_prefix: '%m [%p] ',
  // On macOS other sync methods leave data in the disk's cache.
  ...(platform === 'darwin' && { wal_sync_method: 'fsync_writethrough' }),
})

interface EmbeddedPostgresOptions {
  /** Folder for `postgres/`, `socket/`, `postgres.log` and `torniquete.lock`; created if missing. */
  dataDir: string
  settings?: Record<string, string>
  log?: (line: string) => void
  lowPriority?: boolean
  /** Called while PostgreSQL starts, for work that can run in parallel. */
  onStarting?: () => unknown
  /** Platform that decides between a socket and a port. */
  platform?: NodeJS.Platform
}

type EmbeddedPostgresExit = { code: number | null; signal: NodeJS.Signals | null }

export interface EmbeddedPostgres {
  /** Connection settings; `host` is the folder of the socket (on Windows: 127.0.0.1, with a password). */
  connection: { host: string; port: number; user: 'postgres'; database: 'postgres'; password?: string }
  /** Stops PostgreSQL and rolls back open transactions. Resolves when the data folder is free. */
  stop(): Promise<void>
  /** Resolves when PostgreSQL has ended for any reason and the data folder is free. */
  exited: Promise<EmbeddedPostgresExit>
}

/** @throws DataFolderInUseError, or StartRefusal with a message for the operator */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const log = options.log ?? (() => {})
  const dataDir = ensureFolder(options.dataDir)
  requireOwnedPath(join(dataDir, 'postgres'))
  const releases = [lockDataFolder(dataDir).release]
  const releaseAll = () => {
    for (const release of releases.splice(0).reverse()) release()
  }
  try {
    const cluster = join(dataDir, 'postgres')
    const binaries = locateBinaries()
    const launcher = chooseLauncher()
    requireReachableFiles(launcher, dataDir, binaries.postgres)
    await stopOrphanPostgres(cluster, binaries, log)
    await ensureCluster(dataDir, binaries, launcher)
    const endpoint = await chooseEndpoint(dataDir, launcher, options.platform ?? process.platform)
    releases.push(endpoint.remove)
    const closed = endpoint.isOpen ? await ensureDatabasePassword(dataDir, { binaries, launcher }) : null
    const { descriptor, lastLines, close } = openServerLog(join(dataDir, 'postgres.log'))
    releases.push(close)

    const settings = { ...makeDefaultSettings(), ...options.settings, ...endpoint.settings, ...closed?.settings }
    const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    const parameters = ['-D', cluster, ...flags]
    const postmaster = launchPostgres(launcher, binaries.postgres, parameters, ['ignore', descriptor, descriptor])
    if (options.lowPriority) lowerPriority(postmaster)
    options.onStarting?.()
    const exited = toExit(postmaster).finally(releaseAll)
    const stop = () => stopPostmaster(postmaster, cluster, binaries, exited)
    const connection: EmbeddedPostgres['connection'] = {
      ...{ host: endpoint.host, port: endpoint.port, user: 'postgres', database: 'postgres' },
      ...(closed && { password: closed.password }),
    }
    const settled = waitUntilReady({ connection, exited, lastLines, log }).then(() => renewSorting(connection, log))
    await settled.catch(async (error: unknown) => {
      await stop()
      // Recovery needs room for two 16 MB segments of WAL.
      throw (await readFreeSpace(dataDir)) < 32 * 2 ** 20 ? makeDiskFullError(dataDir) : error
    })
    return { connection, stop, exited }
  } catch (error) {
    releaseAll()
    throw error
  }
}

/** Creates the folder and returns its real path, which the kernel reports for a process. */
function ensureFolder(dataDir: string): string {
  try {
    makePrivateFolder(dataDir)
    return realpathSync(dataDir)
  } catch (error) {
    throw new StartRefusal(`No se puede crear la carpeta de datos ${dataDir} (${getErrorCode(error)}).`)
  }
}

function lowerPriority({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_LOW)
  } catch {
    // The process has already ended; `ready` reports that.
  }
}

function toExit(postmaster: ChildProcess): Promise<EmbeddedPostgresExit> {
  // On systems whose kernel cannot do it, this stops PostgreSQL when the server process exits.
  const takeAlong = () => postmaster.kill('SIGINT')
  process.once('exit', takeAlong)
  return new Promise((resolve) => {
    const ended = (code: number | null, signal: NodeJS.Signals | null) => {
      process.off('exit', takeAlong)
      resolve({ code, signal })
    }
    postmaster.once('exit', ended)
    postmaster.once('error', () => ended(null, null))
  })
}

async function stopPostmaster(
  postmaster: ChildProcess,
  cluster: string,
  binaries: PostgresBinaries,
  exited: Promise<EmbeddedPostgresExit>,
): Promise<void> {
  if (process.platform === 'win32') stopWindowsCluster(cluster, binaries)
  else postmaster.kill('SIGINT')
  const impatience = setTimeout(() => postmaster.kill('SIGQUIT'), 60_000)
  // SIGQUIT ends all backends within 15 seconds; a process suspended by SIGSTOP reacts to SIGKILL only.
  const despair = setTimeout(() => postmaster.kill('SIGKILL'), 75_000)
  await exited
  clearTimeout(impatience)
  clearTimeout(despair)
}

async function renewSorting(connection: EmbeddedPostgres['connection'], log: (line: string) => void): Promise<void> {
  const client = new pg.Client(connection)
  client.on('error', () => {})
  await client.connect()
  try {
    await reindexAfterCollationChange(client, log)
  } finally {
    await client.end()
  }
}

/** Returns the connection of a PostgreSQL that another process runs on the data folder; null if none runs. */
export function findRunningConnection(dataDir: string): EmbeddedPostgres['connection'] | null {
  // Lines 4 to 6 of postmaster.pid are port, socket folder and address.
  const [, , , port, folder, address] = (readFileIfPresent(join(dataDir, 'postgres/postmaster.pid')) ?? '').split('\n')
  const host = folder || address
  if (!host || !port) return null
  const password = folder ? null : readPassword(dataDir)
  return { host, port: Number(port), user: 'postgres', database: 'postgres', ...(password && { password }) }
}
