// @ts-check
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { installPackages } from './install.mjs'
import { listFiles } from './list-files.mjs'
import { exitWithMessage, isProgram, root, runCommand, takeLastLines } from './run-command.mjs'

const built = join(root, 'build/web')
/** File with the hash of the sources from which the last complete build was made. */
const stamp = join(root, 'build/.web-stamp')

/**
 * Builds the browser's application if its sources have changed. The server runs from its sources.
 * @param {{ force?: boolean }} [options]
 */
export async function ensureBuilt({ force = false } = {}) {
  const wanted = hashSources()
  const isBuilt = existsSync(join(built, 'index.html')) && existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted
  if (isBuilt && !force) return
  console.log('Construyendo la aplicación…')
  // Deletes the stamp first, so that an interrupted build does not count as complete.
  rmSync(stamp, { force: true })
  const { code, output } = await runCommand('vite', ['build', '--config', 'web/vite.config.ts', '--logLevel', 'warn'], {
    // Set explicitly, because a test runner's NODE_ENV would change the build.
    env: { NODE_ENV: 'production' },
  })
  if (code !== 0) throw new Error(`No se pudo construir la aplicación (código ${code}):\n${takeLastLines(output, 40)}`)
  const texts = readdirSync(built, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.(js|css|html|svg|json|webmanifest)$/.test(file),
  )
  await Promise.all(texts.map((file) => compressFile(join(built, file))))
  writeFileSync(stamp, wanted)
}

/** Hashes contents and not modification times, which a fresh clone or a copy changes. */
function hashSources() {
  const hash = createHash('sha1').update(readFileSync(join(root, 'package-lock.json')))
  for (const file of listFiles(['contract', 'web', 'docs/ayuda']))
    if (!/\.test\.tsx?$/.test(file)) hash.update(file).update(readFileSync(join(root, file)))
  return hash.digest('hex')
}

/**
 * Compresses a file at the build instead of at each request: the server sends the `.br` or `.gz` file.
 * @param {string} file
 */
async function compressFile(file) {
  const bytes = readFileSync(file)
  if (bytes.length < 1024) return
  writeFileSync(`${file}.br`, await promisify(brotliCompress)(bytes))
  writeFileSync(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }))
}

if (isProgram(import.meta.url)) {
  await installPackages()
  await ensureBuilt({ force: process.argv.includes('--force') }).catch(exitWithMessage)
}
