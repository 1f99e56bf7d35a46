// Measures the dashboard: time to read its figures after a change, and the server load of 500 open dashboards.
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { fetchAuthorizationHeader } from './bearer-token.ts'
import { fiveYearGym, oneYearGym } from './bench-gyms.ts'
import type { RunningProcess } from './processes.ts'
import { computeMedian, formatHttpRequest, type LoadMeasurement, runLoad, summarizeRequestTimes } from './run-load.ts'
import { type BenchReportRow, compareToMaximum } from './write-report.ts'

const path = '/v1/statistics/'
const rounds = 150
const dashboards = 500
const seconds = 20

async function anyClient(port: number, headers: Record<string, string>): Promise<number> {
  const answer = await (await fetch(`http://127.0.0.1:${port}/v1/clients/?size_page=1`, { headers })).json()
  return z.object({ items: z.array(z.object({ id: z.number() })) }).parse(answer).items[0]?.id ?? 0
}

const attend = (port: number, headers: Record<string, string>, id_client: number) =>
  fetch(`http://127.0.0.1:${port}/v1/attendances/`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ id_client }),
  })

/** Adds an attendance before each read, so that the figures cannot come from the cache. */
async function afterChanges(port: number, gym: number): Promise<LoadMeasurement> {
  const headers = await fetchAuthorizationHeader(port, gym)
  const client = await anyClient(port, headers)
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    await attend(port, headers, client)
    const sent = performance.now()
    await (await fetch(`http://127.0.0.1:${port}${path}`, { headers })).text()
    times.push(performance.now() - sent)
  }
  return summarizeRequestTimes(
    times.slice(20),
    times.reduce((sum, time) => sum + time, 0),
  )
}

/**
 * Returns the share of one core that the server uses while all dashboards poll as the browser does and one attendance
 * arrives each second.
 */
async function openDashboards(product: RunningProcess): Promise<number> {
  const { port } = product
  const headers = await fetchAuthorizationHeader(port, fiveYearGym.id)
  const client = await anyClient(port, headers)
  const coming = setInterval(() => void attend(port, headers, client), 1000)
  const polls = [path, '/v1/devices/']
  const before = product.processorSeconds()
  const begun = performance.now()
  const until = begun + seconds * 1000
  const screen = async (index: number) => {
    // Spreads the dashboards over the five seconds between polls; each dashboard sends its own ETags.
    await pause((5000 * index) / dashboards)
    const tags = new Map<string, string>()
    while (performance.now() < until) {
      for (const each of polls) {
        const tag = tags.get(each)
        const answer = await fetch(`http://127.0.0.1:${port}${each}`, {
          headers: { ...headers, ...(tag && { 'if-none-match': tag }) },
        })
        await answer.arrayBuffer()
        tags.set(each, answer.headers.get('etag') ?? '')
      }
      await pause(5000)
    }
  }
  await Promise.all(Array.from({ length: dashboards }, (_, index) => screen(index)))
  clearInterval(coming)
  return ((product.processorSeconds() - before) * 100_000) / (performance.now() - begun)
}

export async function measureDashboard(product: RunningProcess): Promise<BenchReportRow[]> {
  const { port } = product
  // Alternates between both gyms, so that other load on the machine affects both equally.
  const pairs: [LoadMeasurement, LoadMeasurement][] = []
  for (let turn = 0; turn < 3; turn += 1)
    pairs.push([await afterChanges(port, fiveYearGym.id), await afterChanges(port, oneYearGym.id)])
  const five = pairs.map(([ours]) => ours.p99)
  const ratio = computeMedian(pairs.map(([ours, theirs]) => ours.p50 / theirs.p50))
  const warm = await runLoad({
    port,
    requests: [formatHttpRequest('GET', path, await fetchAuthorizationHeader(port, fiveYearGym.id))],
    connections: 1,
    milliseconds: 500,
    status: 200,
  })
  return [
    {
      what: 'Statistics after a change, 10,000 members and five years of visits',
      ...(pairs[0] && { ours: pairs[0][0] }),
      ...compareToMaximum(computeMedian(five), 10, 'ms p99'),
    },
    {
      what: 'The same, compared with a gym of one year',
      ...(pairs[0] && { ours: pairs[0][0], theirs: pairs[0][1] }),
      ...compareToMaximum(ratio, 1.2, '× p50'),
    },
    { what: 'Statistics from the cache, 1 at once', ours: warm, ...compareToMaximum(warm.p99, 5, 'ms p99') },
    {
      what: `${dashboards} open dashboards (statistics and devices every 5 s), a pass every second: the server’s share of one core`,
      ...compareToMaximum(await openDashboards(product), 40, '%'),
    },
  ]
}
