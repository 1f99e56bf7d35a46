// Reads the lists of five years of front desk data other than sales and purchases.

import { foldCaseAndAccents } from '@torniquete/contract/shared/text-matching.ts'
import { expenseCategories } from '@torniquete/contract/till/expenses.ts'
import { firstNames, frequentFirstName } from './bench-gyms.ts'
import { tillRowCounts } from './counter-data.ts'

/** First names that each belong to one client in fifty. */
export const firstNamesExceptFrequent = firstNames.filter((name) => name !== frequentFirstName)

const day = (back: number) => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10)
export const formatDateRangeQuery = (from: number, until: number) => `start_date=${day(from)}&end_date=${day(until)}`
/** Four date ranges of 348 days, one for each of the last four years. */
export const yearRangeQueries = [0, 1, 2, 3].map((index) => formatDateRangeQuery(365 * (index + 1), 365 * index + 17))

export interface ReadRequestGroup {
  what: string
  paths: string[]
}

const formatCount = (count: number) => count.toLocaleString('en')
/** Paths of four pages: the first two, one in the middle, one near the end. */
const pages = (path: string, last: number) =>
  [0, 1, Math.floor(last / 2), last].map((page) => `/v1${path}?page=${page}`)
const addClientName = (path: string, field: string, names: readonly string[]) =>
  names.map((name) => `/v1${path}?${field}=${encodeURIComponent(foldCaseAndAccents(name))}`)
const spanOfYears = (path: string) => yearRangeQueries.map((range) => `/v1${path}?${range}`)

export async function makeReadRequestGroups(
  port: number,
  headers: Record<string, string>,
): Promise<ReadRequestGroup[]> {
  const answer = await fetch(`http://127.0.0.1:${port}/v1/stock/counts/?size_page=40`, { headers })
  const { items: counts } = (await answer.json()) as { items: { id: number }[] } // the fields used of the contract's list
  return [
    { what: 'Debtors: 2,500 of 10,000 clients, first, middle and last pages', paths: pages('/debts/', 240) },
    {
      what: 'Debtors with a first name of 1 in 50 clients',
      paths: addClientName('/debts/', 'name', firstNamesExceptFrequent),
    },
    {
      what: 'Debt collections: 20,000, first, middle and last pages',
      paths: pages('/collections/', 1900),
    },
    { what: 'The same for a year', paths: spanOfYears('/collections/') },
    {
      what: 'The same for a first name of 1 in 50 clients',
      paths: addClientName('/collections/', 'client_name', firstNamesExceptFrequent),
    },
    {
      what: 'The same for a name of 1 in 5 clients',
      paths: addClientName('/collections/', 'client_name', [frequentFirstName]),
    },
    {
      what: `Undone attendances: ${formatCount(tillRowCounts.undone)} of 2.5 million, first, middle and last pages`,
      paths: pages('/attendances/undone', 1900),
    },
    {
      what: `Expenses: ${formatCount(tillRowCounts.expenses)}, first, middle and last pages`,
      paths: pages('/expenses/', 900),
    },
    { what: 'The same for one category', paths: addClientName('/expenses/', 'name', expenseCategories) },
    { what: 'The same for a year', paths: spanOfYears('/expenses/') },
    {
      what: `Closed cash shifts: ${formatCount(tillRowCounts.shifts)}, first, middle and last pages`,
      paths: pages('/cash_shifts/', 490),
    },
    {
      what: `Stock counts: ${tillRowCounts.counts} of ${tillRowCounts.lines} products each, first, middle and last pages`,
      paths: pages('/stock/counts/', 29),
    },
    {
      what: 'Differences of a stock count of 100 products, booked and open counts',
      paths: counts.map(({ id }) => `/v1/stock/counts/${id}/differences`),
    },
  ]
}
