// @ts-check
// Measures the built product and writes bench/results.md. Takes some minutes on an otherwise idle machine.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureBuilt } from './build.mjs'
import { ensureBrowser } from './find-browser.mjs'
import { setUp } from './install.mjs'
import { giveUp, root } from './run-command.mjs'

await setUp({ developing: true })
await ensureBuilt().catch(giveUp)
process.env.CHROMIUM_PATH = await ensureBrowser().catch(giveUp)
await import(pathToFileURL(join(root, 'bench/main.ts')).href)
