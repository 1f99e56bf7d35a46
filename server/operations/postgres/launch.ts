// PostgreSQL refuses to run as root, and lives on when its parent is killed. Both are solved by small programs put
// before it, where the system has them and allows them.

import { type ChildProcess, type StdioOptions, spawn, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, existsSync, lstatSync, readdirSync, realpathSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Refused } from '../../platform/refused.ts'

/** The kernel's `nobody`: owns nothing, exists everywhere. */
const NOBODY = 65534

export interface Launcher {
  /** Programs before the real one; each execs the next, so the pid is PostgreSQL's own. */
  prefix: string[]
  /** Set when root has to become another user, because user namespaces are forbidden. */
  user: number | null
}

export function chooseLauncher(): Launcher {
  const prefix: string[] = []
  let user: number | null = null
  if (process.getuid?.() === 0) {
    const namespace = ['unshare', '--user', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`, '--']
    if (works(namespace)) prefix.push(...namespace)
    else user = NOBODY
  }
  const dieWithParent = ['setpriv', '--pdeathsig', 'INT', '--']
  if (works([...prefix, ...dieWithParent])) prefix.push(...dieWithParent)
  return { prefix, user }
}

/** In its own session, so that Ctrl-C reaches the server alone, which closes the database last. */
export function launch(launcher: Launcher, binary: string, parameters: string[], stdio: StdioOptions): ChildProcess {
  const [program = binary, ...rest] = [...launcher.prefix, binary, ...parameters]
  return spawn(program, rest, {
    stdio,
    env: environment(),
    // The folder we stand in may be closed to the user that PostgreSQL runs as.
    cwd: dirname(binary),
    detached: process.platform !== 'win32',
    windowsHide: true,
    ...(launcher.user === null ? {} : { uid: launcher.user, gid: launcher.user }),
  })
}

/**
 * What is the user's is not taken from them: root would leave files that they cannot read, and the next start as that user
 * would fail. What is root's, or was given away by it, is ours.
 *
 * @throws Refused that says how to run it
 */
export function requireOwnUser(path: string): void {
  const owner = process.getuid?.() === 0 ? lstatSync(path, { throwIfNoEntry: false })?.uid : undefined
  if (owner === undefined || owner === 0 || owner === NOBODY) return
  throw new Refused(
    `${path} es del usuario ${owner} y esto se ejecuta como root: ejecútalo como ese usuario (sudo -u '#${owner}' …).`,
  )
}

/** Of where it leads: a link of root's to somebody's folder is somebody's. One that is not there yet is nobody's. */
export function requireOwnFolder(folder: string): void {
  if (existsSync(folder)) requireOwnUser(realpathSync(folder))
}

/** Only folders named here are given away: what else lies in the data folder stays the server's. */
export function giveToPostgres(launcher: Launcher, folder: string): void {
  const owner = launcher.user ?? process.getuid?.()
  if (process.getuid?.() !== 0 || owner === undefined || lstatSync(folder).uid === owner) return
  chownAll(folder, owner)
}

/** Passing through is enough, and only for the group of the user that PostgreSQL runs as. */
export function allowPassage(launcher: Launcher, folder: string): void {
  if (launcher.user === null) return
  chownSync(folder, 0, launcher.user)
  chmodSync(folder, 0o710)
}

/** @throws Refused when the user that PostgreSQL runs as cannot reach what it needs */
export function assertReachable(launcher: Launcher, dataDir: string, binary: string): void {
  if (launcher.user === null) return
  allowPassage(launcher, dataDir)
  for (const path of [binary, dirname(dataDir)]) {
    const closed = firstClosedFolder(path, launcher.user)
    if (closed) {
      throw new Refused(
        `PostgreSQL no puede usar ${path}: como root necesita que el usuario ${launcher.user} pueda atravesar ${closed}.`,
      )
    }
  }
}

/** To a user and its group; one data folder may lie in another. */
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

function works(prefix: string[]): boolean {
  const [program = '', ...rest] = [...prefix, 'true']
  return spawnSync(program, rest, { stdio: 'ignore' }).status === 0
}

/** Where programs, libraries and folders for a while lie, as systems and loaders call them. */
const needed =
  /^(PATH|HOME|USERPROFILE|TMPDIR|TEMP|TMP|TZ|LD_.*|DYLD_.*|SYSTEMROOT|SYSTEMDRIVE|WINDIR|COMSPEC|PATHEXT|APPDATA|LOCALAPPDATA|PROGRAMDATA)$/i

/**
 * Nothing of what whoever starts it has set besides: PG… variables and the language would change what PostgreSQL does, and our
 * secrets stand there, which every process of the same user could read of it for as long as it runs.
 */
function environment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => needed.test(name)))
}
