import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { makeCarrierDocument } from '../../../testing/carrier-documents.ts'
import { makeReceipt } from '../../../testing/electronic-receipts.ts'
import { makeSigningCertificate } from '../../../testing/signing-certificate.ts'
import { ProviderCarrier } from './provider-carrier.ts'

const certificate = makeSigningCertificate()
const document = makeCarrierDocument(makeReceipt(), certificate)
const { signal } = new AbortController()
const calls: string[] = []
let reply: [status: number, body: unknown] = [200, { status: 'accepted' }]

const provider = createServer(async (request, response) => {
  let body = ''
  for await (const part of request) body += part
  calls.push(`${request.method} ${request.url} ${request.headers.authorization} ${body.slice(0, 40)}`)
  response.writeHead(reply[0]).end(JSON.stringify(reply[1]))
})
await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
const { port } = provider.address() as AddressInfo // an AddressInfo, since the server listens on TCP
const carrier = new ProviderCarrier(`http://127.0.0.1:${port}`, 'secreto')
afterAll(() => {
  provider.close()
})

const messages = [{ code: '7', text: 'No cuadra' }]

test.each([
  [200, { status: 'accepted' }, { kind: 'accepted', messages: [], isNumberUsed: true }],
  [200, { status: 'remarks', messages }, { kind: 'remarks', messages, isNumberUsed: true }],
  [400, { status: 'rejected', messages, is_number_used: false }, { kind: 'rejected', messages, isNumberUsed: false }],
  [202, { status: 'received', track_id: 'a1' }, { kind: 'taken', trackId: 'a1' }],
  [500, 'error', { kind: 'unclear', reason: 'El proveedor respondió con el error 500: error', isGeneral: false }],
  [401, 'clave', { kind: 'not-sent', reason: 'El proveedor no acepta la identificación: clave', isGeneral: true }],
  [200, { estado: 1 }, { kind: 'unclear', reason: 'No se entiende lo que respondió el proveedor.', isGeneral: false }],
])('provider answers %s %j → %j', async (status, body, expected) => {
  reply = [status, body]
  expect(await carrier.submit(document, certificate, signal)).toEqual(expected)
})

test('questions name the document and its security code; 404 tells that it has not arrived', async () => {
  reply = [404, { status: 'unknown' }]
  expect(await carrier.ask({ ...document, securityCode: 'a+/b=c' }, certificate, signal)).toEqual({ kind: 'unknown' })
  expect(calls.at(-1)).toBe('GET /documents/test/131246796/E320000000007?security_code=a%2B%2Fb%3Dc Bearer secreto ')
})

test('annulments: taken is as good as accepted', async () => {
  reply = [202, { status: 'received' }]
  const file = { environment: 'test' as const, taxId: '131246796', name: 'x.xml', xml: '<ANECF/>' }
  expect(await carrier.annul(file, certificate, signal)).toMatchObject({ kind: 'accepted' })
  expect(calls.at(-1)).toMatch(/^POST \/annulments Bearer secreto \{"environment":"test","tax_id":"13124/)
})
