// @ts-check
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { listFiles } from './list-files.mjs'
import { longFunctionsIn } from './long-functions.mjs'
import { root } from './run-command.mjs'

const LONGEST_FILE = 350
const LONGEST_TABLE = 600
const USUAL_FILE = 200
const MEDIAN_FILE = 80

const folders = ['contract', 'server', 'web', 'terminal-simulator', 'demo', 'bench', 'e2e', 'scripts']
// Written by a script, to be looked things up in.
const written = ['server/db/schema.sql']
const files = listFiles(folders).filter((file) => /\.(tsx?|m?js|cjs|css|sql)$/.test(file) && !written.includes(file))
const isTable = (/** @type {string} */ file) =>
  /^contract\/(.*\/)?endpoints[^/]*\.ts$|^web\/navigation\/screens\.ts$/.test(file) || file.endsWith('.sql')
const sizes = files.map((file) => ({ file, lines: countLines(readFileSync(join(root, file), 'utf8')) }))

/** @type {string[]} */
const complaints = []
for (const { file, lines } of sizes) {
  const limit = isTable(file) ? LONGEST_TABLE : LONGEST_FILE
  if (lines > limit) complaints.push(`${file}: ${lines} lines, at most ${limit}`)
}
for (const file of files) if (/\.(tsx?|m?js|cjs)$/.test(file)) complaints.push(...longFunctionsIn(file))

const sorted = sizes.map(({ lines }) => lines).sort((one, other) => one - other)
const median = sorted[Math.floor(sorted.length / 2)] ?? 0
const usual = sorted.filter((lines) => lines <= USUAL_FILE).length / Math.max(1, sorted.length)
if (median > MEDIAN_FILE) complaints.push(`the median file has ${median} lines, at most ${MEDIAN_FILE}`)
if (usual < 0.9) {
  const long = sizes.filter(({ lines }) => lines > USUAL_FILE).map(({ file, lines }) => `${file} (${lines})`)
  complaints.push(
    `${Math.floor(usual * 100)} % of the files have ${USUAL_FILE} lines or fewer, 90 % should: ${long.join(', ')}`,
  )
}

for (const complaint of complaints) console.error(complaint)
console.log(`${files.length} files, median ${median} lines, ${Math.floor(usual * 100)} % up to ${USUAL_FILE}`)
process.exit(complaints.length > 0 ? 1 : 0)

/** @param {string} source */
function countLines(source) {
  return source.split('\n').length - (source.endsWith('\n') ? 1 : 0)
}
