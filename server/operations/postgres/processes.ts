// Reads processes from the kernel. A pid alone proves nothing, because pids are reused.

import { spawnSync } from 'node:child_process'
import { readFileSync, readlinkSync } from 'node:fs'

/** Returns null if no process has the pid. Tells zombies apart, because `kill(pid, 0)` also succeeds for these. */
export function inspectProcess(pid: number): { name: string; zombie: boolean } | null {
  if (process.platform !== 'linux') {
    const state = runPs(pid, 'stat=')
    return state ? { name: runPs(pid, 'comm='), zombie: state.startsWith('Z') } : null
  }
  const stat = readOrNull(() => readFileSync(`/proc/${pid}/stat`, 'utf8'))
  if (!stat) return null
  // In /proc/<pid>/stat the name is in parentheses and may contain any character (proc(5)).
  const nameEnd = stat.lastIndexOf(')')
  return { name: stat.slice(stat.indexOf('(') + 1, nameEnd), zombie: /[ZX]/.test(stat.charAt(nameEnd + 2)) }
}

export function isProcessAlive(pid: number): boolean {
  return inspectProcess(pid)?.zombie === false
}

export function isPostgresProcess(cluster: string, pid: number): boolean {
  const found = inspectProcess(pid)
  if (!found || found.zombie || !found.name.endsWith('postgres')) return false
  if (process.platform !== 'linux') return runPs(pid, 'command=').includes(cluster)
  // The working folder is right even after a rename; of a process of another user only the command line is readable.
  const commandLine = readOrNull(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8')) ?? ''
  return readWorkingFolder(pid) === cluster || commandLine.split('\0').includes(cluster)
}

export function readWorkingFolder(pid: number): string | null {
  return readOrNull(() => readlinkSync(`/proc/${pid}/cwd`))
}

function runPs(pid: number, column: string): string {
  return (spawnSync('ps', ['-o', column, '-p', String(pid)], { encoding: 'utf8' }).stdout ?? '').trim()
}

function readOrNull(read: () => string): string | null {
  try {
    return read()
  } catch {
    return null
  }
}
