// @ts-check
// Commands start under any Node from version 18 on, and restart themselves under the one that server/package.json pins.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { exitWithMessage, root } from './run-command.mjs'

/** Environment variable with the id of the parent process: a restarted command must not restart itself again. */
const startedBy = 'TORNIQUETE_STARTED_BY'

/** Returns if this process runs the pinned Node; otherwise runs that Node with the same arguments and ends with it. */
export async function continueUnderPinnedNode() {
  const isStarted = process.env[startedBy] === String(process.ppid)
  if (isStarted) endWithParent()
  const pinned = locatePinnedNode()
  if (isStarted || !pinned || isRunning(pinned)) return requireTypeStripping()
  await handOver(pinned.program)
  // The pinned Node does not start on this system: Alpine, for example, has another C library.
  requireTypeStripping()
}

/** @returns {{ program: string, version: string } | null} null if the platform has no package */
function locatePinnedNode() {
  const { platform, arch } = process
  const bin = platform === 'darwin' && arch === 'arm64' ? 'bin-' : ''
  const folder = join(root, `node_modules/node-${bin}${platform === 'win32' ? 'win' : platform}-${arch}`)
  const program = join(folder, 'bin', platform === 'win32' ? 'node.exe' : 'node')
  if (!existsSync(program)) return null
  return { program, version: JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version }
}

// Hides the warning of Node 22, used on macOS with ARM, that node:sqlite is experimental.
const quiet = '--disable-warning=ExperimentalWarning'

/** @param {{ program: string, version: string }} pinned */
const isRunning = ({ program, version }) =>
  version === process.versions.node && realpathSync(program) === realpathSync(process.execPath)

/** Runs this command under the given Node and exits with it. Returns only if that Node cannot be started. */
function handOver(/** @type {string} */ program) {
  const child = spawn(program, [...process.execArgv, quiet, ...process.argv.slice(1)], {
    env: { ...process.env, [startedBy]: String(process.pid) },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  /** @type {NodeJS.Signals[]} */
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  for (const signal of signals) process.on(signal, () => sendsToBoth(signal) || child.kill(signal))
  child.once('exit', (code, signal) => {
    for (const each of signals) process.removeAllListeners(each)
    if (signal) process.kill(process.pid, signal)
    else process.exit(code ?? 1)
  })
  return new Promise((resolve) => child.once('error', resolve))
}

/** True if the child also received the signal: a terminal sends Ctrl+C to both processes, and Windows every signal. */
const sendsToBoth = (/** @type {NodeJS.Signals} */ signal) =>
  process.platform === 'win32' || (signal === 'SIGINT' && [process.stdin, process.stdout].some(({ isTTY }) => isTTY))

/** Ends this process when its parent ends: a killed parent cannot forward a signal, but its channel closes. */
function endWithParent() {
  process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'))
  process.channel?.unref()
}

/** Node runs TypeScript without a flag from 22.18 on, and from 23.6 on in version 23. */
function requireTypeStripping() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const oldestMinor = major === 22 ? 18 : major === 23 ? 6 : 0
  if (major >= 22 && minor >= oldestMinor) return
  exitWithMessage(
    `Para este equipo (${process.platform}-${process.arch}) Torniquete no trae Node, y este es ${process.versions.node}: instala Node 24 de https://nodejs.org`,
  )
}
