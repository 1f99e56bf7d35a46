// Measures sales of a gym with fiscal receipts, compared with those of an equal gym without.
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { makeBearer } from './bearer-token.ts'
import { smallGyms } from './bench-gyms.ts'
import { measureAlternately } from './measure-alternately.ts'
import type { RunningProcess } from './processes.ts'
import { formatRequest, runLoad } from './run-load.ts'
import { type ReportRow, requireMinimum } from './write-report.ts'

const Id = z.object({ id: z.number() })

/** Fills the shelf of a gym; returns a maker of requests that sell three of its products. */
async function openShop(port: number, gym: number, isFiscal: boolean): Promise<() => Buffer> {
  const headers = { ...(await makeBearer(port, gym)), 'content-type': 'application/json' }
  const send = async (method: string, path: string, body?: object) => {
    const response = await fetch(`http://127.0.0.1:${port}/v1${path}`, {
      method,
      headers: { ...headers, ...(method === 'POST' && { 'idempotency-key': randomUUID() }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}`)
    return response.json()
  }
  if (isFiscal) {
    await send('PUT', '/fiscal/settings', { country: 'DO', tax_id: '131246796', legal_name: 'Gimnasio SRL' })
    await send('POST', '/fiscal/ranges', { type: 'B02', from: 'B0200000001', to: 'B0299999999' })
  }
  const { id: id_supplier } = Id.parse(await send('POST', '/suppliers/', { name: 'Proveedor' }))
  const products: number[] = []
  for (let at = 0; at < 60; at += 1) {
    const product = { name: `Producto ${at}`, unit_of_measure: 'Unidad', sale_price: '118.00' }
    products.push(Id.parse(await send('POST', '/products/', product)).id)
  }
  const stock = products.map((id_product) => ({ id_product, quantity: 1_000_000, unit_price: 1 }))
  await send('POST', '/purchase/', { id_supplier, items: stock })
  const { id: id_client } = Id.parse(await send('POST', '/clients/', { name: 'Ana' }))
  let turn = 0
  return () => {
    turn += 1
    const items = [0, 1, 2].map((at) => ({ id_product: products[(turn * 7 + at * 19) % products.length], quantity: 1 }))
    const body = JSON.stringify({ id_client, items })
    const head = { ...headers, 'idempotency-key': randomUUID(), 'content-length': String(Buffer.byteLength(body)) }
    return Buffer.concat([formatRequest('POST', '/v1/sales/', head), Buffer.from(body)])
  }
}

export async function measureFiscalSales({ port }: RunningProcess): Promise<ReportRow[]> {
  const withReceipts = await openShop(port, smallGyms.first, true)
  const without = await openShop(port, smallGyms.first + 1, false)
  const run = (requests: () => Buffer) => runLoad({ port, requests, connections: 16, milliseconds: 2500, status: 201 })
  const { ours, theirs, ratio } = await measureAlternately(
    () => run(withReceipts),
    () => run(without),
  )
  return [
    {
      what: 'POST /v1/sales/, 3 lines of 60 products, 16 at once, with fiscal receipts, compared with a gym without',
      ours,
      theirs,
      ...requireMinimum(ratio, 0.9, '× req/s'),
    },
  ]
}
