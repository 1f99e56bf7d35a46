// A chain of 100 gyms with 1,000 terminals that poll every two seconds. Measures idle load, midnight, and a sale whose
// command must reach its terminal while another terminal receives all users.
import { setTimeout as pause } from 'node:timers/promises'
import { defaultTimeZone, toLocalDay } from '@torniquete/contract/shared/dates.ts'
import pg from 'pg'
import { z } from 'zod'
import type { DatabaseSocket } from './bare-pool.ts'
import { fetchAuthorizationHeader } from './bearer-token.ts'
import { fiveYearGym, initiallyEmptyGym } from './bench-gyms.ts'
import { fillGym, insertGyms } from './fill-database.ts'
import type { RunningProcess } from './processes.ts'
import { type LoadMeasurement, summarizeRequestTimes } from './run-load.ts'
import { pollAndAcknowledgeCommands, pollUntilNoCommands, sendTerminalRequest } from './terminal-calls.ts'
import { fetchIdsForSales, makeSaleBodyAndHeaders } from './till.ts'
import { type BenchReportRow, compareToMaximum } from './write-report.ts'

const gyms = { first: initiallyEmptyGym.id + 1, count: 100, clients: 2000 }
const last = gyms.first + gyms.count - 1
const terminals = 1000
/** Milliseconds between two polls of one terminal. */
const pollIntervalMs = 2000
const settledMs = 30_000
/** Pause in milliseconds between two sales. */
const saleIntervalMs = 50
const maxMidnightSeconds = 180_000
const rounds = 10
const serialNumber = (terminal: number) => `CHAIN${String(terminal).padStart(4, '0')}`
/** Serial numbers of two terminals of the five-year gym: one in sync, one still receiving users. */
const [holding, filled] = ['CHAINHELD', 'CHAINFILL']

/** Two time zones; the date in the second one is always a day later. */
const [dayBefore, dayAfter] = ['Pacific/Pago_Pago', 'Pacific/Kiritimati']

/** Marks the terminals selected by `which` as storing the same as the first one, with the people of their own gym. */
async function copyHeld(owner: pg.Client, which: string): Promise<void> {
  // Skips foreign key checks, because the two million rows are known to be valid.
  await owner.query('set session_replication_role = replica')
  await owner.query(
    `insert into terminal_users (gym_id, id_device, pin, held)
     select d.gym_id, d.id, t.pin, jsonb_populate_record(t.held, jsonb_build_object('holder', 'c' || c.id))
     from terminal_users t
       join devices one on one.gym_id = t.gym_id and one.id = t.id_device and one.sn = '${serialNumber(0)}'
       join clients c on c.gym_id between ${gyms.first} and ${last} and c.id_zkteco = t.pin
       join devices d on d.gym_id = c.gym_id and d.id <> one.id
     where ${which}
     on conflict (gym_id, id_device, pin) do update set held = excluded.held, parts = 0`,
  )
  await owner.query('set session_replication_role = origin')
}

async function build(owner: pg.Client, port: number): Promise<void> {
  const theirs = `between ${gyms.first} and ${last}`
  await insertGyms(owner, gyms.first, last)
  await owner.query(`update gym_info set "timeZone" = '${dayBefore}' where gym_id ${theirs}`)
  await owner.query('set session_replication_role = replica')
  for (let id = gyms.first; id <= last; id += 1)
    await fillGym(owner, { id, clients: gyms.clients, payments: gyms.clients, attendances: 0 })
  await owner.query(
    `insert into paid_until (gym_id, id_client, day) select gym_id, id_client, max(end_date) from membership_payments where gym_id ${theirs} group by 1, 2`,
  )
  await owner.query(
    `insert into pins (gym_id, id, id_client) select gym_id, id_zkteco, id from clients where gym_id ${theirs} and id_zkteco is not null`,
  )
  await owner.query('set session_replication_role = origin')
  await owner.query(
    `insert into devices (gym_id, name, sn, delay, last_seen)
     select ${gyms.first} + t % ${gyms.count}, 'Puerta ' || t, 'CHAIN' || lpad(t::text, 4, '0'), ${pollIntervalMs / 1000}, now() from generate_series(0, ${terminals - 1}) t`,
  )
  await owner.query(
    `insert into devices (gym_id, name, sn, delay, last_seen) select ${fiveYearGym.id}, sn, sn, ${pollIntervalMs / 1000}, now() from unnest(array['${holding}', '${filled}']) sn`,
  )
  await owner.query('analyze')
  // Sends all users to one terminal and copies its state to those of the other gyms, with each gym's people.
  await pollUntilNoCommands(port, serialNumber(0))
  await copyHeld(owner, 'true')
  await owner.query('vacuum analyze')
}

/** Polls of all terminals, spread over the two seconds, until stopped. */
class Chain {
  readonly #port: number
  readonly #timer: NodeJS.Timeout
  readonly #calling = new Set<number>()
  #next = 0
  #failed: unknown = null
  polls = 0
  commands = 0
  /** Time at which any terminal last received a command, by performance.now(). */
  lastCommandAt = performance.now()

