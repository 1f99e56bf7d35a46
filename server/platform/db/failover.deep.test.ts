// A primary that dies, one that stands still and a balancer that is restarted, while two servers sell: nothing that was
// acknowledged is lost or doubled, nobody is told anything but to come again, and both servers go on by themselves.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Caller } from '../../testing/api.ts'
import { makeClient, makeGym, makeProduct, password, type TestGym } from '../../testing/factories.ts'
import { FaultyProxy } from '../../testing/faulty-proxy.ts'
import { dropFolder, newFolder } from '../../testing/own-cluster.ts'
import {
  ask,
  dropNode,
  type Node,
  promote,
  signalAll,
  startPrimary,
  startStandbyOf,
  waitForStandby,
} from '../../testing/replication.ts'
import { startSecondServer } from '../../testing/second-server.ts'
import { startAppOn, type TestApp } from '../../testing/test-app.ts'

const nodes: Node[] = []
const third = newFolder()
const own = newFolder()
let primary: Node
let standby: Node
let balancer: FaultyProxy
/** An address that moves without cutting what is open. */
let virtualIp: FaultyProxy
/** Behind the balancer, and behind the virtual address. */
let servers: [TestApp, TestApp]
let gym: TestGym
beforeAll(async () => {
  primary = await startPrimary()
  nodes.push(primary)
  standby = await startStandbyOf(primary)
  nodes.push(standby)
  balancer = await FaultyProxy.to(primary.postgres.connection)
  virtualIp = await FaultyProxy.to(primary.postgres.connection)
  const first = await startAppOn(balancer.address, own)
  // Longer than the test: a call that hangs on a frozen primary fails it.
  const limit = 300_000
  servers = [first, await startSecondServer(first, { address: virtualIp.address, limit })]
  gym = await makeGym(first)
  await waitForStandby(primary)
})
afterAll(async () => {
  // Waits on a frozen node end with it.
  for (const node of nodes.slice(0, -1)) signalAll(node, 'SIGKILL')
  await tills?.close({ isLeft: true })
  for (const server of [...(servers ?? [])].reverse()) await server.close()
  await balancer?.close()
  await virtualIp?.close()
  for (const node of nodes) await dropNode(node)
  for (const folder of [third, own]) dropFolder(folder)
})

/** Sells by either server in turn, each sale again with its key until its answer is definite. */
class Tills {
  readonly #callers: Caller[]
  readonly #sale: object
  readonly acknowledged: number[] = []
  /** Answers and their counts. */
  readonly outcomes = new Map<string, number>()
  /** When each server last answered a sale, and when each seller last had an answer. */
  readonly soldAt = [0, 0]
  readonly heardAt = [0, 0, 0, 0]
  #open = true
  #isLeft = false
  readonly #sellers: Promise<void>[]

  constructor(product: number, client: number) {
    this.#sale = { id_client: client, items: [{ id_product: product, quantity: 1 }] }
    this.#callers = servers.map(({ app }) => new Caller(app, gym.admin.token))
    this.#sellers = [0, 1, 2, 3].map((seller) => this.#sell(seller))
  }

  async #sell(seller: number): Promise<void> {
    for (let turn = seller; this.#open; ) {
      const headers = { 'idempotency-key': randomUUID() }
      for (let sold = false; !sold && !this.#isLeft; turn += 1) {
        const at = turn % 2
        const reply = await this.#callers[at]?.try('sales.create', { body: this.#sale, headers })
        this.heardAt[seller] = performance.now()
        const said = reply?.status === 201 ? 'sold' : `${reply?.status}, again after ${reply?.headers['retry-after']} s`
        this.outcomes.set(said, (this.outcomes.get(said) ?? 0) + 1)
        if (reply?.status === 201) {
          this.acknowledged.push(reply.answer.id)
          this.soldAt[at] = performance.now()
          sold = true
        } else {
          // Shorter than the Retry-After of the answer.
          await new Promise((resolve) => setTimeout(resolve, 20))
        }
      }
    }
  }

  get refused(): number {
    return [...this.outcomes].reduce((sum, [said, count]) => (said === 'sold' ? sum : sum + count), 0)
  }

  /** Both servers sell and no seller waits; how many milliseconds after an instant. */
  async sell(since: number): Promise<number> {
    const all = () => [...this.soldAt, ...this.heardAt].every((at) => at > since)
    await expect.poll(all, { timeout: 60_000, interval: 20 }).toBe(true)
    return Math.round(Math.max(...this.soldAt) - since)
  }

  /** With a definite answer to each sale, unless nobody asks for it any more. */
  async close({ isLeft = false } = {}): Promise<void> {
    this.#open = false
    this.#isLeft = isLeft
    await Promise.all(this.#sellers)
  }
}

let tills: Tills
const takesOver = async (fault: string) => {
  await promote(standby)
  const since = performance.now()
  balancer.leadTo(standby.postgres.connection)
  virtualIp.leadNewTo(standby.postgres.connection)
  const took = await tills.sell(since)
  console.info(`${fault}: both servers sell again ${took} ms after the new primary took writes`)
  // Nor does who asks what is no gym's.
  for (const { app } of servers) {
    const login = { body: { username: gym.gym.username, password } }
    const asked = async () => (await new Caller(app, null).try('session.login', login)).status
    await expect.poll(asked, { timeout: 60_000 }).toBe(200)
  }
  primary = standby
}

test('a balancer restarted, a primary killed, a primary that stands still', { timeout: 240_000 }, async () => {
  const product = await makeProduct(gym, { stock: 100_000 })
  tills = new Tills(product.id, (await makeClient(gym)).id)
  await tills.sell(performance.now())

  await balancer.restart(() => expect.poll(() => tills.refused, { timeout: 60_000 }).toBeGreaterThan(0))
  await tills.sell(performance.now())

  signalAll(primary, 'SIGKILL')
  await takesOver('killed')

  standby = await startStandbyOf(primary, third)
  nodes.push(standby)
  await waitForStandby(primary)
  signalAll(primary, 'SIGSTOP')
  await expect.poll(() => servers[1].live.hears, { timeout: 60_000 }).toBe(false)
  // Right before there is another one, more than there are connections: the others are begun where nobody answers any more.
  const late = Array.from({ length: 6 }, async () => {
    const { status } = await new Caller(servers[1].app, gym.admin.token).try('clients.list')
    return status
  })
  await takesOver('stands still')
  expect([200, 503]).toEqual(expect.arrayContaining(await Promise.all(late)))

  await tills.close()
  const [stored] = await ask<{ ids: string[]; numbers: number; last: string; left: string }>(
    primary,
    `select array_agg(s.id order by s.id) as ids, count(distinct number)::int as numbers, max(number)::text as last,
       (select quantity::text from products where id = ${product.id}) as left
     from sales s`,
  )
  const sold = tills.acknowledged.length
  expect(stored?.ids.map(Number)).toEqual([...tills.acknowledged].sort((one, other) => one - other))
  expect(stored).toMatchObject({ numbers: sold, last: String(sold), left: String(100_000 - sold) })
  expect(tills.outcomes.get('sold')).toBe(sold)
  expect([...tills.outcomes.keys()].filter((said) => !/^(sold|503, again after \d+ s)$/.test(said))).toEqual([])
})
