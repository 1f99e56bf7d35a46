// @ts-check
// Runs the server or one of its commands in this process and not in a child, so that signals reach it directly.
import { existsSync, readFileSync } from 'node:fs'
import * as nodeModule from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { continueUnderPinnedNode } from './pinned-node.mjs'
import { exitWithMessage, root } from './run-command.mjs'

const [node = '', , ...given] = process.argv
const backup = 'server/operations/archive/main.ts'
/** Source file and arguments of each command; without a command the server starts. */
const commands = new Map([
  ['demo', { file: 'demo/main.ts', parameters: given.slice(1) }],
  ['service', { file: 'server/operations/service/main.ts', parameters: given.slice(1) }],
  // These commands share one program, which reads the command's name itself.
  ['backup', { file: backup, parameters: given }],
  ['restore', { file: backup, parameters: given }],
  ['restored', { file: backup, parameters: given }],
  ['export', { file: backup, parameters: given }],
  ['import', { file: backup, parameters: given }],
])
const command = commands.get(given[0] ?? '')
const { file, parameters } = command ?? { file: 'server/main.ts', parameters: given }

const release = join(root, 'release.json')
// A release already contains all packages and the built application.
if (existsSync(release)) {
  const { platform } = JSON.parse(readFileSync(release, 'utf8'))
  const own = `${process.platform}-${process.arch}`
  if (platform !== own)
    exitWithMessage(`Este Torniquete se hizo para ${platform}, y este equipo es ${own}: usa el suyo.`)
  await continueUnderPinnedNode()
} else {
  const { installPackages } = await import('./install.mjs')
  await installPackages()
  const { ensureBuilt } = await import('./build.mjs')
  await ensureBuilt().catch(exitWithMessage)
}
// Keeps compiled code between starts; skipped if the folder cannot be written.
nodeModule.enableCompileCache(join(root, 'build/compile-cache'))
process.title = command ? `torniquete-${given[0]}` : 'torniquete'
process.argv = [node, join(root, file), ...parameters]
await import(pathToFileURL(join(root, file)).href)
// Writes the compile cache now, because a killed server could not write it at its end.
nodeModule.flushCompileCache()
