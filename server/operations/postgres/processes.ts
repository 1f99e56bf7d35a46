// Reads processes from the kernel. A pid alone proves nothing, because pids are reused.

import { spawnSync } from 'node:child_process'
import { readFileSync, readlinkSync } from 'node:fs'
import { getErrorCode } from '../../platform/files/errors.ts'

interface ProcessSnapshot {
  name: string
  /** `kill(pid, 0)` also finds zombies, which hold nothing. */
  zombie: boolean
  /** Start time, which with the pid identifies a process; empty if unknown. */
  startedAt: string
}

/** Null without such a process. */
export function inspectProcess(pid: number, platform = process.platform): ProcessSnapshot | null {
  if (platform === 'linux') return inspectOnLinux(pid)
  if (!answersSignals(pid)) return null
  return platform === 'win32' ? { name: '', zombie: false, startedAt: '' } : inspectWithPs(pid)
}

export function isAlive(pid: number): boolean {
  return inspectProcess(pid)?.zombie === false
}

/** True for a living postgres process of this cluster. */
export function runsPostgres(cluster: string, pid: number): boolean {
  const found = inspectProcess(pid)
  if (!found || found.zombie || !found.name.endsWith('postgres')) return false
  if (process.platform !== 'linux') return runPs(pid, 'command=').includes(cluster)
  // The working folder survives renames; a process of another user shows its command line only.
  return readWorkingFolder(pid) === cluster || commandLine(pid).includes(cluster)
}

export function readWorkingFolder(pid: number): string | null {
  return readOrNull(() => readlinkSync(`/proc/${pid}/cwd`))
}

function commandLine(pid: number): string[] {
  return (readOrNull(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8')) ?? '').split('\0')
}

function inspectOnLinux(pid: number): ProcessSnapshot | null {
  const stat = readOrNull(() => readFileSync(`/proc/${pid}/stat`, 'utf8'))
  if (!stat) return null
  // proc(5): the name is in parentheses and may contain any character.
  const nameEnd = stat.lastIndexOf(')')
  const [state = '', ...rest] = stat.slice(nameEnd + 2).split(' ')
  const ticksSinceBoot = rest[18] ?? ''
  return {
    name: stat.slice(stat.indexOf('(') + 1, nameEnd),
    zombie: state === 'Z' || state === 'X',
    startedAt: `${bootId()}/${ticksSinceBoot}`,
  }
}

/** Start times count from the boot. */
function bootId(): string {
  return (readOrNull(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8')) ?? '').trim()
}

function inspectWithPs(pid: number): ProcessSnapshot | null {
  const state = runPs(pid, 'stat=')
  return state ? { name: runPs(pid, 'comm='), zombie: state.startsWith('Z'), startedAt: runPs(pid, 'lstart=') } : null
}

function runPs(pid: number, column: string): string {
  // ps uses the local clock.
  const env = { ...process.env, LC_ALL: 'C', TZ: 'UTC' }
  return (spawnSync('ps', ['-o', column, '-p', String(pid)], { encoding: 'utf8', env }).stdout ?? '').trim()
}

function answersSignals(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return getErrorCode(error) === 'EPERM'
  }
}

function readOrNull(read: () => string): string | null {
  try {
    return read()
  } catch {
    return null
  }
}
