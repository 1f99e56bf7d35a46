// Measures lists while another gym reads its largest list, and lists of a gym that has just been filled, for which the
// planner has no statistics yet.
import pg from 'pg'
import type { DatabaseSocket } from './bare-pool.ts'
import { fetchAuthorizationHeader } from './bearer-token.ts'
import { fiveYearGym, initiallyEmptyGym, oneYearGym } from './bench-gyms.ts'
import { fillGym } from './fill-database.ts'
import { computeMedianMeasurement } from './measure-alternately.ts'
import type { RunningProcess } from './processes.ts'
import { formatHttpRequest, type LoadMeasurement, runLoad } from './run-load.ts'
import { type BenchReportRow, compareToMaximum } from './write-report.ts'

const rounds = 5

/** Reads the pages of a list one after the other. */
async function pages(port: number, headers: Record<string, string>): Promise<LoadMeasurement> {
  const requests = Array.from({ length: 20 }, (_, page) =>
    formatHttpRequest('GET', `/v1/clients/?page=${page}&size_page=10`, headers),
  )
  const measured: LoadMeasurement[] = []
  for (let round = 0; round < rounds; round += 1)
    measured.push(await runLoad({ port, requests, connections: 1, milliseconds: 1000, status: 200 }))
  return computeMedianMeasurement(measured)
}

async function measureBesideHeavyReader(port: number): Promise<BenchReportRow> {
  const [headers, others] = [
    await fetchAuthorizationHeader(port, oneYearGym.id),
    await fetchAuthorizationHeader(port, fiveYearGym.id),
  ]
  const quiet = await pages(port, headers)
  // Each request has another search text, so that no answer comes from a cache.
  const heavy = Array.from({ length: 400 }, (_, page) =>
    formatHttpRequest('GET', `/v1/sales/?page=${page % 290}&size_page=1000`, others),
  )
  const reading = runLoad({ port, requests: heavy, connections: 16, milliseconds: rounds * 1000 + 500, status: 200 })
  const meanwhile = await pages(port, headers)
  await reading
  return {
    what: 'Client list of a gym while another gym reads 1,000 sales a page, 16 at once: p99 compared with no other load',
    ours: meanwhile,
    theirs: quiet,
    ...compareToMaximum(meanwhile.p99 / quiet.p99, 3, '× p99'),
  }
}

async function measureFreshGym(port: number, socket: DatabaseSocket): Promise<BenchReportRow> {
  const owner = new pg.Client({ ...socket, user: 'postgres', database: 'postgres' })
  await owner.connect()
  await owner.query("set session_replication_role = replica; set work_mem = '256MB'")
  await fillGym(owner, initiallyEmptyGym)
  const headers = await fetchAuthorizationHeader(port, initiallyEmptyGym.id)
  const fresh = await pages(port, headers)
  await owner.query('analyze')
  const usual = await pages(port, headers)
  await owner.end()
  return {
    what: `Client list of a gym filled a moment ago with ${initiallyEmptyGym.clients.toLocaleString('en')} clients, before the planner has statistics: p99 compared with after`,
    ours: fresh,
    theirs: usual,
    ...compareToMaximum(fresh.p99 / usual.p99, 1.5, '× p99'),
  }
}

export async function measureNeighbourImpact(
  { port }: RunningProcess,
  socket: DatabaseSocket,
): Promise<BenchReportRow[]> {
  return [await measureBesideHeavyReader(port), await measureFreshGym(port, socket)]
}
