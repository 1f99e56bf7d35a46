// Stops a PostgreSQL process that survived its server. It is not reused, since its settings are unknown. Only the
// holder of the data folder's lock calls this.

import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { getErrorCode } from '../../platform/files/file-errors.ts'
import { StartRefusal } from '../../platform/start-refusal.ts'
import type { PostgresBinaries } from './binaries.ts'
import { inspectProcess, isPostgresProcess, isProcessAlive, readWorkingFolder } from './processes.ts'

async function waitUntil(condition: () => boolean, milliseconds: number): Promise<boolean> {
  const deadline = performance.now() + milliseconds
  while (!condition()) {
    if (performance.now() >= deadline) return false
    await pause(20)
  }
  return true
}

const LAST_WAIT_MS = 15_000

export async function stopOrphanPostgres(cluster: string, binaries: PostgresBinaries, log: (line: string) => void) {
  const pidFile = join(cluster, 'postmaster.pid')
  const pid = readPid(pidFile)
  if (pid === null) return
  if (process.platform === 'win32') return stopWindowsCluster(cluster, binaries)
  if (isPostgresProcess(cluster, pid)) {
    log(`Se detiene el PostgreSQL huérfano de ${cluster} (proceso ${pid}).`)
    await stopProcess(cluster, pid)
  }
  await waitForTheRest(cluster, pid)
  // Removes the pid file if another process has that pid, which PostgreSQL would take for a running server.
  if (inspectProcess(pid) && readPid(pidFile) === pid) rmSync(pidFile, { force: true })
}

async function stopProcess(cluster: string, pid: number): Promise<void> {
  const gone = () => !isPostgresProcess(cluster, pid)
  sendSignal(pid, 'SIGINT')
  if (await waitUntil(gone, 10_000)) return
  sendSignal(pid, 'SIGQUIT')
  if (await waitUntil(gone, LAST_WAIT_MS)) return
  throw new StartRefusal(`El PostgreSQL anterior de ${cluster} (proceso ${pid}) no se detiene: ciérralo a mano.`)
}

/** Waits until all PostgreSQL processes ended: the main process stays a zombie until reaped, and backends end later. */
async function waitForTheRest(cluster: string, pid: number): Promise<void> {
  await waitUntil(() => inspectProcess(pid)?.zombie !== true, 5_000)
  if (await waitUntil(() => listProcesses(cluster).length === 0, LAST_WAIT_MS)) return
  throw new StartRefusal(`Siguen abiertos procesos de PostgreSQL en ${cluster}: ${listProcesses(cluster).join(', ')}.`)
}

/** Lists PostgreSQL's processes by their working directory. Linux only; elsewhere PostgreSQL checks itself. */
function listProcesses(cluster: string): number[] {
  if (process.platform !== 'linux') return []
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids
    .map(Number)
    .filter((pid) => readWorkingFolder(pid) === cluster && isProcessAlive(pid) && isPostgresProcess(cluster, pid))
}

function readPid(pidFile: string): number | null {
  try {
    const pid = Number.parseInt(readFileSync(pidFile, 'utf8'), 10)
    return pid > 0 ? pid : null
  } catch {
    return null
  }
}

function sendSignal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if (getErrorCode(error) !== 'ESRCH') throw error
  }
}

/** Windows has no signals. pg_ctl uses PostgreSQL's own substitute, to which no other program responds. */
export function stopWindowsCluster(cluster: string, binaries: PostgresBinaries): void {
  spawnSync(binaries.pgCtl, ['stop', '-D', cluster, '-m', 'fast', '-w', '-t', '30'], {
    stdio: 'ignore',
    windowsHide: true,
  })
}
