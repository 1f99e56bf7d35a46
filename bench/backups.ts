// Runs the backup command while the product sells: how much it slows sales, and durations of backup and restore.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { repositoryRoot } from '../server/platform/db/repository-root.ts'
import { fetchAuthorizationHeader } from './bearer-token.ts'
import { fiveYearGym } from './bench-gyms.ts'
import { measureAlternately } from './measure-alternately.ts'
import type { RunningProcess } from './processes.ts'
import { runLoad } from './run-load.ts'
import { fetchIdsForSales, formatSaleRequest } from './till.ts'
import { type BenchReportRow, compareToMaximum, compareToMinimum } from './write-report.ts'

/** Number of connections that sell; each stands for one front desk. */
const connections = 4
/** Milliseconds of sales measured at the start of each backup, which takes a minute and a half in total. */
const milliseconds = 5000

const begin = (name: 'backup' | 'restore', dataDir: string, file: string, complaints: 'inherit' | 'ignore') =>
  spawn(process.execPath, [join(repositoryRoot, 'server/operations/archive/main.ts'), name, file], {
    env: { ...process.env, DATA_DIR: dataDir },
    stdio: ['ignore', 'ignore', complaints],
  })

/** Runs the command on a data folder and returns the seconds that it took. */
async function command(name: 'backup' | 'restore', dataDir: string, file: string): Promise<number> {
  const begun = performance.now()
  const [code] = await once(begin(name, dataDir, file, 'inherit'), 'exit')
  if (code !== 0) throw new Error(`${name} ended with ${code}`)
  return (performance.now() - begun) / 1000
}

export async function measureBackups({ port }: RunningProcess, dataDir: string): Promise<BenchReportRow[]> {
  const headers = await fetchAuthorizationHeader(port, fiveYearGym.id)
  const shelf = await fetchIdsForSales(port, headers)
  const folder = mkdtempSync(join(tmpdir(), 'torniquete-bench-copy-'))
  const file = join(folder, 'torniquete.copia')
  let turn = 0
  const requests = () => formatSaleRequest(headers, shelf, turn++, false)
  const sell = () => runLoad({ port, requests, connections, milliseconds, status: 201 })
  try {
    const { ours, theirs, ratio } = await measureAlternately(async () => {
      const copying = begin('backup', dataDir, file, 'ignore')
      const ended = once(copying, 'exit')
      const sold = await sell()
      if (copying.exitCode !== null) throw new Error('the backup ended before the sales')
      copying.kill('SIGINT')
      await ended
      return sold
    }, sell)
    const copied = await command('backup', dataDir, file)
    const into = join(folder, 'restored')
    const restored = await command('restore', into, file)
    const what = 'POST /v1/sales/, 4 at once, while `npm run backup` copies five years, compared with no backup'
    return [
      { what, ours, theirs, ...compareToMinimum(ratio, 0.9, '× req/s') },
      { what: 'The same: p99', ours, theirs, ...compareToMaximum(ours.p99, Math.max(100, 3 * theirs.p99), 'ms') },
      {
        what: `Duration of the backup while the product runs (${(statSync(file).size / 1e6).toFixed(0)} MB)`,
        ...compareToMaximum(copied, 120, 's'),
      },
      { what: 'Duration of the restore of that backup', ...compareToMaximum(restored, 120, 's') },
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
