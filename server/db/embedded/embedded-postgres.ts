// The supervisor of the embedded PostgreSQL: one server a data folder, started and stopped with us.

import type { ChildProcess } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { locateBinaries, type PostgresBinaries } from './binaries.ts'
import { chooseEndpoint, type Endpoint } from './endpoint.ts'
import { EmbeddedPostgresError, errorCode } from './errors.ts'
import { makeOwnFolder } from './files.ts'
import { stopFormerPostmaster, stopOnWindows } from './former-postmaster.ts'
import { ensureCluster } from './init-cluster.ts'
import { assertReachable, chooseLauncher, type Launcher, launch, requireOwnUser } from './launch.ts'
import { type OwnerLock, takeOwnerLock } from './owner-lock.ts'
import { openServerLog, type ServerLog } from './server-log.ts'
import { defaultSettings } from './settings.ts'

interface EmbeddedPostgresOptions {
  /** Holds `postgres/`, `socket/`, `postgres.log` and `torniquete.lock`; made when it lacks. */
  dataDir: string
  /** PostgreSQL's own settings, over `defaultSettings`. */
  settings?: Record<string, string>
  log?: (line: string) => void
  /** Gives way to whatever else runs. */
  givesWay?: boolean
  /** It has to do again what was written since a copy: however long that takes. */
  recovers?: boolean
  /** Of the version that the folder is of, where that is not the one that came along: with settings of its own alone. */
  program?: PostgresBinaries
  /** Of the caller's, who keeps it. */
  lock?: OwnerLock
}

interface EmbeddedPostgresExit {
  code: number | null
  signal: NodeJS.Signals | null
}

export interface EmbeddedPostgres {
  /** `host` is the folder of the socket (on Windows: 127.0.0.1). */
  connection: { host: string; port: number; user: 'postgres'; database: 'postgres' }
  /** Open transactions are rolled back; resolves when the data folder is free. */
  stop(): Promise<void>
  /** Resolves when the server has ended, whoever ended it; by then the data folder is free. */
  exited: Promise<EmbeddedPostgresExit>
}

const READY_MS = 5 * 60_000
const FAST_SHUTDOWN_MS = 60_000

/** @throws DataFolderInUse, and EmbeddedPostgresError for all else that the person who starts it should read */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const log = options.log ?? (() => {})
  const dataDir = ensureFolder(options.dataDir)
  requireOwnUser(join(dataDir, 'postgres'))
  const releases: (() => void)[] = options.lock ? [] : [(await takeOwnerLock(dataDir)).release]
  const releaseAll = () => {
    for (const release of releases.splice(0).reverse()) release()
  }
  try {
    const cluster = join(dataDir, 'postgres')
    const binaries = options.program ?? locateBinaries()
    const launcher = chooseLauncher()
    assertReachable(launcher, dataDir, binaries.postgres)
    await stopFormerPostmaster(cluster, binaries, log)
    await ensureCluster(dataDir, binaries, launcher)
    const endpoint = await chooseEndpoint(dataDir, launcher)
    releases.push(endpoint.remove)
    const serverLog = openServerLog(join(dataDir, 'postgres.log'))
    releases.push(serverLog.close)

    const usual = options.program ? {} : defaultSettings()
    const settings = { ...usual, ...options.settings, ...endpoint.settings }
    const postmaster = launchPostmaster({ launcher, binaries, cluster, settings, serverLog })
    if (options.givesWay) giveWay(postmaster)
    const exited = exitOf(postmaster).finally(releaseAll)
    const stop = () => stopPostmaster(postmaster, cluster, binaries, exited)
    await ready(endpoint, exited, serverLog, options.recovers).catch(async (error: unknown) => {
      await stop()
      throw error
    })
    return { connection: connectionOf(endpoint), stop, exited }
  } catch (error) {
    releaseAll()
    throw error
  }
}

/** The real path, because that is how the kernel names the folder of a running process. */
function ensureFolder(dataDir: string): string {
  try {
    makeOwnFolder(dataDir)
    return realpathSync(dataDir)
  } catch (error) {
    throw new EmbeddedPostgresError(`No se puede crear la carpeta de datos ${dataDir} (${errorCode(error)}).`)
  }
}

interface PostmasterPlan {
  launcher: Launcher
  binaries: PostgresBinaries
  cluster: string
  settings: Record<string, string>
  serverLog: ServerLog
}

function launchPostmaster({ launcher, binaries, cluster, settings, serverLog }: PostmasterPlan): ChildProcess {
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const { descriptor } = serverLog
  return launch(launcher, binaries.postgres, ['-D', cluster, ...flags], ['ignore', descriptor, descriptor])
}

/** Its processes are born as it is. */
function giveWay({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_LOW)
  } catch {
    // It is over already, which `ready` tells.
  }
}

function exitOf(postmaster: ChildProcess): Promise<EmbeddedPostgresExit> {
  // Where the kernel does not tell it that its parent ended, we do, if we still can.
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
  if (process.platform === 'win32') stopOnWindows(cluster, binaries)
  else postmaster.kill('SIGINT')
  const impatience = setTimeout(() => postmaster.kill('SIGQUIT'), FAST_SHUTDOWN_MS)
  await exited
  clearTimeout(impatience)
}

function connectionOf({ host, port }: Endpoint): EmbeddedPostgres['connection'] {
  return { host, port, user: 'postgres', database: 'postgres' }
}

/** Ready is what answers a query; after a crash that takes as long as the recovery. */
async function ready(
  endpoint: Endpoint,
  exited: Promise<EmbeddedPostgresExit>,
  serverLog: ServerLog,
  recovers = false,
): Promise<void> {
  let ended = false
  void exited.then(() => {
    ended = true
  })
  const deadline = recovers ? Number.POSITIVE_INFINITY : Date.now() + READY_MS
  while (!ended && Date.now() < deadline) {
    if (await answers(endpoint)) return
    await pause(recovers ? 250 : 15)
  }
  throw new EmbeddedPostgresError(`PostgreSQL no arrancó: ${reasonIn(serverLog.lastLines(200))}`)
}

/** What it says to whoever calls too early is none. */
const tooEarly = /FATAL: {2}the database system is /

function reasonIn(lines: string[]): string {
  const reason = lines.findLast((line) => /\b(FATAL|PANIC):/.test(line) && !tooEarly.test(line)) ?? lines.at(-1)
  return reason || 'no dijo por qué'
}

async function answers(endpoint: Endpoint): Promise<boolean> {
  const client = new pg.Client({ ...connectionOf(endpoint), connectionTimeoutMillis: 5_000 })
  // A server that ends while we ask is reported by `exited`.
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}
