// @ts-check
// The browser's files, compressed once when built instead of at each request: the server hands out `.br` and `.gz`.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const worthIt = 1024
const texts = /\.(js|css|html|svg|json|webmanifest)$/

/** @param {string} folder */
export async function compressFiles(folder) {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => texts.test(file))
  await Promise.all(files.map((file) => compressFile(join(folder, file))))
}

/** @param {string} file */
async function compressFile(file) {
  const bytes = readFileSync(file)
  if (bytes.length < worthIt) return
  const [brotli, zipped] = await Promise.all([
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
    promisify(gzip)(bytes, { level: 9 }),
  ])
  writeFileSync(`${file}.br`, brotli)
  writeFileSync(`${file}.gz`, zipped)
}
