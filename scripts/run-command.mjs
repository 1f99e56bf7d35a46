// @ts-check
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** As a code: it had no time to undo what it began. */
export const killed = 128

/**
 * @typedef {object} Outcome
 * @property {number} code 127 when the program could not be started, `killed` when a signal ended it
 * @property {string} output empty when the program wrote to the screen itself
 */

/**
 * What a name stands for: a package's program, npm, or a program of the system. The first two are run by this Node itself:
 * on Windows they are batch files, which only a shell runs, and to it `C:\\Users\\Ana Pérez` is two words.
 * @param {string} name
 * @param {{ folder?: string, platform?: NodeJS.Platform, npm?: string }} [at] `npm` as npm itself tells where it is
 * @returns {[program: string, ...parameters: string[]]}
 */
export function commandOf(
  name,
  { folder = root, platform = process.platform, npm = process.env.npm_execpath ?? '' } = {},
) {
  const script = name === 'npm' ? scriptOfNpm(platform, npm) : scriptOfPackage(name, folder)
  return script ? [process.execPath, script] : [name]
}

/**
 * @param {string} name
 * @param {string} folder
 */
function scriptOfPackage(name, folder) {
  const lock = join(folder, 'package-lock.json')
  if (!existsSync(lock)) return null
  /** @type {{ packages: Record<string, { bin?: Record<string, string> }> }} */
  const { packages } = JSON.parse(readFileSync(lock, 'utf8'))
  for (const [path, { bin }] of Object.entries(packages)) {
    const script = bin?.[name] && join(folder, path, bin[name])
    if (script && existsSync(script)) return script
  }
  return null
}

/**
 * Beside Node, where npm does not say; elsewhere than on Windows it is found by its name.
 * @param {NodeJS.Platform} platform
 * @param {string} told
 */
function scriptOfNpm(platform, told) {
  if (basename(told) === 'npm-cli.js') return told
  return platform === 'win32' ? join(dirname(process.execPath), 'node_modules/npm/bin/npm-cli.js') : null
}

/**
 * Runs a program in the repository; `name` is one of its packages', npm, or of the system. With `show` it writes to the
 * screen itself.
 * @param {string} name
 * @param {string[]} parameters
 * @param {{ show?: boolean, env?: Record<string, string> }} [options]
 * @returns {Promise<Outcome>}
 */
export function runCommand(name, parameters, { show = false, env = {} } = {}) {
  const [program, ...before] = commandOf(name)
  const child = spawn(program, [...before, ...parameters], {
    cwd: root,
    env: { ...process.env, ...(show ? {} : { NO_COLOR: '1' }), ...env },
    stdio: show ? 'inherit' : ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (/** @type {Buffer} */ piece) => {
      output += piece.toString('utf8')
    })
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: 127, output: `${name}: ${error.message}` }))
    child.once('close', (code) => resolve({ code: code ?? killed, output }))
  })
}

/**
 * @param {string} output
 * @param {number} count
 */
export function lastLines(output, count) {
  return output.trimEnd().split('\n').slice(-count).join('\n')
}

/**
 * What a person who starts the program can do nothing about but read.
 * @param {string} line
 * @returns {never}
 */
export function giveUp(line) {
  console.error(line)
  process.exit(1)
}

/**
 * Whether this file is the program, and not imported by another one.
 * @param {string} url import.meta.url
 */
export function isProgram(url) {
  return process.argv[1] === fileURLToPath(url)
}
