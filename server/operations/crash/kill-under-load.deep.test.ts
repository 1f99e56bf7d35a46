// kill -9 of server and database under load: each acknowledged write exists exactly once, cash drawers are correct, and
// terminals in sync.
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { fromCents, subtractAmounts, toCents } from '@torniquete/contract/shared/money.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeGym, readPostmasterPid, type ServerProcess, sendCall, startProcess } from '../../testing/server-process.ts'
import { terminalAt, waitUntil } from '../../testing/simulated-terminals.ts'
import { makeCluster, useFolder } from '../../testing/test-cluster.ts'

const dataDir = useFolder()
let port: number
let server: ServerProcess
let token: string
beforeAll(async () => {
  makeCluster(dataDir)
  server = startProcess(dataDir, 0)
  expect(await server.ready).toBe(true)
  port = server.port
  token = await makeGym(port)
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
  server = startProcess(dataDir, port)
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
  const terminal = terminalAt(port, 'CRASH1', { delayScale: 0.02, errorDelayMs: 50, timeoutMs: 5000 })
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

/** Sums in cents that the server confirmed to one seller. */
interface Told {
  id: number
  cash: number
  card: number
  moves: string[]
}

interface Shop {
  cash: number
  card: number
  product: number
  client: number
}

/** Makes and voids sales and records cash movements in one shift, `times` times. */
async function work(shop: Shop, told: Told, times: number, first: number): Promise<void> {
  const id_shift = told.id
  for (let at = first; at < first + times; at += 1) {
    const card = 500 + at
    const paid = [
      { id_kind: shop.card, amount: fromCents(card) },
      { id_kind: shop.cash, amount: fromCents(4000 - card), received: '50' },
    ]
    const items = [{ id_product: shop.product, quantity: 1 }]
    const sale = await ask('/sales/', { id_client: shop.client, items, paid, id_shift })
    told.cash += 4000 - card
    told.card += card
    if (at % 3 === 1) {
      const reason = `${told.id} ${at}`
      await ask(`/cash_shifts/${told.id}/moves`, { amount: fromCents(100 + at), out: at % 2 === 0, reason })
      told.moves.push(`${at % 2 === 0 ? '-' : ''}${fromCents(100 + at)} ${reason}`)
    }
    if (at % 4 === 2) {
      const inCash = [{ id_kind: shop.cash, amount: '7.50' }]
      await ask('/expenses/', { description: 'x', category: 'Otros', amount: '7.50', paid: inCash, id_shift })
      told.cash -= 750
    }
    if (at % 5 === 3) {
      await ask(`/sales/${sale.id}/void`, { reason: 'x', id_shift })
      told.cash -= 4000 - card
      told.card -= card
    }
  }
}

test('kill -9 during shifts: six kills lose no booking and duplicate none', { timeout: 240_000 }, async () => {
  const supplier = (await post('/suppliers/', { name: 'Proveedor' })).id
  const product = (await post('/products/', { name: 'Agua', unit_of_measure: 'Unidad', sale_price: 40 })).id
  await post('/purchase/', { id_supplier: supplier, items: [{ id_product: product, quantity: 90_000, unit_price: 1 }] })
  const client = (await post('/clients/', { name: 'Ana' })).id
  const [cash, card] = (await read('/payment_kinds/')).map(({ id }: { id: number }) => id)
  const shop = { cash, card, product, client }
  const drawers = [
    (await post('/cash_drawers/', { name: 'Uno' })).id,
    (await post('/cash_drawers/', { name: 'Dos' })).id,
  ]

  const closed: { told: Told; z: { shift: object; expected: string } }[] = []
  let going = true
  const counter = async (id_drawer: number) => {
    while (going) {
      const { id } = await ask('/cash_shifts/', { id_drawer, amount: '100' })
      const told: Told = { id, cash: 10_000, card: 0, moves: [] }
      await Promise.all([work(shop, told, 6, 0), work(shop, told, 6, 100)])
      const z = await ask(`/cash_shifts/${id}/close`, { counts: [{ value: '50', pieces: 2 }] })
      closed.push({ told, z })
    }
  }
  const counters = drawers.map(counter)
  const earlier = again
  for (let turn = 0; turn < 6; turn += 1) {
    const before = closed.length
    await kill(turn)
    // Each kill happens at a different step of a shift.
    await waitUntil(() => closed.length > before + (turn % 3), Boolean, 60_000)
  }
  going = false
  await Promise.all(counters)
  expect(again).toBeGreaterThan(earlier)

  const { items, total } = await read('/cash_shifts/?size_page=1000')
  expect(total).toBe(closed.length)
  expect(items.map(({ id }: { id: number }) => id).sort()).toEqual(closed.map(({ told }) => told.id).sort())
  const numbers = items.map(({ closed: { number } }: { closed: { number: number } }) => number)
  expect(numbers).toEqual(closed.map((_, at) => closed.length - at))
  for (const { told, z } of closed) {
    const report = await read(`/cash_shifts/${told.id}`)
    expect(report).toEqual(z)
    const moved = report.moves.map(({ amount, reason }: { amount: string; reason: string }) => `${amount} ${reason}`)
    expect(moved.sort()).toEqual(told.moves.sort())
    const sum = told.moves.reduce((cents, move) => cents + (toCents(move.split(' ')[0] ?? '') ?? 0), told.cash)
    expect(report.expected).toBe(fromCents(sum))
    const [inDrawer, elsewhere] = report.kinds
    expect(subtractAmounts(inDrawer.income, inDrawer.expenses)).toBe(fromCents(told.cash - 10_000))
    expect(elsewhere.income).toBe(fromCents(told.card))
  }
  expect((await read('/cash_drawers/')).map(({ shift }: { shift: unknown }) => shift)).toEqual([null, null])
})
