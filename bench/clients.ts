// Measures client list and search in a gym of 50,000 clients, compared with the same SQL through the bare driver.
import { foldCaseAndAccents } from '@torniquete/contract/shared/text-matching.ts'
import { z } from 'zod'
import { findClientPageByName, listClientPage } from '../server/members/clients/queries.ts'
import type { Transaction } from '../server/platform/db/gym-statements.ts'
import type { Statement } from '../server/platform/db/sql.ts'
import { type DatabaseSocket, genericPlanConnectionOptions, openBarePool } from './bare-pool.ts'
import { fetchAuthorizationHeader } from './bearer-token.ts'
import { firstNames, lastNames, manyClientsGym } from './bench-gyms.ts'
import { computeMedianMeasurement, measureAlternately } from './measure-alternately.ts'
import type { RunningProcess } from './processes.ts'
import { formatHttpRequest, type LoadMeasurement, runLoad, summarizeRequestTimes } from './run-load.ts'
import { type BenchReportRow, compareToMaximum, compareToMinimum } from './write-report.ts'

const connections = 16
const milliseconds = 2000
const gym = manyClientsGym.id

const today = new Date().toISOString().slice(0, 10)

/** Returns the SQL statement of a query function that sends only one statement. */
async function catchStatement(query: (tx: Transaction) => Promise<unknown>): Promise<Statement> {
  let caught: Statement | undefined
  const catching = {
    many: async (statement: Statement) => {
      caught = statement
      return []
    },
  }
  await query(catching as unknown as Transaction) // the cast is safe: query functions with one statement call only `many`
  if (!caught) throw new Error('the query sent no statement')
  return caught
}

/** Runs the SQL without session, role or transaction: prepared statements on as many connections as the HTTP load. */
async function bareDriver(socketFolder: DatabaseSocket, queries: readonly ((tx: Transaction) => Promise<unknown>)[]) {
  const pool = openBarePool(socketFolder, connections, genericPlanConnectionOptions)
  const statements = await Promise.all(queries.map(catchStatement))
  const names = new Map([...new Set(statements.map(({ text }) => text))].map((text, at) => [text, `clients ${at}`]))
  return {
    close: () => pool.end(),
    run: async (): Promise<LoadMeasurement> => {
      const times: number[] = []
      const begun = performance.now()
      let turn = 0
      const worker = async () => {
        while (performance.now() - begun < milliseconds) {
          const { text = '', values = [] } = statements[turn++ % statements.length] ?? {}
          const sent = performance.now()
          await pool.query({ name: names.get(text) ?? '', text, values: [...values] })
          times.push(performance.now() - sent)
        }
      }
      await Promise.all(Array.from({ length: connections }, worker))
      return summarizeRequestTimes(times, performance.now() - begun)
    },
  }
}

const ClientPage = z.object({ items: z.array(z.object({ id: z.number() })) })
const search = (name: string, headers: Record<string, string>) =>
  formatHttpRequest('GET', `/v1/clients/?page=0&size_page=10&client_name=${encodeURIComponent(name)}`, headers)

/** Edits a client ten times a second until stopped, so that cached totals always expire. */
async function beginEditing(port: number, headers: Record<string, string>): Promise<() => void> {
  const [client] = ClientPage.parse(
    await (await fetch(`http://127.0.0.1:${port}/v1/clients/`, { headers })).json(),
  ).items
  const body = JSON.stringify({ notes: 'editado' })
  const edit = () =>
    fetch(`http://127.0.0.1:${port}/v1/clients/${client?.id}`, {
      method: 'PUT',
      headers: { ...headers, 'content-type': 'application/json' },
      body,
    })
  const editing = setInterval(() => void edit(), 100)
  return () => clearInterval(editing)
}

