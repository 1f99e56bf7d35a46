// @ts-check
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/**
 * Returns the JavaScript file of npm or of a package's program, so that this Node can run it: on Windows both programs are
 * batch files, which need a shell, and a shell would split `C:\\Users\\Ana Pérez`.
 * @param {string} name
 * @returns {string | null} null for a program of the system
 */
function locateScript(name) {
  if (name === 'npm') {
    const { npm_execpath: npm = '' } = process.env
    if (basename(npm) === 'npm-cli.js') return npm
    return process.platform === 'win32' ? join(dirname(process.execPath), 'node_modules/npm/bin/npm-cli.js') : null
  }
  const lock = join(root, 'package-lock.json')
  if (!existsSync(lock)) return null
  /** @type {{ packages: Record<string, { bin?: Record<string, string> }> }} */
  const { packages } = JSON.parse(readFileSync(lock, 'utf8'))
  const [path, { bin }] = Object.entries(packages).find(([, { bin }]) => bin?.[name]) ?? ['', {}]
  const script = join(root, path, bin?.[name] ?? '')
  return bin && existsSync(script) ? script : null
}

/**
 * Runs npm, a package's program or one of the system in the repository. With `show` its output goes to the screen.
 * @param {string} name
 * @param {string[]} parameters
 * @param {{ show?: boolean, env?: Record<string, string> }} [options]
 * @returns {Promise<{ code: number, output: string }>} code 127 if the program could not be started, 128 if a signal ended it
 */
export function runCommand(name, parameters, { show = false, env = {} } = {}) {
  const script = locateScript(name)
  const [program, before] = script ? [process.execPath, [script]] : [name, []]
  const child = spawn(program, [...before, ...parameters], {
    cwd: root,
    env: { ...process.env, ...(show ? {} : { NO_COLOR: '1' }), ...env },
    stdio: show ? 'inherit' : ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (piece) => {
      output += piece
    })
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: 127, output: `${name}: ${error.message}` }))
    child.once('close', (code) => resolve({ code: code ?? 128, output }))
  })
}

/**
 * @param {string} output
 * @param {number} count
 */
export const takeLastLines = (output, count) => output.trimEnd().split('\n').slice(-count).join('\n')

/**
 * Ends the process with a message instead of a stack trace.
 * @param {string | Error} reason
 * @returns {never}
 */
export function exitWithMessage(reason) {
  console.error(reason instanceof Error ? reason.message : reason)
  process.exit(1)
}

/**
 * True in the file that Node was started with, false where it is imported.
 * @param {string} url import.meta.url
 */
export const isProgram = (url) => process.argv[1] === fileURLToPath(url)
