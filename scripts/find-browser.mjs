// @ts-check
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { lastLines, runCommand } from './run-command.mjs'

// The one without a window is the same engine at three quarters of the processor's time.
const systemBrowsers = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium', '/usr/bin/chromium-browser']
const namesOnPath = ['google-chrome', 'google-chrome-stable', 'chromium', 'chromium-browser']

/**
 * A Chromium for the browser tests, installed when the machine has none.
 * @returns {Promise<{ path: string } | { complaint: string }>}
 */
export async function ensureBrowser() {
  const given = process.env.CHROMIUM_PATH
  if (given) return existsSync(given) ? { path: given } : { complaint: `CHROMIUM_PATH names no file: ${given}` }
  const found = (await findBrowser()) ?? (await installBrowser())
  if (found) return { path: found }
  return { complaint: 'There is no Chromium, and none could be installed: install one, or name it in CHROMIUM_PATH.' }
}

async function findBrowser() {
  const onPath = (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => namesOnPath.map((name) => join(folder, name)))
  // Imported here: it may have been installed a moment ago.
  const { chromium } = await import('@playwright/test')
  return [...systemBrowsers, ...onPath, chromium.executablePath()].find((path) => path && existsSync(path)) ?? null
}

async function installBrowser() {
  console.log('No Chromium found: installing one…')
  /** @type {[string, string[]][]} */
  const ways = [['playwright', ['install', 'chromium']]]
  if (process.platform === 'linux' && process.getuid?.() === 0) {
    for (const name of ['chromium-headless-shell', 'chromium'])
      ways.push(['sh', ['-c', `apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y ${name}`]])
  }
  for (const [program, parameters] of ways) {
    const { code, output } = await runCommand(program, parameters)
    const found = code === 0 ? await findBrowser() : null
    if (found) return found
    console.log(lastLines(output, 5))
  }
  return null
}
