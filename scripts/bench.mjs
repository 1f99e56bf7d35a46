// @ts-check
// Measures the built product; results go to bench/results.md. Takes some minutes and wants the machine for itself.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { root } from './run-command.mjs'

await ensureInstalled()
await ensureBuilt()
await import(pathToFileURL(join(root, 'build/server/bench.mjs')).href)
