import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { measureClients } from './clients.ts'
import { buildData } from './data.ts'
import { measureDoor } from './door.ts'
import { measurePolled } from './polled.ts'
import { serveBare, startProduct } from './processes.ts'
import { atMost, type Row, report } from './report.ts'
import { measureLoginPage, measureStartUp } from './start-up.ts'

/** Where the product's embedded database listens: the second to last lines of its pid file. */
function socketOf(dataDir: string): { host: string; port: number } {
  const lines = readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')
  return { port: Number(lines[3]), host: lines[4] ?? '' }
}

async function measure(dataDir: string): Promise<Row[]> {
  const seconds = await buildData(dataDir)
  const rows: Row[] = [
    { what: 'Building the data: 2.5 million attendances, 200 other gyms', ...atMost(seconds, 180, 's') },
  ]
  const product = await startProduct(dataDir)
  try {
    await fetch(`http://127.0.0.1:${product.port}/v1/config`)
    const idle = product.memory()
    const door = await measureDoor(product)
    rows.push(...(await measurePolled(product)), ...(await measureClients(product, socketOf(dataDir))), ...door.rows)
    rows.push(
      { what: 'Server’s memory, idle', ...atMost(idle, 150, 'MB') },
      { what: 'Server’s memory, 300 streams, after 1,000 passes', ...atMost(door.memory, 220, 'MB') },
    )
  } finally {
    await product.stop()
  }
  return [...rows, ...(await measureStartUp(dataDir)), ...measureLoginPage()]
}

if (process.argv[2] === 'bare') await serveBare()
else {
  const dataDir = mkdtempSync(join(tmpdir(), 'torniquete-bench-'))
  try {
    report(await measure(dataDir))
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}
