// Measures sales compared with the same statements through the bare driver, and the lists and sums of five years.
import { randomUUID } from 'node:crypto'
import { foldCaseAndAccents } from '@torniquete/contract/shared/text-matching.ts'
import type pg from 'pg'
import { z } from 'zod'
import { DatabaseLog } from '../server/platform/db/database-log.ts'
import { GymStatementRunner } from '../server/platform/db/gym-statements.ts'
import { claimIdempotencyKey } from '../server/platform/http/idempotency.ts'
import { runLastWriteStatement } from '../server/platform/http/last-statement.ts'
import { lockProducts, type ProductBillLine, readBuyerWithSharedLock } from '../server/till/bills/queries.ts'
import { bookSale } from '../server/till/sales/queries.ts'
import { type DatabaseSocket, openBarePool, serverRoleConnectionOptions } from './bare-pool.ts'
import { fetchAuthorizationHeader } from './bearer-token.ts'
import { firstNames, fiveYearGym } from './bench-gyms.ts'
import { computeMedianMeasurement, measureAlternately } from './measure-alternately.ts'
import type { RunningProcess } from './processes.ts'
import { formatHttpRequest, type LoadMeasurement, runLoad, summarizeRequestTimes } from './run-load.ts'
import { shopRowCounts } from './shop-data.ts'
import { type BenchReportRow, compareToMaximum, compareToMinimum } from './write-report.ts'

const connections = 16
const milliseconds = 2500
const gym = fiveYearGym.id

interface Shelf {
  client: number
  user: number
  products: number[]
}

/** Returns three products for a sale: always the same, or different ones each time. */
const makeCart = ({ products }: Shelf, turn: number, same: boolean): number[] =>
  [0, 1, 2].map((place) => products[same ? place : (turn * 37 + place * 131) % products.length] ?? 0)

export async function fetchIdsForSales(port: number, headers: Record<string, string>): Promise<Shelf> {
  const ask = async (path: string) => (await fetch(`http://127.0.0.1:${port}/v1${path}`, { headers })).json()
  const Items = z.object({ items: z.array(z.object({ id: z.number() })) })
  const [first] = Items.parse(await ask('/clients/')).items
  const [user] = z.array(z.object({ id: z.number() })).parse(await ask('/users/'))
  const products = Items.parse(await ask('/products/?size_page=1000')).items.map(({ id }) => id)
  return { client: first?.id ?? 0, user: user?.id ?? 0, products }
}

/** Runs the statements of a sale without session, contract and HTTP; each statement waits for the previous one. */
async function sellOnBareDriver(pool: pg.Pool, shelf: Shelf, turn: number, same: boolean): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query(
      `select set_config('app.gym_id', '${gym}', true), set_config('app.user_id', '${shelf.user}', true)`,
    )
    const tx = new GymStatementRunner(client, gym, new DatabaseLog())
    const keyed = { gym, call: 'sales.create', key: randomUUID(), params: undefined, body: { turn }, secret: 'x' }
    await claimIdempotencyKey(tx, keyed)
    await readBuyerWithSharedLock(tx, gym, shelf.client)
    const ids = makeCart(shelf, turn, same)
    const stock = await lockProducts(tx, gym, ids)
    const lines: ProductBillLine[] = ids.map((id) => ({
      id_product: id,
      product_name: stock.get(id)?.name ?? '',
      quantity: 1,
      unit_price: stock.get(id)?.sale_price ?? '0.00',
      discount: 0,
      tax: 18,
    }))
    const now = new Date()
    const sale = { gym_id: gym, id_party: shelf.client, id_user: shelf.user, created_at: now, how: {}, receipt: null }
    await runLastWriteStatement(tx, bookSale(tx, { lines, stock, total: '99.00' }, sale), keyed, 201)
    await Promise.all(tx.askLast())
    await client.query("select current_setting('app.changed', true)")
    await client.query('commit')
  } finally {
    client.release()
  }
}

async function bareSales(pool: pg.Pool, shelf: Shelf, same: boolean): Promise<LoadMeasurement> {
  const times: number[] = []
  const begun = performance.now()
  let turn = 0
  const seller = async () => {
    while (performance.now() - begun < milliseconds) {
      const sent = performance.now()
      await sellOnBareDriver(pool, shelf, turn++, same)
      times.push(performance.now() - sent)
    }
  }
  await Promise.all(Array.from({ length: connections }, seller))
  return summarizeRequestTimes(times, performance.now() - begun)
}

/** Makes the body of a sale, and its headers apart from those of the session. */
export function makeSaleBodyAndHeaders(shelf: Shelf, turn: number, same: boolean) {
  const items = makeCart(shelf, turn, same).map((id_product) => ({ id_product, quantity: 1, tax: 18 }))
  const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID() }
  return { headers, body: JSON.stringify({ id_client: shelf.client, items }) }
}

export function formatSaleRequest(session: Record<string, string>, shelf: Shelf, turn: number, same: boolean): Buffer {
  const { headers, body } = makeSaleBodyAndHeaders(shelf, turn, same)
  const head = { ...session, ...headers, 'content-length': String(Buffer.byteLength(body)) }
  return Buffer.concat([formatHttpRequest('POST', '/v1/sales/', head), Buffer.from(body)])
}

