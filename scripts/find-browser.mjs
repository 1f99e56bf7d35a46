// @ts-check
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { runCommand, takeLastLines } from './run-command.mjs'

/** The headless shell comes first: it has the same engine and uses a quarter less processor time. */
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** Returns the path of a Chromium for the browser tests; installs one if the machine has none. */
export async function ensureBrowser() {
  const path = process.env.CHROMIUM_PATH ?? (await findBrowser()) ?? (await installBrowser())
  if (path && existsSync(path)) return path
  throw new Error(
    path
      ? `CHROMIUM_PATH names no file: ${path}`
      : 'No Chromium could be installed: install one, or name it in CHROMIUM_PATH.',
  )
}

async function findBrowser() {
  const folders = (process.env.PATH ?? '').split(delimiter)
  // Imported here and not at the top, because the package may have been installed a moment ago.
  const { chromium } = await import('@playwright/test')
  const onPath = names.flatMap((name) => folders.map((folder) => join(folder, name)))
  return [...onPath, chromium.executablePath()].find((path) => existsSync(path)) ?? null
}

async function installBrowser() {
  console.log('No Chromium found: installing one…')
  /** @type {[program: string, parameters: string[]][]} */
  const ways = [['playwright', ['install', 'chromium']]]
  if (process.platform === 'linux' && process.getuid?.() === 0)
    ways.push([
      'sh',
      ['-c', 'apt-get update && apt-get install -y chromium-headless-shell || apt-get install -y chromium'],
    ])
  for (const [program, parameters] of ways) {
    const { code, output } = await runCommand(program, parameters, { env: { DEBIAN_FRONTEND: 'noninteractive' } })
    const found = code === 0 ? await findBrowser() : null
    if (found) return found
    console.log(takeLastLines(output, 5))
  }
  return null
}
