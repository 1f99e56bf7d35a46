// Measures what a fresh browser downloads until a screen is complete, and defines the limits.
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext } from '@playwright/test'
import { repositoryRoot } from '../server/platform/db/repository-root.ts'

/** Read as text, because the file imports modules that need a browser. */
const tableOfScreens = readFileSync(join(repositoryRoot, 'web/navigation/screens.ts'), 'utf8')
const paths = [...tableOfScreens.matchAll(/\bpath: '([^']+)'/g)].flatMap(([, path]) => path ?? [])
if (paths.length === 0) throw new Error('web/navigation/screens.ts contains no path')

/** Addresses of dialogs, which also load the page of their screen, and their limits in kB. */
const forms = { '/clients/new': 320, '/billing/sales/new': 340 }

interface Screen {
  path: string
  /** Login that opens the screen: of a gym or of the platform; undefined for public pages. */
  who?: 'gym' | 'master'
  /** Limit of JavaScript and CSS in kB after gzip, the compression that plain http uses. */
  kilobytes: number
  requests: number
}

const addBudget = (path: string, kilobytes = 300, requests = 45): Screen => ({
  path,
  who: path.startsWith('/admin/') ? 'master' : 'gym',
  kilobytes,
  requests,
})

export const screenDownloadBudgets: readonly Screen[] = [
  { path: '/', kilobytes: 150, requests: 10 },
  ...paths.map((path) => addBudget(path)),
  ...Object.entries(forms).map(([path, kilobytes]) => addBudget(path, kilobytes, 70)),
]

/** Resolves when the page shows a heading and no pending content; returns that time as Date.now(). */
export const screenReadyScript = `new Promise((resolve) => {
  const busy = '[aria-busy=true], .mantine-Skeleton-root, .mantine-Loader-root'
  const look = () => {
    if (!document.querySelector('h1') || document.querySelector(busy)) return
    watcher.disconnect()
    resolve(Date.now())
  }
  // Checked at each change, not at the next frame: on a busy processor idle work would come before the frame.
  const watcher = new MutationObserver(look)
  watcher.observe(document, { childList: true, subtree: true, attributes: true })
  look()
})`

interface Weight {
  requests: number
  /** Number of JavaScript and CSS files. */
  files: number
  /** Size of these files in kB as sent over TLS (brotli) and over plain http (gzip). */
  brotli: number
  gzip: number
}

/** Size of the file as compressed by the build; the smallest files have no compressed version. */
function readCompressedSize(path: string, ending: 'br' | 'gz'): number {
  const file = join(repositoryRoot, 'build/web', path)
  const packed = `${file}.${ending}`
  return statSync(existsSync(packed) ? packed : file).size
}

const kilobytes = (paths: readonly string[], ending: 'br' | 'gz') =>
  paths.reduce((sum, path) => sum + readCompressedSize(path, ending), 0) / 1000

export async function measurePageWeight(context: BrowserContext, address: string): Promise<Weight> {
  const page = await context.newPage()
  const developer = await context.newCDPSession(page)
  await developer.send('Network.enable')
  const requests: { path: string; isCode: boolean; at: number }[] = []
  developer.on('Network.requestWillBeSent', ({ type, request, wallTime }) => {
    if (request.url.startsWith('http'))
      requests.push({
        path: new URL(request.url).pathname,
        isCode: type === 'Script' || type === 'Stylesheet',
        at: wallTime * 1000,
      })
  })
  // Disables idle callbacks first, so that the page fetches nothing in advance, which would count as needed.
  await page.addInitScript(`window.requestIdleCallback = () => 0; window.stood = ${screenReadyScript}`)
  await page.goto(address)
  const stood = await page.evaluate<number>('window.stood')
  await page.close()
  const needed = requests.filter(({ at }) => at <= stood)
  const files = [...new Set(needed.filter(({ isCode }) => isCode).map(({ path }) => path))]
  const sizes = { brotli: kilobytes(files, 'br'), gzip: kilobytes(files, 'gz') }
  return { requests: needed.length, files: files.length, ...sizes }
}
