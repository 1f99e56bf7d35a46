// @ts-check
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/**
 * @typedef {object} Outcome
 * @property {number} code 127 when the program could not be started
 * @property {string} output empty when it was shown at once
 */

/**
 * Runs a program in the repository; `name` is one of node_modules/.bin, or of the system.
 * @param {string} name
 * @param {string[]} parameters
 * @param {{ show?: boolean, env?: Record<string, string> }} [options] `show` lets it write to the screen itself
 * @returns {Promise<Outcome>}
 */
export function runCommand(name, parameters, { show = false, env = {} } = {}) {
  const installed = join(root, 'node_modules/.bin', name)
  const windows = process.platform === 'win32'
  const child = spawn(existsSync(installed) ? installed : name, parameters, {
    cwd: root,
    env: { ...process.env, ...(show ? {} : { NO_COLOR: '1' }), ...env },
    stdio: show ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    // On Windows both npm and what it installs are .cmd files, which only a shell runs.
    shell: windows,
  })
  let output = ''
  const collect = (/** @type {Buffer} */ piece) => {
    output += piece.toString('utf8')
  }
  child.stdout?.on('data', collect)
  child.stderr?.on('data', collect)
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: 127, output: `${name}: ${error.message}` }))
    child.once('close', (code) => resolve({ code: code ?? 1, output }))
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
