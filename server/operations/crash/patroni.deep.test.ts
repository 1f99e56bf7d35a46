// The cluster of docs/operations.md: etcd, Patroni with synchronous replication, HAProxy, and two servers that sell.
// Skipped with a message if a program is missing; scripts/system-programs.mjs installs them if it can.
import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { repositoryRoot } from '../../platform/db/repository-root.ts'
import { PatroniCluster, type PatroniNode, patroniPrograms } from '../../testing/patroni.ts'
import { makeGymAndFetchToken, type ServerProcess, sendCall, startServerProcess } from '../../testing/server-process.ts'
import { waitUntil } from '../../testing/simulated-terminals.ts'
import { findFreePort, findProgram, killAndWait } from '../../testing/system-programs.ts'
import { useTemporaryFolder } from '../../testing/test-cluster.ts'

interface Sold {
  at: number
  id: number
  number: number
  /** Port to which the request was sent. */
  port: number
}

interface Shop {
  token: string
  id_product: number
  id_client: number
}

/** Timeout of a request and pause between attempts, in milliseconds. */
const [patience, rest] = [10_000, 20]

class Tills {
  readonly #shop: Shop
  readonly #ways: readonly number[]
  readonly sold: Sold[] = []
  /** Number of unsuccessful answers by their text. */
  readonly refusals = new Map<string, number>()
  /** Time of the last definite answer to each seller. */
  readonly #heardAt: number[]
  #open = true
  #isLeft = false
  readonly #sellers: Promise<void>[]

  /** `ways` lists the port that each seller sends its sales to. */
  constructor(shop: Shop, ways: readonly number[]) {
    this.#shop = shop
    this.#ways = ways
    this.#heardAt = ways.map(() => 0)
    this.#sellers = ways.map((port, seller) => this.#sell(port, seller))
  }

  async #sell(port: number, seller: number): Promise<void> {
    while (this.#open) {
      const key = randomUUID()
      for (let sold = false; !sold && !this.#isLeft; ) {
        const answer = await this.#ask(port, key).catch((error: Error) => error.name)
        sold = typeof answer === 'object'
        if (typeof answer === 'object') {
          this.#heardAt[seller] = performance.now()
          this.sold.push({ ...answer, port, at: performance.now() })
        } else this.refusals.set(answer, (this.refusals.get(answer) ?? 0) + 1)
        await pause(rest)
      }
    }
  }

  /** Returns the sale, or the text of an unsuccessful answer. */
  async #ask(port: number, key: string): Promise<{ id: number; number: number } | string> {
    const { token, id_product, id_client } = this.#shop
    const answer = await fetch(`http://127.0.0.1:${port}/v1/sales/`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify({ id_client, items: [{ id_product, quantity: 1 }] }),
      signal: AbortSignal.timeout(patience),
    })
    const text = await answer.text()
    if (answer.status === 201) return JSON.parse(text)
    const again = answer.headers.get('retry-after')
    return `${answer.status}${again === null ? '' : ', again later'}`
  }

  /** Resolves when every seller has made a sale after `instant`. */
  async sellSince(instant: number): Promise<void> {
    const ways = () => this.#ways.every((port) => this.firstSince(instant, port) !== undefined)
    const all = () => ways() && this.#heardAt.every((at) => at > instant)
    await expect.poll(all, { timeout: 60_000, interval: 20 }).toBe(true)
  }

  firstSince(instant: number, way: number): number | undefined {
    return this.sold.find(({ at, port }) => at > instant && port === way)?.at
  }

  /** Returns the longest time in milliseconds without a sale on one port, after the instant `since`. */
  longestPause(since: number, way: number): number {
    const instants = [since, ...this.sold.filter(({ at, port }) => at > since && port === way).map(({ at }) => at)]
    return Math.max(...instants.slice(1).map((at, before) => at - (instants[before] ?? at)))
  }

  /** Stops selling after each pending sale has a definite answer, or at once with `isLeft`. */
  async close({ isLeft = false } = {}): Promise<void> {
    this.#open = false
    this.#isLeft = isLeft
    await Promise.all(this.#sellers)
  }
}

const programs = { ...patroniPrograms, haproxy: findProgram('haproxy') }
const missing = Object.entries(programs).flatMap(([name, path]) => (path ? [] : [name]))
if (missing.length > 0) console.info(`${missing.join(', ')}: not installed; failover by Patroni is not tried`)
const there = missing.length === 0

const own = useTemporaryFolder()
let cluster: PatroniCluster
let balancer: ChildProcess | undefined
let tills: Tills | undefined
const ports = { primary: 0, balancer: 0, a: 0, b: 0 }
const servers: ServerProcess[] = []
const stock = 100_000
const refused = '503, again later'

/** Starts HAProxy with the manual's first configuration and the test's ports. */
function startBalancer(): void {
  const manual = readFileSync(join(repositoryRoot, 'docs/operations.md'), 'utf8')
  const text = /```haproxy\n(.*?)```/s.exec(manual)?.[1] ?? ''
  const nodes = cluster.nodes.map(
    ({ port, restPort }, at) =>
      [`10.0.0.${at + 1}:5432 check port 8008`, `127.0.0.1:${port} check port ${restPort}`] as const,
  )
  const places = [
    ...nodes,
    ['bind 127.0.0.1:5000', `bind 127.0.0.1:${ports.primary}`],
    ['bind :80', `bind 127.0.0.1:${ports.balancer}`],
    ['10.0.0.11:3000', `127.0.0.1:${ports.a}`],
    ['10.0.0.12:3000', `127.0.0.1:${ports.b}`],
  ] as const
  const made = places.reduce((whole, [from, to]) => whole.replaceAll(from, to), text)
  writeFileSync(join(own, 'haproxy.cfg'), `${made}\n`)
  balancer = spawn(programs.haproxy ?? '', ['-q', '-db', '-f', join(own, 'haproxy.cfg')], { stdio: 'ignore' })
}

