// Measures sales of gyms with fiscal receipts, on paper and electronic, compared with those of an equal gym without; and
// how many electronic receipts are signed and sent to a stand-in of DGII.
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { StandInServer } from '@torniquete/dgii-stand-in/stand-in.ts'
import { z } from 'zod'
import { makeCertificateFile } from '../dgii-stand-in/make-certificate.ts'
import { fetchAuthorizationHeader } from './bearer-token.ts'
import { smallGyms } from './bench-gyms.ts'
import { measureAlternately } from './measure-alternately.ts'
import type { RunningProcess } from './processes.ts'
import { formatHttpRequest, runLoad } from './run-load.ts'
import { type BenchReportRow, compareToMinimum } from './write-report.ts'

const Id = z.object({ id: z.number() })

type Receipts = 'none' | 'paper' | 'electronic'

const certificate = makeCertificateFile()

/** Fills the shelf of a gym; returns a maker of requests that sell three of its products. */
async function openShop(port: number, gym: number, receipts: Receipts): Promise<() => Buffer> {
  const bearer = await fetchAuthorizationHeader(port, gym)
  const headers = { ...bearer, 'content-type': 'application/json' }
  const request = async (path: string, init: RequestInit) => {
    const response = await fetch(`http://127.0.0.1:${port}/v1${path}`, init)
    if (!response.ok) throw new Error(`${init.method} ${path} answered ${response.status}: ${await response.text()}`)
    return response.json()
  }
  const send = (method: string, path: string, body: object) =>
    request(path, {
      method,
      headers: { ...headers, ...(method === 'POST' && { 'idempotency-key': randomUUID() }) },
      body: JSON.stringify(body),
    })
  if (receipts !== 'none') {
    const identity = { tax_id: String(400_000_000 + gym), legal_name: 'Gimnasio SRL', address: 'Calle 1' }
    await send('PUT', '/fiscal/settings', { country: 'DO', ...identity })
    await send('POST', '/fiscal/ranges', { type: 'B02', from: 'B0200000001', to: 'B0299999999' })
  }
  if (receipts === 'electronic') {
    const form = new FormData()
    form.append('password', certificate.password)
    form.append('file', new File([new Uint8Array(certificate.content)], 'firma.p12'))
    await request('/fiscal/certificate', {
      method: 'POST',
      headers: { ...bearer, 'idempotency-key': randomUUID() },
      body: form,
    })
    await send('POST', '/fiscal/ranges', { type: 'E32', from: 'E320000000001', to: 'E320009999999' })
    await send('PUT', '/fiscal/settings', { mode: 'electronic' })
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
    return Buffer.concat([formatHttpRequest('POST', '/v1/sales/', head), Buffer.from(body)])
  }
}

const sell = (port: number, requests: () => Buffer, milliseconds: number) =>
  runLoad({ port, requests, connections: 16, milliseconds, status: 201 })

const sellingMs = 5000
/** Gyms that sell and send at the same time, since each sends 20 receipts a second. */
const gymCount = 6

/** Sells in several gyms, and waits until DGII has accepted all their receipts. */
async function measureSending(port: number, dgii: StandInServer, first: number): Promise<BenchReportRow> {
  const shops = await Promise.all(Array.from({ length: gymCount }, (_, at) => openShop(port, first + at, 'electronic')))
  let turn = 0
  const begun = performance.now()
  const { perSecond } = await sell(port, () => shops[turn++ % gymCount]?.() ?? Buffer.alloc(0), sellingMs)
  const sold = Math.round((perSecond * sellingMs) / 1000)
  while (dgii.registry().listAccepted().length < sold) await wait(100)
  const minutes = (performance.now() - begun) / 60_000
  return {
    what: `Electronic receipts of ${gymCount} gyms, sold, signed, sent to a stand-in of DGII and accepted`,
    ...compareToMinimum(sold / minutes, 1000, 'a minute'),
  }
}

/** `dgii` is the tax office of the product. */
export async function measureFiscalSales({ port }: RunningProcess, dgii: StandInServer): Promise<BenchReportRow[]> {
  const sending = await measureSending(port, dgii, smallGyms.first + 3)
  const without = await openShop(port, smallGyms.first, 'none')
  const compare = async (receipts: Receipts, gym: number, least: number): Promise<BenchReportRow> => {
    const shop = await openShop(port, gym, receipts)
    const { ours, theirs, ratio } = await measureAlternately(
      () => sell(port, shop, 2500),
      () => sell(port, without, 2500),
    )
    return {
      what: `POST /v1/sales/, 3 lines of 60 products, 16 at once, with fiscal receipts (${receipts}), compared with a gym without`,
      ours,
      theirs,
      ...compareToMinimum(ratio, least, '× req/s'),
    }
  }
  const paper = await compare('paper', smallGyms.first + 1, 0.9)
  return [paper, await compare('electronic', smallGyms.first + 2, 0.8), sending]
}
