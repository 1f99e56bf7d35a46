// Measures sales while reminders are sent for 5,000 memberships of the gym that end today, through a local Graph API.
import { setTimeout as wait } from 'node:timers/promises'
import { toLocalDay } from '@torniquete/contract/shared/dates.ts'
import pg from 'pg'
import { z } from 'zod'
import type { FakeGraphApi } from '../server/testing/fake-graph-api.ts'
import type { DatabaseSocket } from './bare-pool.ts'
import { fetchAuthorizationHeader } from './bearer-token.ts'
import { fiveYearGym } from './bench-gyms.ts'
import { computeMedianMeasurement } from './measure-alternately.ts'
import type { RunningProcess } from './processes.ts'
import { computeMedian, type LoadMeasurement, runLoad } from './run-load.ts'
import { fetchIdsForSales, formatSaleRequest } from './till.ts'
import { type BenchReportRow, compareToMaximum, compareToMinimum } from './write-report.ts'

const gym = fiveYearGym.id
const endingCount = 5000
const connections = 16
/** Messages per second that the channel sends. Any one second may contain parts of two batches. */
const perSecond = 20
const maxSeconds = 600_000

/** Finds a time zone in which it is noon, because messages are sent only from 9:00 to 20:00. */
function findNoonZone(now: Date): string {
  const ahead = 12 - now.getUTCHours()
  // The signs of the Etc/GMT zones are inverted.
  return ahead === 0 ? 'Etc/GMT' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`
}

/** Adds clients until 5,000 clients' memberships end today. */
async function endToday(socket: DatabaseSocket, today: string): Promise<void> {
  const client = new pg.Client({ ...socket, user: 'postgres', database: 'postgres' })
  await client.connect()
  await client.query(
    `with missing as (
       select ${endingCount} - count(*)::integer as count from paid_until where gym_id = $1 and day = $2::date + 1
     ), made as (
       insert into clients (gym_id, name, phone_number)
       select $1, 'Avisada ' || n, '809-555-' || lpad((n % 10000)::text, 4, '0') from missing, generate_series(1, missing.count) n
       returning id
     )
     insert into membership_payments (gym_id, id_client, id_user, id_membership, name, price, duration_days, start_date, payment_date)
     select $1, made.id, (select min(id) from users where gym_id = $1), m.id, m.name, m.price, 30, $2::date - 29, now() - interval '1 hour'
     from made join memberships m on m.gym_id = $1 and m.name = 'Mensual'`,
    [gym, today],
  )
  await client.query('analyze clients; analyze membership_payments; analyze paid_until')
  await client.end()
}

/** Largest number of messages sent within any second. */
function countBusiestSecond(times: readonly number[]): number {
  const sorted = [...times].sort((a, b) => a - b)
  let first = 0
  let most = 0
  sorted.forEach((time, last) => {
    while (time - (sorted[first] ?? time) >= 1000) first += 1
    most = Math.max(most, last - first + 1)
  })
  return most
}

/** Makes the channel refuse a batch, so that it pauses for half a minute, and measures sales during that pause. */
async function whilePaused(graph: FakeGraphApi, measure: () => Promise<LoadMeasurement>): Promise<LoadMeasurement> {
  const asked = graph.requests
  graph.manner = { kind: 'refuses', as: 'rateLimit' }
  while (graph.requests === asked) await wait(50)
  await wait(1000)
  graph.manner = { kind: 'takes' }
  const measured = await measure()
  const taken = graph.taken.length
  while (graph.taken.length === taken) await wait(50)
  return measured
}

/** Returns the number of messages in the outbox, including reminders of memberships that ended yesterday. */
async function readPlanTime(port: number, headers: Record<string, string>): Promise<number> {
  const list = await fetch(`http://127.0.0.1:${port}/v1/outbox/?size_page=1`, { headers })
  return z.object({ total: z.number() }).parse(await list.json()).total
}

export async function measureSalesWhileMessaging(
  { port }: RunningProcess,
  socket: DatabaseSocket,
  graph: FakeGraphApi,
): Promise<BenchReportRow[]> {
  const headers = await fetchAuthorizationHeader(port, gym)
  const put = async (path: string, body: object) => {
    const send = { method: 'PUT', headers: { ...headers, 'content-type': 'application/json' } }
    const answer = await fetch(`http://127.0.0.1:${port}/v1${path}`, { ...send, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(await answer.text())
  }
  const zone = findNoonZone(new Date())
  await put('/gym-info/', { timeZone: zone })
  await endToday(socket, toLocalDay(zone, new Date()))
  const shelf = await fetchIdsForSales(port, headers)
  let turn = 0
  const requests = () => formatSaleRequest(headers, shelf, turn++, false)
  const sell = () => runLoad({ port, requests, connections, milliseconds: 8000, status: 201 })

  await sell()
  const before = await sell()
  await put('/notification-config/', {
    message_day_expiration: 'Hola {nombre}, hoy vence tu membresía {membresia}.',
    isActive: true,
  })
  const planning = await sell()
  const pairs: [LoadMeasurement, LoadMeasurement][] = []
  for (let round = 0; round < 4; round += 1) pairs.push([await sell(), await whilePaused(graph, sell)])
  const total = await readPlanTime(port, headers)
  const begun = performance.now()
  while (graph.taken.length < total && performance.now() - begun < maxSeconds) await wait(500)
  await put('/notification-config/', { isActive: false })

  const arrived = new Set(graph.taken.map(({ key }) => key)).size
  const twice = graph.taken.length - arrived
  const what = `${endingCount.toLocaleString('en')} reminders to clients of one gym on one day`
  const sales = 'POST /v1/sales/ in that gym, 16 at once'
  return [
    {
      what: `${what}: ${sales}, while messages are sent, compared with the channel’s pauses`,
      ours: computeMedianMeasurement(pairs.map(([during]) => during)),
      theirs: computeMedianMeasurement(pairs.map(([, paused]) => paused)),
      ...compareToMinimum(
        computeMedian(pairs.map(([during, paused]) => during.perSecond / paused.perSecond)),
        0.9,
        '× req/s',
      ),
    },
    {
      what: `${what}: ${sales}, during the 8 seconds in which they are planned, compared with before`,
      ours: planning,
      theirs: before,
      ...compareToMinimum(planning.perSecond / before.perSecond, 0.9, '× req/s'),
    },
    {
      what: `${what}: maximum number of messages sent within one second`,
      ...compareToMaximum(countBusiestSecond(graph.taken.map(({ at }) => at)), 2 * perSecond, ''),
    },
    {
      what: `${what}: messages of ${total.toLocaleString('en')} that were lost or sent twice`,
      ...compareToMaximum(total - arrived + twice, 0, ''),
    },
  ]
}
