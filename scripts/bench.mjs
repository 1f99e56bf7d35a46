// @ts-check
// Measures the built product; results go to bench/results.md. Takes some minutes and wants the machine for itself.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureBuilt } from './build.mjs'
import { ensureBrowser } from './find-browser.mjs'
import { setUp } from './install.mjs'
import { giveUp, root } from './run-command.mjs'

await setUp({ developing: true })
await ensureBuilt()
const browser = await ensureBrowser()
if ('path' in browser) process.env.CHROMIUM_PATH = browser.path
else giveUp(browser.complaint)
await import(pathToFileURL(join(root, 'bench/main.ts')).href)
