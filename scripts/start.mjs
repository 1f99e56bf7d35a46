// @ts-check
// The program runs in this very process: signals reach it directly, and nothing is started twice.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { root } from './run-command.mjs'

const [node = '', , ...given] = process.argv
const demo = given[0] === 'demo'
const program = join(root, 'build/server', demo ? 'demo.mjs' : 'main.mjs')

await ensureInstalled()
await ensureBuilt()
process.title = demo ? 'torniquete-demo' : 'torniquete'
process.argv = [node, program, ...given.slice(demo ? 1 : 0)]
await import(pathToFileURL(program).href)
