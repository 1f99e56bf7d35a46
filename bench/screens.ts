// Measures bytes and requests of each screen until it is completely shown.

import { fiveYearGym } from './bench-gyms.ts'
import { launchChromium, makeLoginScript } from './chromium.ts'
import type { RunningProcess } from './processes.ts'
import { measurePageWeight, screenDownloadBudgets } from './screen-download.ts'
import { type BenchReportRow, compareToMaximum } from './write-report.ts'

/**
 * Uses a new context for each screen, with its own cache. No service worker, which would fetch files not needed yet.
 */
export async function measureScreens({ port }: RunningProcess): Promise<BenchReportRow[]> {
  const sessions = { gym: await makeLoginScript(port, fiveYearGym.id), master: await makeLoginScript(port, 'master') }
  const browser = await launchChromium()
  try {
    const rows: BenchReportRow[] = []
    for (const { path, who, kilobytes, requests: most } of screenDownloadBudgets) {
      const context = await browser.newContext({ viewport: { width: 412, height: 823 }, serviceWorkers: 'block' })
      if (who) await context.addInitScript(sessions[who])
      const { requests, files, brotli, gzip } = await measurePageWeight(context, `http://127.0.0.1:${port}${path}`)
      await context.close()
      rows.push(
        {
          what: `${path}: JavaScript and CSS until the screen is complete, ${files} files, gzip (over TLS, brotli: ${brotli.toFixed(0)} kB)`,
          ...compareToMaximum(gzip, kilobytes, 'kB'),
        },
        { what: `${path}: requests until the screen is complete`, ...compareToMaximum(requests, most, '') },
      )
    }
    return rows
  } finally {
    await browser.close()
  }
}
