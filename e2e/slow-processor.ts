// A page on a processor so many times slower, at no cost to the machine: its processes stand still most of the time. What the
// browser has for it keeps the processor busy instead, and slows down every story beside it.
import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from '@playwright/test'

/** Milliseconds that a page runs between two stops. */
const turn = 4
/** Milliseconds after which it is asked again in which processes pages run: one that goes elsewhere may get another. */
const looksEvery = 100

type End = () => Promise<void>
const slow = new Map<Page, End>()

/** Runs what this page's browser shows so many times slower, until that is said again; once is as fast as it is. */
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
  // The browser may go before the story does.
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
    // However late this process was told: of all the time it runs its part.
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
      // Its page is closed.
    }
  }
}

/** Fallback where processes cannot be paused. */
async function burn(page: Page, rate: number): Promise<End> {
  const developer = await page.context().newCDPSession(page)
  await developer.send('Emulation.setCPUThrottlingRate', { rate })
  return () => developer.detach().catch(() => {})
}
