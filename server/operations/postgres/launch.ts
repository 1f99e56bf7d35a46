// PostgreSQL refuses to run as root and survives its parent. Small system programs before it solve both.

import { type ChildProcess, type StdioOptions, spawn, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, existsSync, lstatSync, readdirSync, realpathSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Refused } from '../../platform/refused-start.ts'

/** The kernel's overflow user (`nobody`). */
const NOBODY = 65534

export interface Launcher {
  /** Programs before the real one; each execs the next, so the pid is PostgreSQL's. */
  prefix: string[]
  /** Set if root has to switch users because user namespaces are forbidden. */
  user: number | null
}

export function chooseLauncher(): Launcher {
  const prefix: string[] = []
  let user: number | null = null
  if (process.getuid?.() === 0) {
    const namespace = ['unshare', '--user', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`, '--']
    if (canRun(namespace)) prefix.push(...namespace)
    else user = NOBODY
  }
  const dieWithParent = ['setpriv', '--pdeathsig', 'INT', '--']
  if (canRun([...prefix, ...dieWithParent])) prefix.push(...dieWithParent)
  return { prefix, user }
}

/** In its own session, so that Ctrl-C reaches only the server, which stops the database last. */
export function launch(launcher: Launcher, binary: string, parameters: string[], stdio: StdioOptions): ChildProcess {
  const [program = binary, ...rest] = [...launcher.prefix, binary, ...parameters]
  return spawn(program, rest, {
    stdio,
    env: makeEnvironment(),
    // PostgreSQL's user may not enter the current folder.
    cwd: dirname(binary),
    detached: process.platform !== 'win32',
    windowsHide: true,
    ...(launcher.user === null ? {} : { uid: launcher.user, gid: launcher.user }),
  })
}

/** Refuses, when run as root, files of other users, who could not read what root leaves. @throws Refused */
export function requireOwnUser(path: string): void {
  const owner = process.getuid?.() === 0 ? lstatSync(path, { throwIfNoEntry: false })?.uid : undefined
  if (owner === undefined || owner === 0 || owner === NOBODY) return
  throw new Refused(
    `${path} es del usuario ${owner} y esto se ejecuta como root: ejecútalo como ese usuario (sudo -u '#${owner}' …).`,
  )
}

/** Follows links. A missing folder is accepted. */
export function requireOwnFolder(folder: string): void {
  if (existsSync(folder)) requireOwnUser(realpathSync(folder))
}

/** Only these folders change their owner; the rest of the data folder stays the server's. */
export function changeOwnerToPostgres(launcher: Launcher, folder: string): void {
  const owner = launcher.user ?? process.getuid?.()
  if (process.getuid?.() !== 0 || owner === undefined || lstatSync(folder).uid === owner) return
  chownAll(folder, owner)
}

/** Lets the group of PostgreSQL's user pass through the folder, no more. */
export function allowPathAccess(launcher: Launcher, folder: string): void {
  if (launcher.user === null) return
  chownSync(folder, 0, launcher.user)
  chmodSync(folder, 0o710)
}

/** @throws Refused if PostgreSQL's user cannot reach its files */
export function assertReachable(launcher: Launcher, dataDir: string, binary: string): void {
  if (launcher.user === null) return
  allowPathAccess(launcher, dataDir)
  for (const path of [binary, dirname(dataDir)]) {
    const closed = firstClosedFolder(path, launcher.user)
    if (closed) {
      throw new Refused(
        `PostgreSQL no puede usar ${path}: como root necesita que el usuario ${launcher.user} pueda atravesar ${closed}.`,
      )
    }
  }
}

/** Checks from the root down, because one data folder may be inside another. */
function firstClosedFolder(path: string, user: number): string | null {
  const parent = dirname(path)
  const above = parent === path ? null : firstClosedFolder(parent, user)
  const { mode, gid } = statSync(path)
  return above ?? ((mode & (gid === user ? 0o010 : 0o001)) === 0 ? path : null)
}

function chownAll(path: string, owner: number): void {
  const entry = lstatSync(path)
  if (entry.isSymbolicLink()) return
  if (entry.isDirectory()) for (const name of readdirSync(path)) chownAll(join(path, name), owner)
  chownSync(path, owner, owner)
}

function canRun(prefix: string[]): boolean {
  const [program = '', ...rest] = [...prefix, 'true']
  return spawnSync(program, rest, { stdio: 'ignore' }).status === 0
}

const passedVariables =
  /^(PATH|HOME|USERPROFILE|TMPDIR|TEMP|TMP|TZ|LD_.*|DYLD_.*|SYSTEMROOT|SYSTEMDRIVE|WINDIR|COMSPEC|PATHEXT|APPDATA|LOCALAPPDATA|PROGRAMDATA)$/i

// Passes no other variables: PG… variables and the language would change PostgreSQL's behaviour, and secrets could be
// read by processes of the same user.
function makeEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => passedVariables.test(name)))
}
