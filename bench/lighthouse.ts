// Runs Lighthouse with its mobile setting on the most used pages. Install it by hand, because it is larger than all
// other tools together: `npm i --no-save lighthouse@12`.
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium } from '@playwright/test'
import { z } from 'zod'
import { repositoryRoot } from '../server/platform/db/repository-root.ts'
import { fiveYearGym } from './bench-gyms.ts'
import { makeLoginScript } from './chromium.ts'
import type { RunningProcess } from './processes.ts'
import { computeMedian } from './run-load.ts'
import { type BenchReportRow, compareToMaximum, compareToMinimum } from './write-report.ts'

const pages = [
  { name: 'login', path: '/', performance: 95 },
  { name: 'dashboard', path: '/dashboard', performance: 90 },
  { name: 'clients', path: '/clients', performance: 90 },
  { name: 'billing', path: '/billing', performance: 90 },
]
const categories = ['performance', 'accessibility', 'best-practices'] as const
const rounds = 5
/** Milliseconds that the main thread of a page may be blocked in total. */
const maxBlockingMs = 200
const debuggingPort = 9333

const Score = z.object({ score: z.number().nullable() })
const Result = z.object({
  lhr: z.object({
    finalDisplayedUrl: z.string(),
    audits: z.object({ 'total-blocking-time': z.object({ numericValue: z.number() }) }),
    categories: z.object({ performance: Score, accessibility: Score, 'best-practices': Score }),
  }),
})
type Scores = Record<(typeof categories)[number] | 'blocking', number>
type Lighthouse = (url: string, flags: object) => Promise<unknown>

async function findLighthouse(): Promise<Lighthouse | null> {
  // Imported by its path, so that everything else builds and runs without the package.
  const file = join(repositoryRoot, 'node_modules/lighthouse/core/index.js')
  if (!existsSync(file)) return null
  const found: { default: Lighthouse } = await import(pathToFileURL(file).href) // the package's documented default export
  return found.default
}

async function readScores(lighthouse: Lighthouse, url: string): Promise<Scores> {
  // Keeps the browser's storage, which contains the login session.
  const flags = { port: debuggingPort, onlyCategories: categories, disableStorageReset: true, logLevel: 'error' }
  const { lhr } = Result.parse(await lighthouse(url, flags))
  if (lhr.finalDisplayedUrl !== url) throw new Error(`${url} led to ${lhr.finalDisplayedUrl}`)
  const score = (name: (typeof categories)[number]) => 100 * (lhr.categories[name].score ?? 0)
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    'best-practices': score('best-practices'),
    blocking: lhr.audits['total-blocking-time'].numericValue,
  }
}

export async function measureLighthouseScores({ port }: RunningProcess): Promise<BenchReportRow[]> {
  const lighthouse = await findLighthouse()
  if (!lighthouse) {
    console.log('Lighthouse is not installed (npm i --no-save lighthouse@12): its rows are left out.')
    return []
  }
  const profile = mkdtempSync(join(tmpdir(), 'torniquete-lighthouse-'))
  const context = await chromium.launchPersistentContext(profile, {
    ...(process.env.CHROMIUM_PATH && { executablePath: process.env.CHROMIUM_PATH }),
    args: ['--no-sandbox', '--disable-background-networking', `--remote-debugging-port=${debuggingPort}`],
  })
  try {
    const address = `http://127.0.0.1:${port}`
    const session = await makeLoginScript(port, fiveYearGym.id)
    const rows: BenchReportRow[] = []
    for (const { name, path, performance } of pages) {
      const page = await context.newPage()
      await page.goto(`${address}/landing`)
      await page.evaluate(path === '/' ? 'localStorage.clear()' : session)
      await page.close()
      const all: Scores[] = []
      for (let round = 0; round < rounds; round += 1) all.push(await readScores(lighthouse, address + path))
      for (const category of categories)
        rows.push({
          what: `Lighthouse, mobile, ${name}: ${category.replace('-', ' ')}`,
          ...compareToMinimum(
            computeMedian(all.map((scores) => scores[category])),
            category === 'performance' ? performance : 100,
            '',
          ),
        })
      rows.push({
        what: `Lighthouse, mobile, ${name}: total blocking time`,
        ...compareToMaximum(computeMedian(all.map(({ blocking }) => blocking)), maxBlockingMs, 'ms'),
      })
    }
    return rows
  } finally {
    await context.close()
    rmSync(profile, { recursive: true, force: true })
  }
}
