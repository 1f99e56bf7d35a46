import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { repositoryRoot } from '../server/platform/db/repository-root.ts'
import { benchPassword } from './processes.ts'
import { computeMedian } from './run-load.ts'
import { type BenchReportRow, compareToMaximum } from './write-report.ts'

/** Measures the seconds from `npm start` until /ready answers 200, with packages and build already present. */
async function startOnce(dataDir: string, port: number): Promise<number> {
  const begun = performance.now()
  const environment = {
    ...process.env,
    DATA_DIR: dataDir,
    PORT: String(port),
    HOST: '127.0.0.1',
    MASTER_PASSWORD: benchPassword,
  }
  const child = spawn('npm', ['start'], { cwd: repositoryRoot, env: environment, stdio: 'ignore', detached: true })
  try {
    for (;;) {
      const ready = await fetch(`http://127.0.0.1:${port}/ready`).then(
        (response) => response.ok,
        () => false,
      )
      if (ready) return (performance.now() - begun) / 1000
      if (performance.now() - begun > 60_000) throw new Error('it did not start within a minute')
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  } finally {
    // Stops npm, its shell and the server, which are one process group.
    if (child.pid) process.kill(-child.pid, 'SIGTERM')
    await once(child, 'exit')
    await waitUntilGone(port)
  }
}

async function waitUntilGone(port: number): Promise<void> {
  while (
    await fetch(`http://127.0.0.1:${port}/health`).then(
      () => true,
      () => false,
    )
  )
    await new Promise((resolve) => setTimeout(resolve, 50))
  await new Promise((resolve) => setTimeout(resolve, 500))
}

export async function measureStartUp(dataDir: string): Promise<BenchReportRow[]> {
  const times: number[] = []
  for (let round = 0; round < 5; round += 1) times.push(await startOnce(dataDir, 3999))
  return [
    {
      what: '`npm start` until /ready answers, packages and build present, the data above',
      ...compareToMaximum(computeMedian(times), 1.5, 's'),
    },
  ]
}
