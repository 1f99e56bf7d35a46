// Downloads of each screen until it stands, in a browser with an empty cache, and their limits.
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext } from '@playwright/test'
import { repositoryRoot } from '../server/platform/db/repository-root.ts'

/** Read as a text: what its rows lead to is written for a browser. */
const tableOfScreens = readFileSync(join(repositoryRoot, 'web/navigation/screens.ts'), 'utf8')
const paths = [...tableOfScreens.matchAll(/\bpath: '([^']+)'/g)].flatMap(([, path]) => path ?? [])
if (paths.length === 0) throw new Error('the table of screens names no address')

/** Addresses of dialogs: they need their screen's page, and the file with all of its dialogs. */
const forms = ['/clients/new', '/billing/sales/new']

interface Screen {
  path: string
  /** Who sees it; without one it is anybody's. */
  who?: 'gym' | 'master'
  /** Limit of JavaScript and CSS in kB, compressed by gzip, which is what plain http sends. */
  kilobytes: number
  requests: number
}

const withBudget = (path: string, kilobytes = 300, requests = 45): Screen => ({
  path,
  who: path.startsWith('/admin/') ? 'master' : 'gym',
  kilobytes,
  requests,
})

export const screens: readonly Screen[] = [
  { path: '/', kilobytes: 150, requests: 10 },
  ...paths.map((path) => withBudget(path)),
  ...forms.map((path) => withBudget(path, 400, 110)),
]

/** Resolves with a heading and nothing that still waits, a page in the sense of who looks at it: when that was, as Date.now() has it. */
export const stands = `new Promise((resolve) => {
  const busy = '[aria-busy=true], .mantine-Skeleton-root, .mantine-Loader-root'
  const look = () => {
    if (!document.querySelector('h1') || document.querySelector(busy)) return
    watcher.disconnect()
    resolve(Date.now())
  }
  // As it changes, not at the next frame: where the processor is busy, what follows in idle time comes before that.
  const watcher = new MutationObserver(look)
  watcher.observe(document, { childList: true, subtree: true, attributes: true })
  look()
})`

interface Weight {
  requests: number
  /** Number of JavaScript and CSS files. */
  files: number
  /** kB of these files, over TLS and over plain http. */
  brotli: number
  gzip: number
}

/** As the build compressed it; the smallest go as they are. */
function sizeOf(path: string, ending: 'br' | 'gz'): number {
  const file = join(repositoryRoot, 'build/web', path)
  const packed = `${file}.${ending}`
  return statSync(existsSync(packed) ? packed : file).size
}

const kilobytes = (paths: readonly string[], ending: 'br' | 'gz') =>
  paths.reduce((sum, path) => sum + sizeOf(path, ending), 0) / 1000

export async function weigh(context: BrowserContext, address: string): Promise<Weight> {
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
  // It looks from the first moment on: what comes in idle time may begin before the browser calls the page loaded.
  // Without idle time nothing is fetched in advance: it would count as needed if an answer came late.
  await page.addInitScript(`window.requestIdleCallback = () => 0; window.stood = ${stands}`)
  await page.goto(address)
  const stood = await page.evaluate<number>('window.stood')
  await page.close()
  const needed = requests.filter(({ at }) => at <= stood)
  const files = [...new Set(needed.filter(({ isCode }) => isCode).map(({ path }) => path))]
  const sizes = { brotli: kilobytes(files, 'br'), gzip: kilobytes(files, 'gz') }
  return { requests: needed.length, files: files.length, ...sizes }
}
