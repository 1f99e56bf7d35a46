// `npm run bench` measures everything and stores the table of results; `npm run bench -- till,payments` measures only
// these parts and prints the table.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StandInServer } from '@torniquete/dgii-stand-in/stand-in.ts'
import { FakeGraphApi } from '../server/testing/fake-graph-api.ts'
import { measureBackups } from './backups.ts'
import type { DatabaseSocket } from './bare-pool.ts'
import { measureScrollAndExport } from './browser.ts'
import { measureClientImport } from './client-import.ts'
import { measureClientListAndSearch } from './clients.ts'
import { measureDashboard } from './dashboard.ts'
import { measurePassLatency } from './door.ts'
import { fillDatabase } from './fill-database.ts'
import { measureFiscalSales } from './fiscal.ts'
import { measureLighthouseScores } from './lighthouse.ts'
import { measureSalesWhileMessaging } from './messages.ts'
import { measureNeighbourImpact } from './neighbour-gyms.ts'
import { measurePayments } from './payments.ts'
import { measureScreenPolls } from './polls.ts'
import { type RunningProcess, runFixedAnswerServer, startBuiltServer } from './processes.ts'
import { measureReplacedTerminal } from './replaced-terminal.ts'
import { measureScreens } from './screens.ts'
import { measureShopRequests } from './shop.ts'
import { measureStartUp } from './start-up.ts'
import { measureThousandTerminals } from './thousand-terminals.ts'
import { measureTill } from './till.ts'
import { measureTwoServers } from './two-servers.ts'
import { measureTypingDelay } from './typing-delay.ts'
import { type BenchReportRow, compareToMaximum, formatReportTable, writeReport } from './write-report.ts'

interface Measuring {
  product: RunningProcess
  /** Connection to the product's database. */
  socket: DatabaseSocket
  dataDir: string
  /** Fake Graph API that receives the product's messages. */
  graph: FakeGraphApi
  dgii: StandInServer
  /** Memory of the server before its first request, in MB. */
  idle: number
}

const parts: Record<string, (measuring: Measuring) => Promise<BenchReportRow[]>> = {
  // Runs first, because it measures the memory of a server that has not worked yet.
  door: async ({ product, idle }) => {
    const door = await measurePassLatency(product)
    return [
      ...door.rows,
      { what: 'Server’s memory, idle', ...compareToMaximum(idle, 150, 'MB') },
      { what: 'Server’s memory, 300 streams, after 1,000 passes', ...compareToMaximum(door.memory, 220, 'MB') },
    ]
  },
  polled: ({ product }) => measureScreenPolls(product),
  clients: ({ product, socket }) => measureClientListAndSearch(product, socket),
  dashboard: ({ product }) => measureDashboard(product),
  till: ({ product, socket }) => measureTill(product, socket),
  fiscal: ({ product, dgii }) => measureFiscalSales(product, dgii),
  shop: ({ product }) => measureShopRequests(product),
  copies: ({ product, dataDir }) => measureBackups(product, dataDir),
  payments: ({ product, socket }) => measurePayments(product, socket),
  neighbours: ({ product, socket }) => measureNeighbourImpact(product, socket),
  servers: ({ product, socket, dataDir }) => measureTwoServers(product, socket, dataDir),
  browser: ({ product }) => measureScrollAndExport(product),
  typing: ({ product }) => measureTypingDelay(product),
  screens: ({ product }) => measureScreens(product),
  lighthouse: ({ product }) => measureLighthouseScores(product),
  terminals: ({ product, socket }) => measureThousandTerminals(product, socket),
  replaced: ({ product, socket, dataDir }) => measureReplacedTerminal(product.port, socket, dataDir),
  imports: ({ product }) => measureClientImport(product),
  // Runs last, because it moves the five-year gym to another time zone.
  messages: ({ product, socket, graph }) => measureSalesWhileMessaging(product, socket, graph),
}

/** Reads port and socket folder of the embedded database from its pid file. */
function readSocketFolder(dataDir: string): DatabaseSocket {
  const lines = readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')
  return { port: Number(lines[3]), host: lines[4] ?? '' }
}

async function measure(dataDir: string, only: string | undefined): Promise<BenchReportRow[]> {
  const wanted = (name: string) => !only || only.split(',').includes(name)
  const seconds = await fillDatabase(dataDir)
  const what = 'Building the data: 2.5 million attendances, 300,000 sales, 200 other gyms'
  const rows: BenchReportRow[] = [{ what, ...compareToMaximum(seconds, 180, 's') }]
  const graph = await FakeGraphApi.start()
  const dgii = await new StandInServer().start()
  const product = await startBuiltServer(dataDir, {
    WHATSAPP_TOKEN: 'bench',
    WHATSAPP_PHONE_ID: '106540352242922',
    WHATSAPP_URL: graph.url,
    DGII_URL: dgii.address,
  })
  try {
    await fetch(`http://127.0.0.1:${product.port}/v1/config`)
    const measuring = { product, socket: readSocketFolder(dataDir), dataDir, graph, dgii, idle: product.memory() }
    for (const [name, part] of Object.entries(parts))
      if (wanted(name)) {
        const measured = await part(measuring)
        // Prints and stores the results so far, because a later part may fail.
        console.log(formatReportTable(measured))
        rows.push(...measured)
      }
  } finally {
    await product.stop()
    await graph.close()
    await dgii.stop()
  }
  return wanted('start') ? [...rows, ...(await measureStartUp(dataDir))] : rows
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

const [, , part] = process.argv
if (part === 'bare') await runFixedAnswerServer()
else {
  const dataDir = mkdtempSync(join(tmpdir(), 'torniquete-bench-'))
  try {
    const rows = await measure(dataDir, part)
    if (!part) writeReport(rows)
  } finally {
    for (const folder of [dataDir, `${dataDir}-copias`]) rmSync(folder, { recursive: true, force: true })
  }
}
