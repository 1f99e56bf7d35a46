// Measures reports over five years (payment methods, product sales and stock, discounts, an X report, stock movements,
// front desk lists), and a purchase with that much data.
import { randomUUID } from 'node:crypto'
import { foldCaseAndAccents } from '@torniquete/contract/shared/text-matching.ts'
import { fetchAuthorizationHeader } from './bearer-token.ts'
import { fiveYearGym, frequentFirstName } from './bench-gyms.ts'
import {
  firstNamesExceptFrequent,
  formatDateRangeQuery,
  makeReadRequestGroups,
  type ReadRequestGroup,
  yearRangeQueries,
} from './counter-lists.ts'
import { computeMedianMeasurement } from './measure-alternately.ts'
import type { RunningProcess } from './processes.ts'
import { formatHttpRequest, type LoadMeasurement, runLoad } from './run-load.ts'
import { shopRowCounts } from './shop-data.ts'
import { fetchIdsForSales, makeSaleBodyAndHeaders } from './till.ts'
import { type BenchReportRow, compareToMaximum } from './write-report.ts'

const whole = ['', formatDateRangeQuery(1700, 40), formatDateRangeQuery(1500, 3)]
const wanted = 20

const reads = (products: readonly number[]): ReadRequestGroup[] => [
  {
    what: 'Cash flow by payment method, all five years and most of them',
    paths: whole.map((range) => `/v1/tenders/?${range}`),
  },
  { what: 'The same for a year', paths: yearRangeQueries.map((range) => `/v1/tenders/?${range}`) },
  {
    what: 'Sales, memberships and purchases by payment method, all five years and most of them',
    paths: whole.flatMap((range) => ['sale', 'payment', 'purchase'].map((kind) => `/v1/tenders/${kind}/?${range}`)),
  },
  {
    what: 'Sales by payment method, a first name of 1 in 50 clients over all five years',
    paths: firstNamesExceptFrequent.map(
      (name) => `/v1/tenders/sale/?party_name=${encodeURIComponent(foldCaseAndAccents(name))}`,
    ),
  },
  {
    what: 'The same for a name of 1 in 5 clients',
    paths: [`/v1/tenders/sale/?party_name=${foldCaseAndAccents(frequentFirstName)}`],
  },
  {
    what: 'Best-selling and unsold products: 400 products, all five years and most of them',
    paths: whole.flatMap((range) => ['best', 'name'].map((which) => `/v1/stock/?which=${which}&${range}`)),
  },
  { what: 'The same for a year', paths: yearRangeQueries.map((range) => `/v1/stock/?which=best&${range}`) },
  { what: 'Products not sold recently', paths: ['/v1/stock/?which=still'] },
  {
    what: `Discounts: one line in twenty of ${shopRowCounts.sales.toLocaleString('en')} sales, all five years, first, middle and last pages`,
    paths: [0, 1, 50, 1000].map((page) => `/v1/discounts/?page=${page}`),
  },
  {
    what: 'The same for a year and one seller',
    paths: yearRangeQueries.map((range) => `/v1/discounts/?user_name=vendedora&${range}`),
  },
  {
    what: 'Stock movements of a product, the newest page',
    paths: products.slice(0, 50).map((id) => `/v1/movements/?id_product=${id}`),
  },
]

async function post(port: number, headers: Record<string, string>, path: string, body: object) {
  const sent = { ...headers, 'content-type': 'application/json', 'idempotency-key': randomUUID() }
  const answer = await fetch(`http://127.0.0.1:${port}/v1${path}`, {
    method: 'POST',
    headers: sent,
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as { id: number } // each of these calls creates a row
}

async function measured(
  port: number,
  requests: readonly Buffer[] | (() => Buffer),
  status = 200,
): Promise<LoadMeasurement> {
  const rounds: LoadMeasurement[] = []
  for (let round = 0; round < 4; round += 1)
    rounds.push(await runLoad({ port, requests, connections: 1, milliseconds: 1500, status }))
  return computeMedianMeasurement(rounds.slice(1))
}

export async function measureShopRequests({ port }: RunningProcess): Promise<BenchReportRow[]> {
  const headers = await fetchAuthorizationHeader(port, fiveYearGym.id)
  const shelf = await fetchIdsForSales(port, headers)
  const rows: BenchReportRow[] = []
  for (const { what, paths } of [...reads(shelf.products), ...(await makeReadRequestGroups(port, headers))]) {
    const ours = await measured(
      port,
      paths.map((path) => formatHttpRequest('GET', path, headers)),
    )
    rows.push({ what, ours, ...compareToMaximum(ours.p99, wanted, 'ms p99') })
  }

  const drawer = await post(port, headers, '/cash_drawers/', { name: `Caja ${randomUUID().slice(0, 8)}` })
  const shift = await post(port, headers, '/cash_shifts/', { id_drawer: drawer.id, amount: '100' })
  for (let turn = 0; turn < 500; turn += 1)
    await post(port, headers, '/sales/', {
      ...JSON.parse(makeSaleBodyAndHeaders(shelf, turn, false).body),
      id_shift: shift.id,
    })
  const report = await measured(port, [formatHttpRequest('GET', `/v1/cash_shifts/${shift.id}`, headers)])
  rows.push({
    what: 'X report of a drawer after 500 sales',
    ours: report,
    ...compareToMaximum(report.p99, wanted, 'ms p99'),
  })

  const [supplier] = (await (await fetch(`http://127.0.0.1:${port}/v1/suppliers/`, { headers })).json()) as {
    id: number
  }[] // the data contains some products
  const items = shelf.products.slice(0, 20).map((id_product) => ({ id_product, quantity: 10, unit_price: 12 }))
  const body = Buffer.from(JSON.stringify({ id_supplier: supplier?.id, items }))
  const purchase = () => {
    const head = {
      ...headers,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
      'content-length': String(body.length),
    }
    return Buffer.concat([formatHttpRequest('POST', '/v1/purchase/', head), body])
  }
  const bought = await measured(port, purchase, 201)
  rows.push({
    what: 'POST /v1/purchase/, 20 products with 1,500 stock movements each',
    ours: bought,
    ...compareToMaximum(bought.p50, wanted, 'ms p50'),
  })
  return rows
}
