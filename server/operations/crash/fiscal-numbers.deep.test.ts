// Sixteen sellers on two servers that are killed: no fiscal number is given twice, and none is skipped.
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeGymAndFetchToken, type ServerProcess, sendCall, startServerProcess } from '../../testing/server-process.ts'
import { waitUntil } from '../../testing/simulated-terminals.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../postgres/embedded-postgres.ts'

const sellers = 16
const rangeSize = 500
const ranges = 40

let folder: string
let postgres: EmbeddedPostgres
const servers: ServerProcess[] = []
let token: string

const launch = (port: number): ServerProcess => {
  const { host, port: databasePort } = postgres.connection
  const DATABASE_URL = `postgres://postgres@localhost:${databasePort}/postgres?host=${encodeURIComponent(host)}`
  return startServerProcess(join(folder, 'shared'), port, { DATABASE_URL })
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'torniquete-fiscal-'))
  postgres = await startEmbeddedPostgres({ dataDir: folder })
  servers.push(launch(0))
  expect(await servers[0]?.ready).toBe(true)
  servers.push(launch(0))
  expect(await servers[1]?.ready).toBe(true)
  token = await makeGymAndFetchToken(servers[0]?.port ?? 0)
}, 240_000)

afterAll(async () => {
  for (const server of servers) server.process.kill('SIGKILL')
  await Promise.all(servers.map(({ ended }) => ended))
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}, 30_000)

const portOf = (which: number) => servers[which % 2]?.port ?? 0
const post = async (path: string, body: object, method = 'POST') =>
  (await sendCall(portOf(0), token, method, path, body)).answer

/** Number of calls that were repeated because they got no answer. */
let repeated = 0

/** Repeats a sale with the same idempotency key, at the other server if one is dead. */
async function sell(body: object, which: number): Promise<string> {
  const key = randomUUID()
  for (let attempt = which; ; attempt += 1) {
    const reply = await sendCall(portOf(attempt), token, 'POST', '/sales/', body, { 'idempotency-key': key }).catch(
      () => null,
    )
    if (reply?.status === 201) return reply.answer.fiscal.ncf
    if (reply && reply.status < 500) throw new Error(`${reply.status}: ${JSON.stringify(reply.answer)}`)
    repeated += 1
    await pause(20)
  }
}

test('fiscal numbers: sixteen sellers, two servers and four kills → no number twice, none skipped', {
  timeout: 240_000,
}, async () => {
  await post('/fiscal/settings', { country: 'DO', tax_id: '131246796', legal_name: 'Gimnasio SRL' }, 'PUT')
  const show = (number: number) => `B02${String(number).padStart(8, '0')}`
  for (let at = 0; at < ranges; at += 1)
    await post('/fiscal/ranges', { type: 'B02', from: show(at * rangeSize + 1), to: show((at + 1) * rangeSize) })
  const id_supplier = (await post('/suppliers/', { name: 'Proveedor' })).id
  const id_product = (await post('/products/', { name: 'Agua', unit_of_measure: 'Unidad', sale_price: 118 })).id
  await post('/purchase/', { id_supplier, items: [{ id_product, quantity: 100_000, unit_price: 1 }] })
  const id_client = (await post('/clients/', { name: 'Ana' })).id
  const items = [{ id_product, quantity: 1 }]

  const given: string[] = []
  let going = true
  const work = async (seller: number) => {
    while (going) {
      given.push(await sell({ id_client, items }, seller))
      await pause(200)
      // A sale that fails late takes no number.
      if (seller === 0)
        await sendCall(portOf(0), token, 'POST', '/sales/', { id_client, items, expected_total: '1.00' }).catch(
          () => null,
        )
    }
  }
  const working = Array.from({ length: sellers }, (_, seller) => work(seller))
  for (let turn = 0; turn < 4; turn += 1) {
    const goal = given.length + 40
    await waitUntil(() => given.length >= goal, Boolean, 60_000)
    const server = servers[turn % 2]
    const port = server?.port ?? 0
    const before = repeated
    server?.process.kill('SIGKILL')
    await waitUntil(() => repeated > before, Boolean, 60_000)
    await server?.ended
    servers[turn % 2] = launch(port)
    expect(await servers[turn % 2]?.ready).toBe(true)
  }
  going = false
  await Promise.all(working)

  expect(repeated).toBeGreaterThan(0)
  // The sellers of the last turn also got numbers, so the list is complete and without gaps.
  expect(given.toSorted()).toEqual(given.map((_, at) => show(at + 1)))
  const [{ left }] = (await sendCall(portOf(0), token, 'GET', '/fiscal/ranges')).answer.filter(
    ({ status }: { status: string }) => status === 'active',
  )
  expect(left).toBe((rangeSize - (given.length % rangeSize)) % rangeSize || rangeSize)
})
