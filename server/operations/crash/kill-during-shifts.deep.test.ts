// kill -9 of server and database during shifts: acknowledged bookings are in the Z report of their shift exactly once,
// and the drawers are right.
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fromCents, subtractSums, toCents } from '@torniquete/contract/shared/money.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { call, makeGym, readPostmasterPid, type ServerProcess, startProcess } from '../../testing/server-process.ts'
import { eventually } from '../../testing/terminals.ts'
import { makeCluster } from '../../testing/test-cluster.ts'

let dataDir: string
let port: number
let server: ServerProcess
let token: string
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'torniquete-shifts-'))
  makeCluster(dataDir)
  server = startProcess(dataDir, 0)
  expect(await server.ready).toBe(true)
  port = server.port
  token = await makeGym(port)
}, 240_000)
afterAll(async () => {
  server.process.kill('SIGKILL')
  await server.ended
  rmSync(dataDir, { recursive: true, force: true })
}, 20_000)

/** Number of repeated calls that had no answer. */
let again = 0

/** Repeats with the same key until the answer is definite, like the browser. */
async function ask(path: string, body: object) {
  const key = randomUUID()
  for (;;) {
    const reply = await call(port, token, 'POST', path, body, { 'idempotency-key': key }).catch(() => null)
    if (reply && reply.status < 300) return reply.answer
    if (reply && reply.status < 500) throw new Error(`${path} answered ${reply.status}: ${reply.answer.detail}`)
    again += 1
    await pause(20)
  }
}

const read = async (path: string) =>
  (
    await eventually(
      () => call(port, token, 'GET', path).catch(() => ({ status: 503, answer: null })),
      ({ status }) => status === 200,
    )
  ).answer

/** Cents reported to one seller. */
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

/** Sells, voids, and records movements in one shift, a given number of times. */
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

test('kill -9 during shifts: six kills lose and double no booking', { timeout: 240_000 }, async () => {
  const post = async (path: string, body: object) => (await call(port, token, 'POST', path, body)).answer
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
  const counted = (more: number) => {
    const goal = again + more
    return eventually(
      () => again,
      (times) => times >= goal,
      60_000,
    )
  }
  for (let kill = 0; kill < 6; kill += 1) {
    const before = closed.length
    if (kill % 2 === 1) process.kill(readPostmasterPid(dataDir), 'SIGKILL')
    else {
      server.process.kill('SIGKILL')
      await counted(1)
      await server.ended
      server = startProcess(dataDir, port)
      expect(await server.ready).toBe(true)
    }
    // At a different point of the shift each time.
    await eventually(
      () => closed.length,
      (shifts) => shifts > before + (kill % 3),
      60_000,
    )
  }
  going = false
  await Promise.all(counters)
  expect(again).toBeGreaterThan(0)

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
    expect(subtractSums(inDrawer.income, inDrawer.expenses)).toBe(fromCents(told.cash - 10_000))
    expect(elsewhere.income).toBe(fromCents(told.card))
  }
  expect((await read('/cash_drawers/')).map(({ shift }: { shift: unknown }) => shift)).toEqual([null, null])
})
