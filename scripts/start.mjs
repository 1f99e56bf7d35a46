// @ts-check
// The program runs in this very process: signals reach it directly, and nothing is started twice.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { giveUp, refuseOldNode, root } from './run-command.mjs'

const [node = '', , ...given] = process.argv
const [first = ''] = given
// What is given besides is the program's own; copies and exports and their return are one program.
const programs = new Map([
  ['demo', { file: 'demo.mjs', title: 'torniquete-demo', own: given.slice(1) }],
  ['backup', { file: 'backup.mjs', title: 'torniquete-backup', own: given }],
  ['service', { file: 'service.mjs', title: 'torniquete-service', own: given.slice(1) }],
  ['export', { file: 'backup.mjs', title: 'torniquete-export', own: given }],
  ['import', { file: 'backup.mjs', title: 'torniquete-import', own: given }],
  ['restored', { file: 'backup.mjs', title: 'torniquete-restored', own: given }],
  ['restore', { file: 'backup.mjs', title: 'torniquete-restore', own: given }],
])
const { file, title, own } = programs.get(first) ?? { file: 'main.mjs', title: 'torniquete', own: given }
const program = join(root, 'build/server', file)

refuseOldNode()
const release = join(root, 'release.json')
// A release has all that it needs, and nothing to make it of.
if (existsSync(release)) {
  const { platform } = JSON.parse(readFileSync(release, 'utf8'))
  const own = `${process.platform}-${process.arch}`
  if (platform !== own) giveUp(`Este Torniquete se hizo para ${platform}, y este equipo es ${own}: usa el suyo.`)
} else {
  const { ensureInstalled } = await import('./install.mjs')
  await ensureInstalled()
  const { ensureBuilt } = await import('./build.mjs')
  await ensureBuilt()
}
process.title = title
process.argv = [node, program, ...own]
await import(pathToFileURL(program).href)
