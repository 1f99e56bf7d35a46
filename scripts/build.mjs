// @ts-check
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compressFiles } from './compress-files.mjs'
import { setUp } from './install.mjs'
import { listFiles } from './list-files.mjs'
import { giveUp, isProgram, lastLines, root, runCommand } from './run-command.mjs'

const built = join(root, 'build/web')
/** Hash of the sources of the last complete build. */
const stamp = join(root, 'build/.web-stamp')

/** @param {{ force?: boolean }} [options] */
export async function ensureBuilt(options) {
  const complaint = await buildStale(options)
  if (complaint) giveUp(complaint)
}

/**
 * Builds the browser's application if its sources have changed. The server runs from its sources.
 * @param {{ force?: boolean }} [options]
 * @returns {Promise<string | null>} the error message of a failed build
 */
export async function buildStale({ force = false } = {}) {
  const wanted = fingerprint()
  if (!force && isBuilt(wanted)) return null
  console.log('Construyendo la aplicación…')
  // A build that is interrupted must not pass for the one before it.
  rmSync(stamp, { force: true })
  const { code, output } = await runCommand('vite', ['build', '--config', 'web/vite.config.ts', '--logLevel', 'warn'], {
    // A test runner's mode would make another application.
    env: { NODE_ENV: 'production' },
  })
  if (code !== 0) return `No se pudo construir la aplicación (vite build, código ${code}):\n${lastLines(output, 40)}`
  await compressFiles(built)
  mkdirSync(join(root, 'build'), { recursive: true })
  writeFileSync(stamp, wanted)
  return null
}

/** @param {string} wanted */
const isBuilt = (wanted) =>
  existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted && existsSync(join(built, 'index.html'))

/** Hash of contents, not of times: a fresh clone or a copy is not a change. */
function fingerprint() {
  const hash = createHash('sha1').update(readFileSync(join(root, 'package-lock.json')))
  for (const file of listFiles(['contract', 'web', 'docs/ayuda'])) {
    if (/\.test\.tsx?$/.test(file)) continue
    hash.update(file).update(readFileSync(join(root, file)))
  }
  return hash.digest('hex')
}

if (isProgram(import.meta.url)) {
  await setUp()
  await ensureBuilt({ force: process.argv.includes('--force') })
}