async function measureSales(port: number, headers: Record<string, string>, pool: pg.Pool): Promise<BenchReportRow[]> {
  const shelf = await fetchIdsForSales(port, headers)
  const rows: BenchReportRow[] = []
  for (const [same, title, wanted] of [
    [false, '3 lines of 400 products', 0.6],
    [true, '3 lines, always the same products', 0.4],
  ] as const) {
    let turn = 0
    const { ours, theirs, ratio } = await measureAlternately(
      () =>
        runLoad({
          port,
          requests: () => formatSaleRequest(headers, shelf, turn++, same),
          connections,
          milliseconds,
          status: 201,
        }),
      () => bareSales(pool, shelf, same),
    )
    rows.push({
      what: `POST /v1/sales/, ${title}, 16 at once in one gym, compared with the same statements in one transaction on the bare driver`,
      ours,
      theirs,
      ...compareToMinimum(ratio, wanted, '× req/s'),
    })
  }
  return rows
}

const day = (back: number) => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10)
const between = (from: number, until: number) => `start_date=${day(from)}&end_date=${day(until)}`
const listPlainReads = (name: string) => encodeURIComponent(foldCaseAndAccents(name))

interface Read {
  what: string
  most: number
  atOnce: number
  paths: string[]
}

function reads(): Read[] {
  const months = Array.from({ length: 20 }, (_, index) => between(30 * (index + 1), 30 * index))
  const years = [0, 1, 2, 3].map((index) => between(365 * (index + 1), 365 * index))
  const named = (ranges: string[], names: string[]) =>
    names.flatMap((name, index) => `/v1/sales/?${ranges[index % ranges.length]}&client_name=${listPlainReads(name)}`)
  const list = `Sales list with its sum among ${shopRowCounts.sales.toLocaleString('en')}`
  const thousand = months.map((range) => `size_page=1000&${range}`)
  return [
    {
      what: `${list}, a month and a first name of 1 in 50 clients, 1 at once`,
      most: 20,
      atOnce: 1,
      paths: named(months, firstNames),
    },
    {
      what: `${list}, a month and a first name of 1 in 50 clients, 4 at once`,
      most: 20,
      atOnce: 4,
      paths: named(months, firstNames),
    },
    { what: `${list}, a year and a first name, 1 at once`, most: 20, atOnce: 1, paths: named(years, firstNames) },
    { what: `${list}, a month and a rare name, 1 at once`, most: 20, atOnce: 1, paths: named(months, ['wenceslao']) },
    {
      what: `${list}, a first name over all five years, 1 at once`,
      most: 20,
      atOnce: 1,
      paths: named(['page=0'], firstNames),
    },
    {
      what: `${list}, a first name over all five years, 4 at once`,
      most: 20,
      atOnce: 4,
      paths: named(['page=0'], firstNames),
    },
    {
      what: 'Cash flow: 1,000 sales of a month, their lines and their sum',
      most: 80,
      atOnce: 1,
      paths: thousand.map((query) => `/v1/sales/?${query}`),
    },
    {
      what: 'Cash flow: 1,000 membership sales of a year',
      most: 80,
      atOnce: 1,
      paths: years.map((range) => `/v1/membership_payments/?size_page=1000&${range}`),
    },
    {
      what: 'Cash flow: 1,000 purchases of a year',
      most: 80,
      atOnce: 1,
      paths: years.map((range) => `/v1/purchase/?size_page=1000&${range}`),
    },
    {
      what: 'Revenue by worker, five years and 12 weeks in turn, 4 at once, during ten sales a second',
      most: 50,
      atOnce: 4,
      paths: ['yearly', 'weekly', 'monthly', 'quarterly'].map(
        (period) => `/v1/statistics/sales_by_user?period=${period}`,
      ),
    },
  ]
}

export async function measureTill(product: RunningProcess, socketFolder: DatabaseSocket): Promise<BenchReportRow[]> {
  const headers = await fetchAuthorizationHeader(product.port, gym)
  const pool = openBarePool(socketFolder, connections, serverRoleConnectionOptions)
  const shelf = await fetchIdsForSales(product.port, headers)
  const rows: BenchReportRow[] = []
  const selling = setInterval(() => void sellOnBareDriver(pool, shelf, 1, false), 100)
  for (const { what, most, atOnce, paths } of reads()) {
    const requests = paths.map((path) => formatHttpRequest('GET', path, headers))
    const rounds: LoadMeasurement[] = []
    for (let round = 0; round < 4; round += 1)
      rounds.push(await runLoad({ port: product.port, requests, connections: atOnce, milliseconds: 1500, status: 200 }))
    const ours = computeMedianMeasurement(rounds.slice(1))
    rows.push({ what, ours, ...compareToMaximum(ours.p99, most, 'ms p99') })
  }
  clearInterval(selling)
  rows.unshift(...(await measureSales(product.port, headers, pool)))
  await pool.end()
  return rows
}