async function startServer(name: 'a' | 'b'): Promise<void> {
  const dataDir = join(own, name)
  mkdirSync(dataDir)
  const started = startServerProcess(dataDir, ports[name], {
    DATABASE_URL: `postgres://torniquete@127.0.0.1:${ports.primary}/postgres`,
    SESSION_SECRET: 'el mismo secreto de los dos servidores',
    TRUST_PROXY: 'true',
    LOG_LEVEL: 'silent',
  })
  servers.push(started)
  if (!(await started.ready)) expect((await started.ended).complaints).toEqual([])
}

const isReady = (port: number) =>
  fetch(`http://127.0.0.1:${port}/ready`).then(
    ({ ok }) => ok,
    () => false,
  )

async function makeShop() {
  const token = await makeGymAndFetchToken(ports.balancer)
  const make = async (path: string, body: object) => (await sendCall(ports.balancer, token, 'POST', path, body)).answer
  const { id: id_product } = await make('/products/', { name: 'Agua', unit_of_measure: 'u', sale_price: '25' })
  const { id: id_supplier } = await make('/suppliers/', { name: 'Bebidas' })
  await make('/purchase/', { id_supplier, items: [{ id_product, quantity: stock, unit_price: '10.00' }] })
  const { id: id_client } = await make('/clients/', { name: 'Ana Brújula' })
  return { token, id_product, id_client }
}

beforeAll(async () => {
  if (!there) return
  chmodSync(own, 0o755)
  for (const name of ['primary', 'balancer', 'a', 'b'] as const) ports[name] = await findFreePort()
  cluster = await PatroniCluster.start(own, 3)
  startBalancer()
  await startServer('b')
  await startServer('a')
  await waitUntil(() => isReady(ports.balancer), Boolean, 60_000)
}, 240_000)
afterAll(async () => {
  await tills?.close({ isLeft: true })
  for (const { process, ended } of servers) {
    process.kill('SIGKILL')
    await ended
  }
  await killAndWait(balancer)
  await cluster?.close()
}, 60_000)

/** Causes a fault of the primary and waits until both servers sell again. Returns the refusals until then. */
async function befalls(tills: Tills, what: string, befall: (primary: PatroniNode) => Promise<void> | void) {
  const primary = await cluster.whole()
  const { promoted } = await cluster.watch(primary)
  tills.refusals.clear()
  const begun = performance.now()
  await befall(primary)
  const since = await promoted
  await tills.sellSince(since)
  const back = serverPorts().map((port) => (tills.firstSince(since, port) ?? since) - since)
  console.info(
    `${what}: ${paused(tills, begun)}, back ${back.map(seconds).join(' and ')} s after the new primary; ${said(tills)}`,
  )
  return { refusals: [...tills.refusals.keys()] }
}

const serverPorts = () => [ports.a, ports.b]
const paused = (tills: Tills, since: number) =>
  `${serverPorts()
    .map((port) => seconds(tills.longestPause(since, port)))
    .join(' and ')} s without a sale at the two servers`
const seconds = (milliseconds: number) => (milliseconds / 1000).toFixed(1)
const said = ({ refusals }: Tills) => [...refusals].map(([word, count]) => `${count} × ${word}`).join('; ')

test.runIf(there)(
  'Patroni: failovers and restarts lose and duplicate no acknowledged sale',
  { timeout: 240_000 },
  async () => {
    const shop = await makeShop()
    tills = new Tills(shop, [ports.balancer, ports.balancer, ports.a, ports.a, ports.b, ports.b])
    await tills.sellSince(performance.now())

    const found = [await befalls(tills, 'primary killed', (primary) => cluster.kill(primary))]
    found.push(await befalls(tills, 'switch-over', (primary) => cluster.switchOver(primary)))

    tills.refusals.clear()
    const begun = performance.now()
    await killAndWait(balancer)
    await waitUntil(() => (tills?.refusals.size ?? 0) > 0, Boolean)
    startBalancer()
    await tills.sellSince(performance.now())
    console.info(`balancer restarted: ${paused(tills, begun)}; ${said(tills)}`)
    // HAProxy was down, so there may only be connection errors besides refusals.
    expect([...tills.refusals.keys()].filter((word) => word !== refused && word !== 'TypeError')).toEqual([])

    const old = await cluster.whole()
    const frozen = await befalls(tills, 'primary stands still', (primary) => cluster.freeze(primary))
    cluster.thaw(old)
    await cluster.whole()
    await tills.close()

    expect(new Set(found.flatMap(({ refusals }) => refusals))).toEqual(new Set([refused]))
    // Calls that wait for the frozen node end by the timeout that browsers use.
    expect(frozen.refusals.filter((word) => word !== refused && word !== 'TimeoutError')).toEqual([])
    const numbers = tills.sold.map(({ number }) => number).sort((one, other) => one - other)
    expect(numbers).toEqual(Array.from({ length: numbers.length }, (_, at) => at + 1))
    expect(new Set(tills.sold.map(({ id }) => id)).size).toBe(numbers.length)
    const { answer } = await sendCall(ports.balancer, shop.token, 'GET', `/products/${shop.id_product}`)
    expect(answer).toMatchObject({ quantity: stock - numbers.length })
  },
)