/** Measures searches, `atOnce` at a time, while a client is edited. */
async function searches(
  port: number,
  headers: Record<string, string>,
  names: readonly string[],
  atOnce: number,
): Promise<LoadMeasurement> {
  const stopEditing = await beginEditing(port, headers)
  const rounds: LoadMeasurement[] = []
  for (let round = 0; round < 5; round += 1)
    rounds.push(
      await runLoad({
        port,
        requests: names.map((name) => search(name, headers)),
        connections: atOnce,
        milliseconds: 1500,
        status: 200,
      }),
    )
  stopEditing()
  return computeMedianMeasurement(rounds)
}

/** Compares a search that includes its total with its statement on the bare driver, while a client is edited. */
async function measureSearch(
  { port }: RunningProcess,
  socketFolder: DatabaseSocket,
  headers: Record<string, string>,
  names: readonly string[],
): Promise<BenchReportRow> {
  const bare = await bareDriver(
    socketFolder,
    names.map(
      (name) => (tx) => findClientPageByName({ tx, gym, today, country: 'none' }, name, { page: 0, size_page: 10 }),
    ),
  )
  const requests = names.map((name) => search(name, headers))
  const stopEditing = await beginEditing(port, headers)
  const { ours, theirs, ratio } = await measureAlternately(
    () => runLoad({ port, requests, connections, milliseconds, status: 200 }),
    bare.run,
  )
  stopEditing()
  await bare.close()
  const what =
    'Client search of 1,000 among 50,000 with its total, 16 at once, compared with its statement on the bare driver'
  return { what, ours, theirs, ...compareToMinimum(ratio, 0.6, '× req/s') }
}

export async function measureClientListAndSearch(
  product: RunningProcess,
  socketFolder: DatabaseSocket,
): Promise<BenchReportRow[]> {
  const headers = await fetchAuthorizationHeader(product.port, gym)
  const pages = Array.from({ length: 20 }, (_, page) =>
    formatHttpRequest('GET', `/v1/clients/?page=${page}&size_page=10`, headers),
  )
  const bare = await bareDriver(
    socketFolder,
    Array.from(
      { length: 20 },
      (_, page) => (tx) => listClientPage({ tx, gym, today, country: 'none' }, { page, size_page: 10 }),
    ),
  )
  const { ours, theirs, ratio } = await measureAlternately(
    () => runLoad({ port: product.port, requests: pages, connections, milliseconds, status: 200 }),
    bare.run,
  )
  await bare.close()
  const common = firstNames.map(foldCaseAndAccents)
  const rare = [
    'wenceslao',
    ...lastNames.map((name) => `wenceslao ${foldCaseAndAccents(name)}`),
    ...firstNames.flatMap((name, index) => [
      `${foldCaseAndAccents(name)} ${foldCaseAndAccents(lastNames[index % lastNames.length] ?? '')}`,
    ]),
  ]
  const rows: BenchReportRow[] = [
    {
      what: 'Client list, 10 a page with its total, 50,000 clients, 16 at once, compared with the page’s SQL on the bare driver',
      ours,
      theirs,
      ...compareToMinimum(ratio, 0.6, '× req/s'),
    },
  ]
  rows.push({ what: 'The same: p99', ours, ...compareToMaximum(ours.p99, 10, 'ms p99') })
  rows.push(await measureSearch(product, socketFolder, headers, common))
  for (const [title, names] of [
    ['first names of 1 in 50 clients', common],
    ['rare names', rare],
  ] as const) {
    for (const [atOnce, most] of [
      [1, 10],
      [4, 10],
      [16, 20],
    ] as const) {
      const measured = await searches(product.port, headers, names, atOnce)
      const what = `Client search with its total, 50,000 clients, ${title}, ${atOnce} at once`
      rows.push({ what, ours: measured, ...compareToMaximum(measured.p99, most, 'ms p99') })
      if (atOnce === 16)
        rows.push({
          what: 'The same: requests per second',
          ours: measured,
          ...compareToMinimum(measured.perSecond, 2000, 'req/s'),
        })
    }
  }
  return rows
}
