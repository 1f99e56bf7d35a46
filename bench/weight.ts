// What a screen fetches until it stands, by a browser that has nothing yet, and what it may fetch.
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext } from '@playwright/test'
import { repositoryRoot } from '../server/db/repository-root.ts'

const names =
  'dashboard attendance clients billing inventory cash-flow daily-report memberships settings support profile'.split(
    ' ',
  )

/** JavaScript as it is compressed by brotli, in kB. */
export const screens = [{ path: '/', kilobytes: 120 }, ...names.map((name) => ({ path: `/${name}`, kilobytes: 200 }))]
export const mostRequests = 30

/** Resolves with a heading and nothing that still waits: a page in the sense of who looks at it. */
export const stands = `new Promise((resolve) => {
  const busy = '[aria-busy=true], .mantine-Skeleton-root, .mantine-Loader-root'
  const look = () =>
    document.querySelector('h1') && !document.querySelector(busy) ? resolve() : requestAnimationFrame(look)
  look()
})`

interface Weight {
  requests: number
  /** Files. */
  scripts: number
  /** kB of the scripts, over TLS and over plain http. */
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
  const scripts: string[] = []
  let requests = 0
  developer.on('Network.requestWillBeSent', ({ type, request }) => {
    if (!request.url.startsWith('http')) return
    requests += 1
    if (type === 'Script') scripts.push(new URL(request.url).pathname)
  })
  await page.goto(address)
  await page.evaluate(stands)
  const fetched = [...scripts]
  const weight = { requests, scripts: fetched.length, brotli: kilobytes(fetched, 'br'), gzip: kilobytes(fetched, 'gz') }
  await page.close()
  return weight
}
