// Measures membership sales of one gym, and of sixteen gyms at once, compared with the same statements and with a bare
// insert, both through the driver.
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { z } from 'zod'
import { SigningCertificateStore } from '../server/fiscal/electronic/signing-certificates.ts'
import { Sealer } from '../server/platform/crypto/seal.ts'
import { DatabaseLog } from '../server/platform/db/database-log.ts'
import { GymStatementRunner } from '../server/platform/db/gym-statements.ts'
import { claimIdempotencyKey } from '../server/platform/http/idempotency.ts'
import { LastWriteStatement, runLastWriteStatement } from '../server/platform/http/last-statement.ts'
import { paymentsHandlers } from '../server/till/payments/handlers.ts'
import { type DatabaseSocket, openBarePool, serverRoleConnectionOptions } from './bare-pool.ts'
import { fetchAuthorizationHeader } from './bearer-token.ts'
import { fiveYearGym, smallGyms } from './bench-gyms.ts'
import { measureAlternately } from './measure-alternately.ts'
import type { RunningProcess } from './processes.ts'
import { formatHttpRequest, type LoadMeasurement, runLoad, summarizeRequestTimes } from './run-load.ts'
import { type BenchReportRow, compareToMinimum } from './write-report.ts'

const handlers = paymentsHandlers({ certificates: new SigningCertificateStore(new Sealer(null, 'certificates')) })
const connections = 16
const milliseconds = 2500
const zone = 'America/Santo_Domingo'
const today = new Date().toISOString().slice(0, 10)

/** A user, plan and client for day pass sales: the anonymous client, so that no sale depends on an earlier sale. */
interface Counter {
  gym: number
  headers: Record<string, string>
  user: number
  body: { id_client: number; id_membership: number; start_date: string }
}

const Named = z.array(z.object({ id: z.number(), name: z.string() }))

async function makeCounter(port: number, gym: number): Promise<Counter> {
  const headers = await fetchAuthorizationHeader(port, gym)
  const ask = async (path: string) =>
    Named.parse(await (await fetch(`http://127.0.0.1:${port}/v1${path}`, { headers })).json())
  const idIn = async (path: string, name?: string) =>
    (await ask(path)).find((each) => name === undefined || each.name === name)?.id ?? 0
  return {
    gym,
    headers,
    user: await idIn('/users/'),
    body: {
      id_client: await idIn(`/clients/name/${encodeURIComponent('Cliente Anónimo')}`, 'Cliente Anónimo'),
      id_membership: await idIn('/memberships/', 'Membresía Diaria'),
      start_date: today,
    },
  }
}

function paymentRequest({ headers, body }: Counter): Buffer {
  const text = Buffer.from(JSON.stringify(body))
  const head = {
    'content-type': 'application/json',
    'content-length': `${text.length}`,
    'idempotency-key': randomUUID(),
  }
  return Buffer.concat([formatHttpRequest('POST', '/v1/membership_payments/', { ...headers, ...head }), text])
}

type Sell = (client: pg.PoolClient, counter: Counter, turn: number) => Promise<unknown>

/** Runs the statements of the call's transaction without session, contract and HTTP. */
const sameStatements: Sell = async (client, counter, turn) => {
  await client.query('begin')
  await client.query(
    `select set_config('app.gym_id', '${counter.gym}', true), set_config('app.user_id', '${counter.user}', true)`,
  )
  const tx = new GymStatementRunner(client, counter.gym, new DatabaseLog())
  const { gym } = counter
  const keyed = { gym, call: 'bench', key: randomUUID(), params: undefined, body: { turn }, secret: 'x' }
  await claimIdempotencyKey(tx, keyed)
  const body = counter.body
  const user = {
    id: counter.user,
    gym,
    username: '',
    name: '',
    role: 'gym_super_admin',
    session: '',
    epoch: 0,
    expires: new Date(0),
  } as const
  const now = new Date()
  const call = {
    tx,
    gym,
    user,
    zone,
    today,
    now,
    clock: () => now,
    country: 'none' as const,
    params: undefined,
    query: undefined,
    body: { ...body, discount: 0 },
  }
  const answer = await handlers['payments.create'](call)
  // The last statement of a payment also stores the answer under the idempotency key, as the request dispatcher does.
  if (answer instanceof LastWriteStatement) await runLastWriteStatement(tx, answer, keyed, 201)
  await Promise.all(tx.askLast())
  await client.query("select current_setting('app.changed', true)")
  await client.query('commit')
}

