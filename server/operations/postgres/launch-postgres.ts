// PostgreSQL refuses to run as root, and survives its parent process. Small system programs that start it solve both.

import { type ChildProcess, type StdioOptions, spawn, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, existsSync, lstatSync, readdirSync, realpathSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { StartRefusal } from '../../platform/start-refusal.ts'

/** Id of the user `nobody`, to whom files of unknown owners seem to belong in a user namespace. */
const NOBODY = 65534

export interface PostgresLauncher {
  /** Commands that start PostgreSQL. Each one execs the next, so the pid is PostgreSQL's. */
  prefix: string[]
  /** Id of the user to switch to if root starts PostgreSQL and user namespaces are forbidden, otherwise null. */
  user: number | null
}

export function chooseLauncher(): PostgresLauncher {
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

/** Starts PostgreSQL in its own session, so that Ctrl-C reaches only the server, which stops the database last. */
export function launchPostgres(
  launcher: PostgresLauncher,
  binary: string,
  parameters: string[],
  stdio: StdioOptions,
): ChildProcess {
  const [program = binary, ...rest] = [...launcher.prefix, binary, ...parameters]
  return spawn(program, rest, {
    stdio,
    env: makeEnvironment(),
    // PostgreSQL's user may have no access to the current folder.
    cwd: dirname(binary),
    detached: process.platform !== 'win32',
    windowsHide: true,
    ...(launcher.user === null ? {} : { uid: launcher.user, gid: launcher.user }),
  })
}

/** If run as root, refuses files of another user, who could not read files written by root. @throws StartRefusal */
export function requireOwnedPath(path: string): void {
  const owner = process.getuid?.() === 0 ? lstatSync(path, { throwIfNoEntry: false })?.uid : undefined
  if (owner === undefined || owner === 0 || owner === NOBODY) return
  throw new StartRefusal(
    `${path} es del usuario ${owner} y esto se ejecuta como root: ejecútalo como ese usuario (sudo -u '#${owner}' …).`,
  )
}

/** Like `requireOwnedPath` for a folder, following links. A missing folder is accepted. */
export function requireOwnedFolder(folder: string): void {
  if (existsSync(folder)) requireOwnedPath(realpathSync(folder))
}

/** Called for the folders of PostgreSQL only; the other files of the data folder still belong to the server's user. */
export function changeOwnerToPostgres(launcher: PostgresLauncher, folder: string): void {
  const owner = launcher.user ?? process.getuid?.()
  if (process.getuid?.() !== 0 || owner === undefined || lstatSync(folder).uid === owner) return
  chownAll(folder, owner)
}

/** Lets the group of PostgreSQL's user pass through the folder without reading it. */
export function allowFolderTraversal(launcher: PostgresLauncher, folder: string): void {
  if (launcher.user === null) return
  chownSync(folder, 0, launcher.user)
  chmodSync(folder, 0o710)
}

/** @throws StartRefusal if PostgreSQL's user cannot reach its files */
export function requireReachableFiles(launcher: PostgresLauncher, dataDir: string, binary: string): void {
  if (launcher.user === null) return
  allowFolderTraversal(launcher, dataDir)
  for (const path of [binary, dirname(dataDir)]) {
    const closed = firstClosedFolder(path, launcher.user)
    if (closed) {
      throw new StartRefusal(
        `PostgreSQL no puede usar ${path}: como root necesita que el usuario ${launcher.user} pueda atravesar ${closed}.`,
      )
    }
  }
}

/** Returns the outermost folder that the user may not enter, since one data folder may be inside another. */
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

// Passes only needed variables: PG… variables and the language would change PostgreSQL's behaviour, and processes of
// the same user could read secrets.
function makeEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => passedVariables.test(name)))
}
