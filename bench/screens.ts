// What each screen fetches until it stands.
import { launchChromium, signIn } from './chromium.ts'
import { fiveYearGym } from './gyms.ts'
import type { RunningProcess } from './processes.ts'
import { atMost, type Row } from './report.ts'
import { screens, weigh } from './weight.ts'

/** Each context has its own cache and storage; the service worker would fetch what the page does not wait for. */
export async function measureScreens({ port }: RunningProcess): Promise<Row[]> {
  const sessions = { gym: await signIn(port, fiveYearGym.id), master: await signIn(port, 'master') }
  const browser = await launchChromium()
  try {
    const rows: Row[] = []
    for (const { path, who, kilobytes, requests: most } of screens) {
      const context = await browser.newContext({ viewport: { width: 412, height: 823 }, serviceWorkers: 'block' })
      if (who) await context.addInitScript(sessions[who])
      const { requests, files, brotli, gzip } = await weigh(context, `http://127.0.0.1:${port}${path}`)
      await context.close()
      rows.push(
        {
          what: `${path}: JavaScript and CSS until it stands, ${files} files, gzip (over TLS, brotli: ${brotli.toFixed(0)} kB)`,
          ...atMost(gzip, kilobytes, 'kB'),
        },
        { what: `${path}: requests until it stands`, ...atMost(requests, most, '') },
      )
    }
    return rows
  } finally {
    await browser.close()
  }
}
