// @ts-check
import { existsSync } from 'node:fs'
import { join, posix } from 'node:path'
import { classRefusals } from './css-classes.mjs'
import { circlesIn, folderGraph, isFoundation, refusalOf, wordRefusal } from './fences.mjs'
import { listFiles } from './list-files.mjs'
import { importsOf, parseSource } from './parse-source.mjs'
import { root } from './run-command.mjs'

const folders = ['contract', 'server', 'web', 'terminal-simulator', 'demo', 'bench', 'e2e']
const files = listFiles(folders).filter((file) => /\.tsx?$/.test(file))
/** @type {string[]} */
const complaints = []
/** @type {Map<string, string[]>} */
const graph = new Map()

for (const from of files) {
  const refusedWord = wordRefusal(from, parseSource(from).source)
  if (refusedWord) complaints.push(refusedWord)
  complaints.push(...classRefusals(from))
  const links = importsOf(from).map(({ name, fetched }) => ({ from, fetched, ...resolve(from, name) }))
  for (const link of links) {
    if (link.own && !existsSync(join(root, link.to))) complaints.push(`${from} → ${link.to}: there is no such file`)
    const refusal = refusalOf(link)
    if (refusal) complaints.push(refusal)
  }
  graph.set(
    from,
    links.filter(isFoundation).map(({ to }) => to),
  )
}
for (const circle of circlesIn(graph)) complaints.push(`a circle: ${circle.join(' → ')}`)
for (const circle of circlesIn(folderGraph(graph))) complaints.push(`a circle of folders: ${circle.join(' → ')}`)

for (const complaint of complaints) console.error(complaint)
console.log(`${files.length} files, ${complaints.length} complaints`)
process.exit(complaints.length > 0 ? 1 : 0)

/**
 * @param {string} from
 * @param {string} name
 */
function resolve(from, name) {
  const [path = ''] = name.split('?')
  const own = /^@torniquete\/(.+)$/.exec(path)
  if (own?.[1]) return { to: own[1], own: true }
  if (path.startsWith('.')) return { to: posix.join(posix.dirname(from), path), own: true }
  return { to: path, own: false }
}
