// @ts-check
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compressFiles } from './compress-files.mjs'
import { ensureInstalled } from './install.mjs'
import { listFiles } from './list-files.mjs'
import { giveUp, isProgram, lastLines, root, runCommand } from './run-command.mjs'

/**
 * @typedef {object} Target
 * @property {string} name
 * @property {string} config
 * @property {string[]} inputs folders
 * @property {string} result a file that a finished build has
 */

/** @type {Target[]} */
const targets = [
  {
    name: 'web',
    config: 'web/vite.config.ts',
    inputs: ['contract', 'web', 'docs/ayuda'],
    result: 'build/web/index.html',
  },
  {
    name: 'server',
    config: 'server/vite.config.ts',
    inputs: ['contract', 'server', 'demo', 'terminal-simulator', 'bench'],
    result: 'build/server/main.mjs',
  },
]

/** @param {{ force?: boolean }} [options] */
export async function ensureBuilt(options) {
  const complaint = await buildStale(options)
  if (complaint) giveUp(complaint)
}

/**
 * Builds what differs from the sources; some milliseconds when nothing does.
 * @param {{ force?: boolean }} [options]
 * @returns {Promise<string | null>} what to tell when it failed
 */
export async function buildStale({ force = false } = {}) {
  const stale = targets.map((target) => ({ target, wanted: fingerprint(target) }))
  const work = stale.filter(({ target, wanted }) => force || !isBuilt(target, wanted))
  if (work.length === 0) return null
  console.log('Construyendo la aplicación…')
  const failures = await Promise.all(work.map(({ target, wanted }) => build(target, wanted)))
  return failures.find((text) => text !== null) ?? null
}

/**
 * @param {Target} target
 * @param {string} wanted
 * @returns {Promise<string | null>}
 */
async function build(target, wanted) {
  // A build that is interrupted must not pass for the one before it.
  rmSync(stampOf(target), { force: true })
  const { code, output } = await runCommand('vite', ['build', '--config', target.config, '--logLevel', 'warn'], {
    // Whoever asks for it: a test runner's mode would make another application.
    env: { NODE_ENV: 'production' },
  })
  if (code !== 0) return `No se pudo construir ${target.name} (vite build, código ${code}):\n${lastLines(output, 40)}`
  if (target.name === 'web') await compressFiles(join(root, 'build/web'))
  mkdirSync(join(root, 'build'), { recursive: true })
  writeFileSync(stampOf(target), wanted)
  return null
}

/**
 * @param {Target} target
 * @param {string} wanted
 */
function isBuilt(target, wanted) {
  const stamp = stampOf(target)
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted && existsSync(join(root, target.result))
}

/** @param {Target} target */
function stampOf(target) {
  return join(root, `build/.${target.name}-stamp`)
}

/**
 * Of the contents, not the times: a fresh clone or a copy is not a change.
 * @param {Target} target
 */
function fingerprint(target) {
  const hash = createHash('sha1').update(readFileSync(join(root, 'package-lock.json')))
  for (const file of listFiles(target.inputs)) {
    // Of texts only the pages of help are built in.
    if (/\.(test\.tsx?|sql|md)$/.test(file) && !file.startsWith('docs/ayuda/')) continue
    hash.update(file).update(readFileSync(join(root, file)))
  }
  return hash.digest('hex')
}

if (isProgram(import.meta.url)) {
  await ensureInstalled()
  await ensureBuilt({ force: process.argv.includes('--force') })
}
