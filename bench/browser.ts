// Measures in a browser: scrolling a thousand rows, and the Excel export of ten thousand.
import type { Page } from '@playwright/test'
import { fiveYearGym, formatUsername } from './bench-gyms.ts'
import { launchChromium } from './chromium.ts'
import { benchPassword, type RunningProcess } from './processes.ts'
import { computeMedian } from './run-load.ts'
import { type BenchReportRow, compareToMaximum } from './write-report.ts'

const rounds = 3
const day = (back: number) => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10)

async function logIn(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await page.getByLabel('Usuario').fill(formatUsername(fiveYearGym.id))
  await page.getByRole('textbox', { name: 'Contraseña' }).fill(benchPassword)
  await page.getByRole('textbox', { name: 'Contraseña' }).press('Enter')
  await page.waitForURL('**/dashboard')
}

/** Returns the milliseconds between frames while the list scrolls from its first row to its last. */
async function scroll(page: Page): Promise<number[]> {
  await page.getByRole('table', { name: 'Ventas de productos' }).locator('tbody tr').first().waitFor()
  return page.evaluate<number[]>(`new Promise((resolve) => {
    const list = document.querySelector('table[aria-label="Ventas de productos"]').closest('section')
    const frames = []
    list.scrollTop = 0
    let before = 0
    const step = (now) => {
      if (before) frames.push(now - before)
      before = now
      list.scrollTop += 150
      if (list.scrollTop + list.clientHeight < list.scrollHeight - 1) requestAnimationFrame(step)
      else resolve(frames)
    }
    setTimeout(() => requestAnimationFrame(step), 500)
  })`)
}

/** Measures the time from the click to the file, and the longest gap between two frames during the export. */
async function exportExcel(page: Page): Promise<{ seconds: number; longest: number }> {
  await page.evaluate(`(() => {
    window.longestGap = 0
    let before = performance.now()
    const step = (now) => {
      window.longestGap = Math.max(window.longestGap, now - before)
      before = now
      requestAnimationFrame(step)
    }
    requestAnimationFrame(step)
  })()`)
  const begun = performance.now()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Excel Ventas de productos' }).click()
  await (await download).path()
  return { seconds: (performance.now() - begun) / 1000, longest: await page.evaluate<number>('window.longestGap') }
}

export async function measureScrollAndExport(product: RunningProcess): Promise<BenchReportRow[]> {
  const address = `http://127.0.0.1:${product.port}`
  const browser = await launchChromium()
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    await logIn(page, address)
    await page.goto(`${address}/cash-flow?start=${day(40)}&end=${day(10)}`)
    const frames: number[] = []
    for (let round = 0; round < rounds; round += 1) frames.push(...(await scroll(page)))
    await page.goto(`${address}/billing?sales_start=${day(61)}&sales_end=${day(1)}`)
    await page.getByRole('button', { name: 'Excel Ventas de productos' }).waitFor()
    const exports: { seconds: number; longest: number }[] = []
    for (let round = 0; round < rounds; round += 1) exports.push(await exportExcel(page))
    const late = frames.filter((frame) => frame > 50).length
    return [
      {
        what: `Scrolling 1,000 sales of the cash flow in Chromium: the longest of ${frames.length} frames (${late} over 50 ms)`,
        ...compareToMaximum(Math.max(...frames), 50, 'ms'),
      },
      {
        what: 'Excel of 10,000 sales in Chromium, from the click to the file',
        ...compareToMaximum(computeMedian(exports.map((each) => each.seconds)), 3, 's'),
      },
      {
        what: 'The same: the longest time without a frame during the export',
        ...compareToMaximum(computeMedian(exports.map((each) => each.longest)), 100, 'ms'),
      },
    ]
  } finally {
    await browser.close()
  }
}