  constructor(port: number) {
    this.#port = port
    const each = 20
    this.#timer = setInterval(() => {
      for (let count = 0; count < (terminals * each) / pollIntervalMs; count += 1)
        void this.#poll(this.#next++ % terminals)
    }, each)
  }

  async #poll(terminal: number): Promise<void> {
    // Like a real terminal, does not poll while its previous poll has no answer.
    if (this.#calling.has(terminal)) return
    this.#calling.add(terminal)
    try {
      const lines = await pollAndAcknowledgeCommands(this.#port, serialNumber(terminal))
      this.polls += 1
      this.commands += lines.length
      if (lines.length > 0) this.lastCommandAt = performance.now()
    } catch (error) {
      this.#failed = error
    }
    this.#calling.delete(terminal)
  }

  /** Resolves when no terminal has received a command for so long that the server has checked each terminal again. */
  async quiet(): Promise<void> {
    const begun = performance.now()
    while (performance.now() - this.lastCommandAt < 10 * pollIntervalMs) {
      if (this.#failed) throw this.#failed
      if (performance.now() - begun > maxMidnightSeconds) throw new Error('the terminals do not finish their commands')
      await pause(100)
    }
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    while (this.#calling.size > 0) await pause(10)
  }
}

/** Measures sales at a steady pace until `work` has ended. */
async function sellWhile(port: number, work: () => Promise<unknown>): Promise<LoadMeasurement> {
  const headers = await fetchAuthorizationHeader(port, fiveYearGym.id)
  const shelf = await fetchIdsForSales(port, headers)
  const times: number[] = []
  let going = true
  const selling = (async () => {
    for (let turn = 0; going; turn += 1) {
      const sale = makeSaleBodyAndHeaders(shelf, turn, false)
      const sent = performance.now()
      const answer = await fetch(`http://127.0.0.1:${port}/v1/sales/`, {
        method: 'POST',
        headers: { ...headers, ...sale.headers },
        body: sale.body,
      })
      await answer.arrayBuffer()
      if (answer.status !== 201) throw new Error(`a sale was answered ${answer.status}`)
      times.push(performance.now() - sent)
      await pause(saleIntervalMs)
    }
  })()
  const begun = performance.now()
  await work()
  going = false
  await selling
  return summarizeRequestTimes(times, performance.now() - begun)
}

const transactions = async (owner: pg.Client): Promise<number> => {
  const { rows } = await owner.query<{ count: number }>(
    'select xact_commit::float8 as count from pg_stat_database where datname = current_database()',
  )
  return rows[0]?.count ?? 0
}

async function countCommits(owner: pg.Client, milliseconds: number): Promise<number> {
  const before = await transactions(owner)
  await pause(milliseconds)
  return (await transactions(owner)) - before
}

/** `idle` is the number of transactions that the product makes in the same time without terminals. */
async function measureSettled(
  { product, owner, chain, idle }: { product: RunningProcess; owner: pg.Client; chain: Chain; idle: number },
  kind: string,
  most: number,
): Promise<BenchReportRow[]> {
  const before = { processor: product.processorSeconds(), polls: chain.polls }
  const told = chain.commands
  const begun = performance.now()
  const committed = (await countCommits(owner, settledMs)) - idle
  const share = ((product.processorSeconds() - before.processor) * 100_000) / (performance.now() - begun)
  const polls = chain.polls - before.polls
  if (chain.commands !== told) throw new Error('a terminal in sync got a command')
  const what = `${terminals.toLocaleString('en')} terminals${kind} of ${gyms.count} gyms of ${gyms.clients.toLocaleString('en')} members, all in sync, each polling every 2 s`
  return [
    { what: `${what}: the server’s share of one core`, ...compareToMaximum(share, most, '%') },
    {
      what: `The same: database transactions per poll (${polls} polls), less those without terminals (${idle})`,
      ...compareToMaximum(committed / polls, 0.02, ''),
    },
  ]
}

async function measureMidnight(port: number, owner: pg.Client, chain: Chain): Promise<BenchReportRow[]> {
  const quiet = await sellWhile(port, () => pause(20_000))
  const told = chain.commands
  let seconds = 0
  const during = await sellWhile(port, async () => {
    const begun = performance.now()
    await owner.query(`update gym_info set "timeZone" = '${dayAfter}' where gym_id between ${gyms.first} and ${last}`)
    chain.lastCommandAt = performance.now()
    await chain.quiet()
    seconds = (chain.lastCommandAt - begun) / 1000
  })
  const what = `Midnight at ${terminals.toLocaleString('en')} terminals`
  return [
    {
      what: `${what} (${(chain.commands - told).toLocaleString('en')} commands in ${seconds.toFixed(0)} s): another gym’s sales during the commands, compared with before`,
      ours: during,
      theirs: quiet,
      ...compareToMaximum(during.p99 / quiet.p99, 2, '× p99'),
    },
  ]
}

/** Lists clients whose membership has ended, with a plan to sell to each. */
async function listLapsedClients(owner: pg.Client): Promise<{ client: number; pin: number; plan: number }[]> {
  const { rows } = await owner.query(
    `select c.id::int as client, c.id_zkteco as pin, m.id::int as plan
     from clients c join paid_until p on p.gym_id = c.gym_id and p.id_client = c.id
       join memberships m on m.gym_id = c.gym_id and m.name = 'Mensual'
     where c.gym_id = ${fiveYearGym.id} and p.day < current_date - 2 order by c.id limit ${rounds}`,
  )
  return z.array(z.object({ client: z.number(), pin: z.number(), plan: z.number() })).parse(rows)
}

async function measureSale(port: number, owner: pg.Client): Promise<BenchReportRow[]> {
  await pollUntilNoCommands(port, holding)
  const headers = { ...(await fetchAuthorizationHeader(port, fiveYearGym.id)), 'content-type': 'application/json' }
  const today = toLocalDay(defaultTimeZone, new Date())
  let going = true
  const filling = (async () => {
    while (going) if ((await pollAndAcknowledgeCommands(port, filled)).length === 0) await pause(pollIntervalMs)
  })()
  const times: number[] = []
  for (const { client, pin, plan } of await listLapsedClients(owner)) {
    const sold = await fetch(`http://127.0.0.1:${port}/v1/membership_payments/`, {
      method: 'POST',
      headers,
      body: JSON.stringify({
        id_client: client,
        id_membership: plan,
        start_date: today,
      }),
    })
    if (sold.status !== 201) throw new Error(`a sale was answered ${sold.status}: ${await sold.text()}`)
    const begun = performance.now()
    await pause(pollIntervalMs * Math.random())
    while (!(await pollAndAcknowledgeCommands(port, holding)).some((line) => line.includes(`PIN=${pin}\t`)))
      await pause(pollIntervalMs)
    times.push(performance.now() - begun)
  }
  going = false
  await filling
  return [
    {
      what: `Sale of a membership → its command at a terminal polling every 2 s, while ${fiveYearGym.clients.toLocaleString('en')} users are sent to another terminal: the slowest of ${rounds}`,
      ...compareToMaximum(Math.max(...times), pollIntervalMs + 100, 'ms'),
    },
  ]
}

/** Switches every second terminal to the access protocol and marks its users as in sync. */
async function switchHalfToAccess(port: number, owner: pg.Client): Promise<void> {
  for (let terminal = 0; terminal < terminals; terminal += 2)
    await sendTerminalRequest(
      port,
      'POST',
      `/iclock/registry?SN=${serialNumber(terminal)}`,
      'DeviceType=acc,LockCount=1',
    )
  const theirs = `gym_id between ${gyms.first} and ${last}`
  // Copies the state after acknowledgement to all terminals but one, to which the commands are really sent.
  await owner.query(
    `update terminal_states set census_ended = now() where ${theirs} and other_dialect and census_ended is null`,
  )
  await owner.query(`delete from terminal_orders where ${theirs} and kind in ('count', 'list')`)
  await announceDevices(owner)
  await pollUntilNoCommands(port, serialNumber(0))
  await copyHeld(
    owner,
    'exists (select from terminal_states s where s.gym_id = d.gym_id and s.id_device = d.id and s.other_dialect)',
  )
  await owner.query('analyze terminal_users')
  await announceDevices(owner)
}

const announceDevices = (owner: pg.Client) =>
  owner.query(`select announce(gym, 'devices') from generate_series(${gyms.first}, ${last}) gym`)

export async function measureThousandTerminals(
  product: RunningProcess,
  socket: DatabaseSocket,
): Promise<BenchReportRow[]> {
  const owner = new pg.Client({ ...socket, user: 'postgres', database: 'postgres' })
  owner.on('error', () => {})
  await owner.connect()
  try {
    await build(owner, product.port)
    const sale = await measureSale(product.port, owner)
    const first = new Chain(product.port)
    await first.quiet().finally(() => first.stop())
    const idle = await countCommits(owner, settledMs)
    return [...(await measureChain(product, owner, idle)), ...sale, ...(await measureMixed(product, owner, idle))]
  } finally {
    await owner.end()
  }
}

async function measureChain(product: RunningProcess, owner: pg.Client, idle: number): Promise<BenchReportRow[]> {
  const chain = new Chain(product.port)
  try {
    await chain.quiet()
    return [
      ...(await measureSettled({ product, owner, chain, idle }, '', 25)),
      ...(await measureMidnight(product.port, owner, chain)),
    ]
  } finally {
    await chain.stop()
  }
}

async function measureMixed(product: RunningProcess, owner: pg.Client, idle: number): Promise<BenchReportRow[]> {
  await switchHalfToAccess(product.port, owner)
  const chain = new Chain(product.port)
  try {
    await chain.quiet()
    return await measureSettled({ product, owner, chain, idle }, ', half of each dialect,', 30)
  } finally {
    await chain.stop()
  }
}