/** Inserts only the payment's row, without triggers or foreign keys; number and names are given. */
const bareInsert: Sell = (client, { gym, user, body }) =>
  client.query({
    name: 'bare',
    text: `insert into membership_payments (gym_id, number, party_name, user_name, id_client, id_user, id_membership, name, price, duration_days, start_date, end_date, payment_date)
      values ($1, nextval('bench_numbers'), 'Cliente Anónimo', 'Dueña', $2, $3, $4, 'Membresía Diaria', 150, 1, $5, $5::date + 1, now()) returning id`,
    values: [gym, body.id_client, user, body.id_membership, body.start_date],
  })

async function sellBeside(pool: pg.Pool, counters: readonly Counter[], sell: Sell): Promise<LoadMeasurement> {
  const times: number[] = []
  const begun = performance.now()
  const seller = async (_: unknown, place: number) => {
    const counter = counters[place % counters.length]
    for (let turn = 0; counter && performance.now() - begun < milliseconds; turn += 1) {
      const sent = performance.now()
      const client = await pool.connect()
      await sell(client, counter, turn).finally(() => client.release())
      times.push(performance.now() - sent)
    }
  }
  await Promise.all(Array.from({ length: connections }, seller))
  return summarizeRequestTimes(times, performance.now() - begun)
}

interface Case {
  what: string
  counters: readonly [Counter, ...Counter[]]
  options: string
  sell: Sell
  least: number
}

export async function measurePayments(product: RunningProcess, socket: DatabaseSocket): Promise<BenchReportRow[]> {
  const { port } = product
  const sixteen: [Counter, ...Counter[]] = [await makeCounter(port, smallGyms.first)]
  for (let place = 1; place < connections; place += 1) sixteen.push(await makeCounter(port, smallGyms.first + place))
  const owner = new pg.Client({ ...socket, user: 'postgres', database: 'postgres' })
  await owner.connect()
  // Document numbers far above those in use, so that no two collide.
  await owner.query('create sequence if not exists bench_numbers start 1000000000')
  await owner.end()
  const post = 'POST /v1/membership_payments/, 16 at once'
  const cases: Case[] = [
    {
      what: `${post}, each in its own gym, compared with the same insert without triggers on the bare driver`,
      counters: sixteen,
      options: '-c session_replication_role=replica',
      sell: bareInsert,
      least: 0.35,
    },
    {
      what: `${post} in one gym, compared with the same statements on the bare driver`,
      counters: [await makeCounter(port, fiveYearGym.id)],
      options: serverRoleConnectionOptions,
      sell: sameStatements,
      least: 0.7,
    },
  ]
  const rows: BenchReportRow[] = []
  for (const { what, counters, options, sell, least } of cases) {
    const pool = openBarePool(socket, connections, options)
    let turn = 0
    const requests = () => paymentRequest(counters[turn++ % counters.length] ?? counters[0])
    const { ours, theirs, ratio } = await measureAlternately(
      () => runLoad({ port, requests, connections, milliseconds, status: 201 }),
      () => sellBeside(pool, counters, sell),
    )
    await pool.end()
    rows.push({ what, ours, theirs, ...compareToMinimum(ratio, least, '× req/s') })
    if (sell === sameStatements)
      rows.push({ what: 'The same: requests per second', ours, ...compareToMinimum(ours.perSecond, 1500, 'req/s') })
  }
  return rows
}
