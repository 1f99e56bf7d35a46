// Reads processes from the kernel. A pid alone proves nothing, because pids are reused.

import { spawnSync } from 'node:child_process'
import { readFileSync, readlinkSync } from 'node:fs'

interface ProcessSnapshot {
  name: string
  /** `kill(pid, 0)` also finds zombies, which hold nothing. */
  zombie: boolean
}

export function inspectProcess(pid: number): ProcessSnapshot | null {
  return process.platform === 'linux' ? inspectOnLinux(pid) : inspectWithPs(pid)
}

export function isAlive(pid: number): boolean {
  return inspectProcess(pid)?.zombie === false
}

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
  return { name: stat.slice(stat.indexOf('(') + 1, nameEnd), zombie: /[ZX]/.test(stat.charAt(nameEnd + 2)) }
}

function inspectWithPs(pid: number): ProcessSnapshot | null {
  const state = runPs(pid, 'stat=')
  return state ? { name: runPs(pid, 'comm='), zombie: state.startsWith('Z') } : null
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
