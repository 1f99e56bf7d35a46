// @ts-check
// Measures the built product and writes bench/results.md. Takes some minutes; run it on an otherwise idle machine.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureBuilt } from './build.mjs'
import { ensureBrowser } from './find-browser.mjs'
import { installPackages } from './install.mjs'
import { exitWithMessage, root } from './run-command.mjs'

await installPackages({ developing: true })
await ensureBuilt().catch(exitWithMessage)
process.env.CHROMIUM_PATH = await ensureBrowser().catch(exitWithMessage)
await import(pathToFileURL(join(root, 'bench/main.ts')).href)
