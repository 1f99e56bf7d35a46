// Measures the time from a key to its painted letter, on a four times slower processor, in a search, a sale and a form.
// Uses the browser's Event Timing API.
import type { Browser, Locator, Page } from '@playwright/test'
import { firstNames, fiveYearGym, lastNames } from './bench-gyms.ts'
import { launchChromium, makeLoginScript } from './chromium.ts'
import type { RunningProcess } from './processes.ts'
import { screenReadyScript } from './screen-download.ts'
import { type BenchReportRow, compareToMaximum } from './write-report.ts'

const slowdown = 4
/** Milliseconds between two typed keys, even if the page is busy. */
const keyIntervalMs = 90
/** Limit of the 99th percentile, in milliseconds from a key to its painted letter. */
const longest = 50
/** Milliseconds, about one frame; the browser does not report shorter events. */
const unseen = 16

const names = firstNames.map((name, at) => `${name} ${lastNames[(at * 7) % lastNames.length]}`.toLowerCase())
/** Beginnings of client names and of product names, as typed into a search. */
const searches = names.slice(0, 24).map((name) => name.slice(0, 9))
const products = Array.from({ length: 24 }, (_, at) => `producto ${at * 13 + 1}`)

interface Place {
  what: string
  path: string
  field: (page: Page) => Locator
  texts: readonly string[]
}

const inDialog = (page: Page, title: string) => page.getByRole('dialog', { name: title })
const openSaleForm = (page: Page) => inDialog(page, 'Vender producto')

const places: readonly Place[] = [
  {
    what: 'search of 10,000 clients',
    path: '/clients',
    field: (page) => page.getByRole('textbox', { name: 'Buscar cliente' }),
    texts: searches,
  },
  {
    what: 'sale form, product',
    path: '/billing/sales/new',
    field: (page) => openSaleForm(page).getByRole('combobox', { name: 'Producto' }),
    texts: products,
  },
  {
    what: 'sale form, client',
    path: '/billing/sales/new',
    field: (page) => openSaleForm(page).getByRole('combobox', { name: 'Cliente' }),
    texts: searches,
  },
  {
    what: 'client form',
    path: '/clients/new',
    field: (page) => page.getByRole('dialog').getByRole('textbox', { name: 'Nombre' }),
    texts: names.slice(0, 16),
  },
]

/** Browser script that stores start and paint time of each key and input event. */
const watchKeys = `(() => {
  window.events = []
  new PerformanceObserver((list) => {
    for (const { name, startTime, duration } of list.getEntries())
      if (name === 'keydown' || name === 'input') window.events.push({ name, startTime, painted: startTime + duration })
  }).observe({ type: 'event', durationThreshold: ${unseen} })
})()`

interface KeyEvent {
  name: 'keydown' | 'input'
  startTime: number
  painted: number
}

/** Returns for each key the milliseconds until the paint of its change, or of input events before the next key. */
function computeTimes(events: readonly KeyEvent[]): number[] {
  const keys = events.filter(({ name }) => name === 'keydown').sort((one, other) => one.startTime - other.startTime)
  return keys.map(({ startTime, painted }, at) => {
    const next = keys[at + 1]?.startTime ?? Number.POSITIVE_INFINITY
    const own = events.filter((event) => event.startTime >= startTime && event.startTime < next)
    return Math.max(painted, ...own.map((event) => event.painted)) - startTime
  })
}

const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Types each text over the previous one; returns the milliseconds of each key. */
async function typeAll(page: Page, field: Locator, texts: readonly string[]): Promise<number[]> {
  const developer = await page.context().newCDPSession(page)
  await developer.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  let keys = 0
  for (const text of texts) {
    await field.click()
    await field.selectText()
    const sent: Promise<unknown>[] = []
    for (const key of text) {
      sent.push(developer.send('Input.dispatchKeyEvent', { type: 'keyDown', key, text: key }))
      sent.push(developer.send('Input.dispatchKeyEvent', { type: 'keyUp', key }))
      keys += 1
      await sleep(keyIntervalMs)
    }
    await Promise.all(sent)
    const shown = await field.inputValue()
    if (shown !== text) throw new Error(`typed '${text}', but the field shows '${shown}'`)
    // Waits for the answer of the search before the next text.
    await sleep(4 * keyIntervalMs)
  }
  const slow = computeTimes(await page.evaluate<KeyEvent[]>('window.events'))
  return [...slow, ...Array.from({ length: Math.max(0, keys - slow.length) }, () => unseen)]
}

async function measurePlace(browser: Browser, address: string, session: string, place: Place): Promise<BenchReportRow> {
  const context = await browser.newContext({ viewport: { width: 1366, height: 768 }, serviceWorkers: 'block' })
  await context.addInitScript(session)
  const page = await context.newPage()
  await page.goto(address + place.path)
  const field = place.field(page)
  await field.waitFor()
  await page.evaluate(screenReadyScript)
  await page.evaluate(watchKeys)
  const times = (await typeAll(page, field, place.texts)).sort((one, other) => one - other)
  await context.close()
  const p99 = times[Math.ceil(times.length * 0.99) - 1] ?? 0
  const most = times.at(-1) ?? 0
  return {
    what: `Time from a key to the painted letter, processor ${slowdown} times slower, ${place.what}: p99 of ${times.length} keys (longest ${most.toFixed(0)} ms)`,
    ...compareToMaximum(p99, longest, 'ms'),
  }
}

export async function measureTypingDelay({ port }: RunningProcess): Promise<BenchReportRow[]> {
  const session = await makeLoginScript(port, fiveYearGym.id)
  const browser = await launchChromium()
  try {
    const rows: BenchReportRow[] = []
    for (const place of places) rows.push(await measurePlace(browser, `http://127.0.0.1:${port}`, session, place))
    return rows
  } finally {
    await browser.close()
  }
}
