// kill -9 of server and database under load: each acknowledged write exists exactly once, and terminals are in sync.
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  makeGymAndFetchToken,
  readPostmasterPid,
  type ServerProcess,
  sendCall,
  startServerProcess,
} from '../../testing/server-process.ts'
import { makeSimulatedTerminal, waitUntil } from '../../testing/simulated-terminals.ts'
import { makeCluster, useTemporaryFolder } from '../../testing/test-cluster.ts'

const dataDir = useTemporaryFolder()
let port: number
let server: ServerProcess
let token: string
beforeAll(async () => {
  makeCluster(dataDir)
  server = startServerProcess(dataDir, 0)
  expect(await server.ready).toBe(true)
  port = server.port
  token = await makeGymAndFetchToken(port)
}, 240_000)
afterAll(async () => {
  server.process.kill('SIGKILL')
  await server.ended
}, 20_000)

/** Number of calls that were repeated because they got no answer. */
let again = 0

/** Repeats a call with the same idempotency key until it gets a definite answer, like the browser. */
async function ask(path: string, body: object) {
  const key = randomUUID()
  for (;;) {
    const reply = await sendCall(port, token, 'POST', path, body, { 'idempotency-key': key }).catch(() => null)
    if (reply && reply.status < 300) return reply.answer
    if (reply && reply.status < 500) throw new Error(`${path} answered ${reply.status}: ${reply.answer.detail}`)
    again += 1
    await pause(20)
  }
}

const read = async (path: string) =>
  (
    await waitUntil(
      () => sendCall(port, token, 'GET', path).catch(() => ({ status: 503, answer: null })),
      ({ status }) => status === 200,
    )
  ).answer

/** Kills the database on odd turns and the server on even turns, while calls are running. */
async function kill(turn: number): Promise<void> {
  if (turn % 2 === 1) {
    process.kill(readPostmasterPid(dataDir), 'SIGKILL')
    return
  }
  const before = again
  server.process.kill('SIGKILL')
  await waitUntil(() => again > before, Boolean, 60_000)
  await server.ended
  server = startServerProcess(dataDir, port)
  expect(await server.ready).toBe(true)
}

const post = async (path: string, body: object) => (await sendCall(port, token, 'POST', path, body)).answer
const list = async (path: string): Promise<Record<string, unknown>[]> => {
  const all = []
  for (let page = path.startsWith('/attendances') ? 1 : 0; ; page++) {
    const answer = await read(`${path}?size_page=1000&page=${page}`)
    const rows = answer.items ?? answer.salesInvoices
    all.push(...rows)
    if (rows.length < 1000) return all
  }
}

test('kill -9 during sales: ten kills lose no sale and duplicate none', { timeout: 240_000 }, async () => {
  const plan = (await post('/memberships/', { name: 'Mensual', duration_days: 30, price: '1250.00' })).id
  const supplier = (await post('/suppliers/', { name: 'Proveedor' })).id
  const product = (await post('/products/', { name: 'Agua', unit_of_measure: 'Unidad', sale_price: 35 })).id
  const items = [{ id_product: product, quantity: 100_000, unit_price: 15 }]
  await post('/purchase/', { id_supplier: supplier, items })
  const clients: { id: number; id_zkteco: number }[] = []
  for (let at = 0; at < 20; at++) clients.push(await post('/clients/', { name: `Cliente ${at}`, id_zkteco: 1001 + at }))
  await post('/devices/', { name: 'Puerta principal', sn: 'CRASH1', delay: 2 })
  const terminal = makeSimulatedTerminal(port, 'CRASH1', { delayScale: 0.02, errorDelayMs: 50, timeoutMs: 5000 })
  terminal.start()

  const sold: { id: number }[] = []
  const billed: { id: number }[] = []
  const passes = new Set<string>()
  const today = new Date(Date.now() - 4 * 3_600_000).toISOString().slice(0, 10)
  let going = true
  const seller = async (first: number) => {
    for (let at = first; going; at += 2) {
      const id_client = clients[at % 15]?.id
      sold.push(
        await ask('/membership_payments/', { id_client, id_membership: plan, start_date: today, overlap: true }),
      )
      billed.push(await ask('/sales/', { id_client, items: [{ id_product: product, quantity: 2 }] }))
      const time = new Date(Date.UTC(2026, 0, 1, 0, 0, at)).toISOString().slice(0, 19).replace('T', ' ')
      const pin = clients[at % 20]?.id_zkteco
      passes.add(`${pin} ${time}`)
      terminal.forcePunch({ pin: String(pin), time })
    }
  }
  const sellers = [seller(0), seller(1)]

  const someSales = () => {
    const goal = sold.length + 15
    return waitUntil(() => sold.length >= goal, Boolean, 30_000)
  }
  for (let turn = 0; turn < 10; turn++) {
    await someSales()
    await kill(turn)
  }
  await someSales()
  going = false
  await Promise.all(sellers)
  await waitUntil(() => terminal.unsent() === 0, Boolean, 30_000)

  const payments = await list('/membership_payments/')
  expect(payments.map(({ id }) => id).sort()).toEqual(sold.map(({ id }) => id).sort())
  expect(new Set(sold.map(({ id }) => id)).size).toBe(sold.length)
  const sales = await list('/sales/')
  expect(sales.map(({ id }) => id).sort()).toEqual(billed.map(({ id }) => id).sort())
  expect(sales.map(({ number }) => Number(number)).sort((a, b) => a - b)).toEqual(billed.map((_, index) => index + 1))
  expect((await sendCall(port, token, 'GET', `/products/${product}`)).answer.quantity).toBe(100_000 - 2 * billed.length)
  // True only if the kills interrupted some sales.
  expect(again).toBeGreaterThan(0)
  const pinOf = new Map(clients.map(({ id, id_zkteco }) => [id, id_zkteco]))
  const attended = (await list('/attendances/detail')).map(
    ({ id_client, check_in }) =>
      `${pinOf.get(Number(id_client))} ${new Date(Date.parse(String(check_in)) - 4 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')}`,
  )
  expect(attended.sort()).toEqual([...passes].sort())
  await waitUntil(
    () =>
      clients
        .map(({ id_zkteco }) => terminal.users.get(String(id_zkteco))?.verify)
        .every((verify, at) => verify === (at < 15 ? 0 : 3)),
    Boolean,
    30_000,
  )
  await terminal.stop()
})
