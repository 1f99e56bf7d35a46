// What each screen fetches until it stands, by a browser that has nothing yet.
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type BrowserContext, chromium } from '@playwright/test'
import { repositoryRoot } from '../server/db/repository-root.ts'
import { fiveYearGym } from './gyms.ts'
import type { RunningProcess } from './processes.ts'
import { atMost, type Row } from './report.ts'
import { bearerOf } from './session.ts'

const names =
  'dashboard attendance clients billing inventory cash-flow daily-report memberships settings support profile'.split(
    ' ',
  )
const screens = [{ path: '/', kilobytes: 120 }, ...names.map((name) => ({ path: `/${name}`, kilobytes: 200 }))]
const mostRequests = 30

/** Resolves with a heading and nothing that still waits: a page in the sense of who looks at it. */
const stands = `new Promise((resolve) => {
  const busy = '[aria-busy=true], .mantine-Skeleton-root, .mantine-Loader-root'
  const look = () =>
    document.querySelector('h1') && !document.querySelector(busy) ? resolve() : requestAnimationFrame(look)
  look()
})`

/** Addresses asked for until the page stands; those of scripts also by themselves. */
async function watch(context: BrowserContext, address: string): Promise<{ requests: number; scripts: string[] }> {
  const page = await context.newPage()
  const developer = await context.newCDPSession(page)
  await developer.send('Network.enable')
  const scripts: string[] = []
  let requests = 0
  developer.on('Network.requestWillBeSent', ({ type, request }) => {
    if (!request.url.startsWith('http')) return
    requests += 1
    if (type === 'Script') scripts.push(new URL(request.url).pathname)
  })
  await page.goto(address)
  await page.evaluate(stands)
  const seen = { requests, scripts: [...scripts] }
  await page.close()
  return seen
}

/** As the build compressed it; the smallest go as they are. */
function sizeOf(path: string, ending: 'br' | 'gz'): number {
  const file = join(repositoryRoot, 'build/web', path)
  const packed = `${file}.${ending}`
  return statSync(existsSync(packed) ? packed : file).size
}

const kilobytes = (paths: readonly string[], ending: 'br' | 'gz') =>
  paths.reduce((sum, path) => sum + sizeOf(path, ending), 0) / 1000

/** Each context has its own cache and storage; the service worker would fetch what the page does not wait for. */
export async function measureScreens({ port }: RunningProcess): Promise<Row[]> {
  const { authorization } = await bearerOf(port, fiveYearGym.id)
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH,
    args: ['--no-sandbox', '--disable-background-networking', '--no-first-run'],
  })
  try {
    const rows: Row[] = []
    for (const { path, kilobytes: most } of screens) {
      const context = await browser.newContext({ viewport: { width: 412, height: 823 }, serviceWorkers: 'block' })
      if (path !== '/')
        await context.addInitScript(`localStorage.access_token = '${authorization.replace('Bearer ', '')}'`)
      const { requests, scripts } = await watch(context, `http://127.0.0.1:${port}${path}`)
      await context.close()
      const zipped = kilobytes(scripts, 'gz').toFixed(0)
      rows.push(
        {
          what: `${path}: JavaScript until it stands, ${scripts.length} files, brotli (over plain http, gzip: ${zipped} kB)`,
          ...atMost(kilobytes(scripts, 'br'), most, 'kB'),
        },
        { what: `${path}: requests until it stands`, ...atMost(requests, mostRequests, '') },
      )
    }
    return rows
  } finally {
    await browser.close()
  }
}
