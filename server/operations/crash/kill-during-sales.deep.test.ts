// kill -9 of server and database under load: acknowledged writes exist exactly once, and the terminals end in sync.
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { call, makeGym, readPostmasterPid, type ServerProcess, startProcess } from '../../testing/server-process.ts'
import { eventually, terminalAt } from '../../testing/terminals.ts'
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

const post = (path: string, body: object, headers = {}) => call(port, token, 'POST', path, body, headers)
const list = async (path: string): Promise<Record<string, unknown>[]> => {
  const all = []
  for (let page = path.startsWith('/attendances') ? 1 : 0; ; page++) {
    // A read may still use a connection that the last kill broke.
    const { answer } = await eventually(
      () => call(port, token, 'GET', `${path}?size_page=1000&page=${page}`),
      ({ status }) => status === 200,
    )
    const rows = answer.items ?? answer.salesInvoices
    all.push(...rows)
    if (rows.length < 1000) return all
  }
}

/** Repeats a sale with its key until it is answered; returns the number of attempts. */
async function sell(path: '/membership_payments/' | '/sales/', body: object): Promise<{ id: number; asked: number }> {
  const key = randomUUID()
  for (let asked = 1; ; asked++) {
    const reply = await post(path, body, { 'idempotency-key': key }).catch(() => null)
    if (reply && reply.status < 300) return { id: reply.answer.id, asked }
    if (reply && reply.status < 500) throw new Error(`a sale answered ${reply.status}`)
    await pause(20)
  }
}

test('kill -9 during sales: ten kills lose and double no sale', { timeout: 240_000 }, async () => {
  const plan = (await post('/memberships/', { name: 'Mensual', duration_days: 30, price: '1250.00' })).answer.id
  const supplier = (await post('/suppliers/', { name: 'Proveedor' })).answer.id
  const product = (await post('/products/', { name: 'Agua', unit_of_measure: 'Unidad', sale_price: 35 })).answer.id
  const items = [{ id_product: product, quantity: 100_000, unit_price: 15 }]
  await post('/purchase/', { id_supplier: supplier, items })
  const clients: { id: number; id_zkteco: number }[] = []
  for (let at = 0; at < 20; at++)
    clients.push((await post('/clients/', { name: `Cliente ${at}`, id_zkteco: 1001 + at })).answer)
  await post('/devices/', { name: 'Puerta principal', sn: 'CRASH1', delay: 2 })
  const terminal = terminalAt(port, 'CRASH1', { delayScale: 0.02, errorDelayMs: 50, timeoutMs: 5000 })
  terminal.start()

  const sold: { id: number; asked: number }[] = []
  const billed: { id: number; asked: number }[] = []
  const passes = new Set<string>()
  const today = new Date(Date.now() - 4 * 3_600_000).toISOString().slice(0, 10)
  let going = true
  const seller = async (first: number) => {
    for (let at = first; going; at += 2) {
      const id_client = clients[at % 15]?.id
      sold.push(
        await sell('/membership_payments/', { id_client, id_membership: plan, start_date: today, overlap: true }),
      )
      billed.push(await sell('/sales/', { id_client, items: [{ id_product: product, quantity: 2 }] }))
      const time = new Date(Date.UTC(2026, 0, 1, 0, 0, at)).toISOString().slice(0, 19).replace('T', ' ')
      const pin = clients[at % 20]?.id_zkteco
      passes.add(`${pin} ${time}`)
      terminal.forcePunch({ pin: String(pin), time })
    }
  }
  const sellers = [seller(0), seller(1)]

  const someSales = () => {
    const goal = sold.length + 15
    return eventually(
      () => sold.length,
      (count) => count >= goal,
      30_000,
    )
  }
  for (let kill = 0; kill < 10; kill++) {
    await someSales()
    if (kill % 2 === 1) process.kill(readPostmasterPid(dataDir), 'SIGKILL')
    else {
      server.process.kill('SIGKILL')
      await server.ended
      server = startProcess(dataDir, port)
      expect(await server.ready).toBe(true)
    }
  }
  await someSales()
  going = false
  await Promise.all(sellers)
  await eventually(
    () => terminal.unsent(),
    (count) => count === 0,
    30_000,
  )

  const payments = await list('/membership_payments/')
  expect(payments.map(({ id }) => id).sort()).toEqual(sold.map(({ id }) => id).sort())
  expect(new Set(sold.map(({ id }) => id)).size).toBe(sold.length)
  const sales = await list('/sales/')
  expect(sales.map(({ id }) => id).sort()).toEqual(billed.map(({ id }) => id).sort())
  expect(sales.map(({ number }) => Number(number)).sort((a, b) => a - b)).toEqual(billed.map((_, index) => index + 1))
  expect((await call(port, token, 'GET', `/products/${product}`)).answer.quantity).toBe(100_000 - 2 * billed.length)
  // The kills interrupted sales.
  expect([...sold, ...billed].some(({ asked }) => asked > 1)).toBe(true)
  const pinOf = new Map(clients.map(({ id, id_zkteco }) => [id, id_zkteco]))
  const attended = (await list('/attendances/detail')).map(
    ({ id_client, check_in }) =>
      `${pinOf.get(Number(id_client))} ${new Date(Date.parse(String(check_in)) - 4 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')}`,
  )
  expect(attended.sort()).toEqual([...passes].sort())
  await eventually(
    () => clients.map(({ id_zkteco }) => terminal.users.get(String(id_zkteco))?.verify),
    (verifies) => verifies.every((verify, at) => verify === (at < 15 ? 0 : 3)),
    30_000,
  )
  await terminal.stop()
})
