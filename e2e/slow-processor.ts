// Slows a page down by stopping its processes most of the time. The browser's own throttling keeps the processor busy
// and slows other tests.
import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from '@playwright/test'

/** Milliseconds that a page runs between two stops. */
const turn = 4
/** Milliseconds between checks for new renderer processes, because a navigation may change them. */
const looksEvery = 100

type End = () => Promise<void>
const slow = new Map<Page, End>()

/** Runs this page's browser this many times slower until called again; 1 is full speed. */
export async function slowDown(page: Page, times: number): Promise<void> {
  await slow.get(page)?.()
  slow.delete(page)
  if (times > 1) slow.set(page, await (process.platform === 'win32' ? burn(page, times) : standStill(page, times)))
}

async function standStill(page: Page, times: number): Promise<End> {
  const browser = page.context().browser()
  if (!browser) throw new Error('a page without a browser')
  const developer = await browser.newBrowserCDPSession()
  const renderers = async () => {
    const { processInfo } = await developer.send('SystemInfo.getProcessInfo')
    return processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id)
  }
  if ((await renderers()).length === 0) throw new Error('a page without a process')
  const ended = new AbortController()
  // The browser may close before the test ends.
  const turns = takeTurns(renderers, times, ended.signal).catch(() => {})
  return async () => {
    ended.abort()
    await turns
    await developer.detach().catch(() => {})
  }
}

async function takeTurns(renderers: () => Promise<number[]>, times: number, ended: AbortSignal): Promise<void> {
  let looked = Number.NEGATIVE_INFINITY
  let pages: number[] = []
  while (!ended.aborted) {
    const begun = performance.now()
    if (begun - looked > looksEvery) {
      pages = await renderers()
      looked = begun
    }
    await pause(turn)
    // Gives the page its share of the elapsed time, even after a late wake-up.
    const ran = performance.now() - begun
    send('SIGSTOP', pages)
    await pause(ran * (times - 1))
    send('SIGCONT', pages)
  }
}

function send(signal: NodeJS.Signals, pids: readonly number[]): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal)
    } catch {
      // The page is closed.
    }
  }
}

/** Fallback where processes cannot be paused. */
async function burn(page: Page, rate: number): Promise<End> {
  const developer = await page.context().newCDPSession(page)
  await developer.send('Emulation.setCPUThrottlingRate', { rate })
  return () => developer.detach().catch(() => {})
}
