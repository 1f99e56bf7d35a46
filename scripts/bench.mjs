// @ts-check
// Measures the built product; results go to bench/results.md. Takes some minutes and wants the machine for itself.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureBuilt } from './build.mjs'
import { ensureBrowser } from './find-browser.mjs'
import { ensureInstalled } from './install.mjs'
import { giveUp, root } from './run-command.mjs'

await ensureInstalled({ developing: true })
await ensureBuilt()
const browser = await ensureBrowser()
if ('path' in browser) process.env.CHROMIUM_PATH = browser.path
else giveUp(browser.complaint)
await import(pathToFileURL(join(root, 'build/server/bench.mjs')).href)
