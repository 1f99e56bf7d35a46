import { makeCertificateFile } from '@torniquete/dgii-stand-in/make-certificate.ts'
import { expect, test } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { makeReceipt } from '../../testing/electronic-receipts.ts'
import { makeExpense, makeGym, makeProduct, makeSupplier } from '../../testing/factories.ts'
import { switchToElectronicReceipts, testGymTaxId } from '../../testing/fiscal-samples.ts'
import {
  fetchSupplierAuthorization,
  makeSupplierReceiptXml,
  signAsSupplier,
  uploadSupplierFile,
} from '../../testing/supplier-documents.ts'
import { startTestApp, startTestAppForFile } from '../../testing/test-app.ts'
import { verifySignature } from '../../testing/verify-signature.ts'
import { parseCertificateFile } from '../do/ecf/certificate.ts'
import { findElementText, parseXml } from '../do/ecf/parse-xml.ts'
import { signXml } from '../do/ecf/signature.ts'
import { listViolations } from '../do/ecf/validate-document.ts'

const https = { PUBLIC_URL: 'https://gimnasio.example' }
const app = await startTestAppForFile(https)
const gym = await makeGym(app)
await switchToElectronicReceipts(gym.admin)

/** Sends a document. Returns its acknowledgement: `0`, or the code of the refusal. */
async function receive(content: string | Buffer, headers?: Record<string, string>): Promise<string> {
  const reply = await uploadSupplierFile(
    app.app,
    'recepcion/api/ecf',
    content,
    headers ?? (await fetchSupplierAuthorization(app.app)),
  )
  if (reply.statusCode !== 200) return String(reply.statusCode)
  expect(verifySignature(reply.body)).not.toBeNull()
  expect(listViolations(reply.body)).toEqual([])
  const root = parseXml(reply.body)
  const at = (tag: string) => root && findElementText(root, `DetalleAcusedeRecibo/${tag}`)
  return at('Estado') === '0' ? '0' : `refused: ${at('CodigoMotivoNoRecibido')}`
}

const listReceived = async () => (await gym.admin.call('received-documents.list')).items

test('seed service: without https there is none', async () => {
  for (const environment of [undefined, { PUBLIC_URL: 'http://192.168.1.20' }]) {
    const other = await startTestApp(environment)
    expect((await other.app.inject('/fe/autenticacion/api/semilla')).statusCode).toBe(404)
    await other.close()
  }
})

test('seed service: a signed seed is exchanged for a token of an hour', async () => {
  const seed = await app.app.inject('/fe/autenticacion/api/semilla')
  expect(seed.headers['content-type']).toContain('xml')
  const path = 'autenticacion/api/validacioncertificado'
  const signed = signAsSupplier(seed.body)
  const { token, expira, expedido } = (await uploadSupplierFile(app.app, path, signed)).json()
  expect(token).toMatch(/^\S+$/)
  expect(Date.parse(expira) - Date.parse(expedido)).toBe(3_600_000)
  const xml = await uploadSupplierFile(app.app, path, signed, { accept: 'application/xml' })
  expect(xml.body).toMatch(
    /<RespuestaAutenticacion><token>\S+<\/token><expira>\S+Z<\/expira><expedido>\S+Z<\/expedido>/,
  )
})

test('seed service: seeds that are changed, old, unsigned or foreign get no token', async () => {
  const { body: seed } = await app.app.inject('/fe/autenticacion/api/semilla')
  const exchange = async (xml: string) =>
    (await uploadSupplierFile(app.app, 'autenticacion/api/validacioncertificado', xml)).statusCode
  const expired = makeCertificateFile({ validUntil: new Date('2026-01-02') })
  const signed = signAsSupplier(seed)
  expect(await exchange(seed)).toBe(400)
  expect(await exchange(signed.replace('<valor>', '<valor>1'))).toBe(400)
  expect(await exchange(signAsSupplier(seed.replace('<valor>', '<valor>1')))).toBe(400)
  expect(await exchange(signXml(seed, parseCertificateFile(expired.content, expired.password)))).toBe(400)
  expect(await exchange('')).toBe(400)
  app.clock.advance(6 * 60_000)
  expect(await exchange(signed)).toBe(400)
  app.clock.reset()
})

test('tokens: end after an hour, and only they open the services', async () => {
  const token = await fetchSupplierAuthorization(app.app)
  const seed = /<valor>(.*)<\/valor>/.exec((await app.app.inject('/fe/autenticacion/api/semilla')).body)?.[1]
  const xml = signAsSupplier(makeSupplierReceiptXml(testGymTaxId))
  for (const authorization of ['', 'Bearer x', `Bearer ${seed}`, `${token.authorization}x`])
    expect(await receive(xml, { authorization })).toBe('401')
  app.clock.advance(61 * 60_000)
  expect(await receive(xml, token)).toBe('401')
  app.clock.reset()
})

test('reception: a document is stored, listed and announced once', async () => {
  const xml = signAsSupplier(makeSupplierReceiptXml(testGymTaxId))
  expect(await receive(xml)).toBe('0')
  expect(await receive(xml)).toBe('refused: 3')
  const [document, ...others] = await listReceived()
  expect(others).toEqual([])
  expect(document).toMatchObject({
    ncf: /E31\d{10}/.exec(xml)?.[0],
    type_name: 'Factura de Crédito Fiscal Electrónica',
    tax_id: '101850043',
    legal_name: 'Suplidora del Este SRL',
    issued_on: '2026-11-30',
    total: '1600.00',
    tax_total: '15.25',
    document: null,
    approval: null,
  })
  const { items } = await gym.admin.call('notifications.list')
  expect(items.filter(({ title }) => title === 'Comprobante recibido').map(({ message }) => message)).toEqual([
    `Suplidora del Este SRL envió Factura de Crédito Fiscal Electrónica ${document?.ncf} por $ 1,600.00.`,
  ])
})

test('reception: of servers that take the same document at once, one stores it', async () => {
  const xml = signAsSupplier(makeSupplierReceiptXml(testGymTaxId))
  const token = await fetchSupplierAuthorization(app.app)
  const answers = await Promise.all(Array.from({ length: 4 }, () => receive(xml, token)))
  expect(answers.sort()).toEqual(['0', 'refused: 3', 'refused: 3', 'refused: 3'])
})

test.each([
  ['another buyer', () => signAsSupplier(makeSupplierReceiptXml('131246796')), 'refused: 4'],
  ['no signature', () => makeSupplierReceiptXml(testGymTaxId), 'refused: 2'],
  [
    'two signatures',
    () => signAsSupplier(makeSupplierReceiptXml(testGymTaxId)).replace(/<Signature .*(?=<\/ECF>)/, '$&$&'),
    'refused: 2',
  ],
  [
    'the signature of another document',
    () =>
      makeSupplierReceiptXml(testGymTaxId).replace(
        '</ECF>',
        `${/<Signature .*<\/ECF>/.exec(signAsSupplier(makeSupplierReceiptXml(testGymTaxId)))}`,
      ),
    'refused: 2',
  ],
  [
    'a changed amount',
    () => signAsSupplier(makeSupplierReceiptXml(testGymTaxId)).replaceAll('1600.00', '1600.01'),
    'refused: 2',
  ],
  [
    'a type that is not for buyers',
    () => signAsSupplier(makeSupplierReceiptXml(testGymTaxId)).replaceAll('E31', 'E41'),
    'refused: 1',
  ],
  ['no number', () => signAsSupplier(makeSupplierReceiptXml(testGymTaxId)).replace(/<eNCF>.*<\/eNCF>/, ''), '400'],
  ['no content', () => '', '400'],
  ['JSON', () => '{"a":1}', '400'],
  ['UTF-16', () => Buffer.from(signAsSupplier(makeSupplierReceiptXml(testGymTaxId)), 'utf16le'), '400'],
  [
    'a declared encoding',
    () => signAsSupplier(makeSupplierReceiptXml(testGymTaxId)).replace('utf-8', 'iso-8859-1'),
    '400',
  ],
  [
    'bytes that are no UTF-8',
    () => Buffer.from(signAsSupplier(makeSupplierReceiptXml(testGymTaxId)).replace('Gimnasio', 'Ñ'), 'latin1'),
    '400',
  ],
  [
    'a DTD',
    () => signAsSupplier(makeSupplierReceiptXml(testGymTaxId)).replace('<ECF>', '<!DOCTYPE a [<!ENTITY b "c">]><ECF>'),
    '400',
  ],
  ['a million tags inside each other', () => '<a>'.repeat(150_000), '400'],
  ['half a megabyte', () => 'x'.repeat(600_000), '413'],
])('reception: a document with %s is refused', async (_, make, expected) => {
  const before = (await gym.admin.call('received-documents.list')).total
  expect(await receive(make())).toBe(expected)
  expect((await gym.admin.call('received-documents.list')).total).toBe(before)
})

test('reception: refusals are sentences, and bodies that are no form are refused', async () => {
  const token = await fetchSupplierAuthorization(app.app)
  const reply = await uploadSupplierFile(app.app, 'recepcion/api/ecf', '<a>', token)
  expect(reply.json()).toEqual({ detail: 'El archivo no es un e-CF en XML (UTF-8) con emisor y comprador.' })
  const headers = { ...token, 'content-type': 'application/xml' }
  const raw = await app.app.inject({ method: 'POST', url: '/fe/recepcion/api/ecf', headers, payload: '<a/>' })
  expect([raw.statusCode, raw.json()]).toEqual([415, { detail: 'El tipo de contenido no es válido.' }])
})

test('services: paths ignore case, accents and a slash at the end; unknown ones are missing', async () => {
  for (const url of ['/FE/Autenticacion/api/SEMILLA', '/fe/autenticaci%C3%B3n/api/semilla/'])
    expect((await app.app.inject(url)).statusCode).toBe(200)
  for (const url of ['/fe/', '/fe/autenticacion', '/fe/recepcion/api/ecf', '/fe/%00'])
    expect((await app.app.inject({ url, headers: { accept: 'text/html' } })).json().detail).toBe(
      'Esa dirección no existe.',
    )
})

test('services: more than 120 calls a minute of one address are refused, not those of others', async () => {
  const other = await startTestApp({ ...https, TRUST_PROXY: 'true' })
  const call = async (address: string) =>
    (await other.app.inject({ url: '/fe/autenticacion/api/semilla', headers: { 'x-forwarded-for': address } }))
      .statusCode
  const statuses = await Promise.all(Array.from({ length: 121 }, () => call('192.0.2.7')))
  expect(statuses.filter((status) => status === 429)).toHaveLength(1)
  expect(await call('192.0.2.8')).toBe(200)
  await other.close()
})

test('reception: documents are announced once while the notification is unread', async () => {
  const { admin } = gym
  const countNotices = async () =>
    (await admin.call('notifications.list')).items.filter(({ title }) => title === 'Comprobante recibido').length
  const receiveNew = () => receive(signAsSupplier(makeSupplierReceiptXml(testGymTaxId)))
  await receiveNew()
  const before = await countNotices()
  await receiveNew()
  expect(await countNotices()).toBe(before)
  await gym.rows(sql`update notifications set is_read = true where gym_id = ${gym.gym.id}`)
  await receiveNew()
  expect(await countNotices()).toBe(before + 1)
})

test('reception: a gym gets at most 50 documents a day from one issuer', async () => {
  const full = await makeGym(app)
  const tax_id = '401037272'
  await switchToElectronicReceipts(full.admin)
  await full.admin.call('fiscal.set-settings', { body: { tax_id } })
  await full.rows(sql`
    insert into received_documents (gym_id, ncf, environment, tax_id, legal_name, issued_on, total, tax_total, xml, acknowledgement, received_at)
    select ${full.gym.id}, n, 'test', '101850043', 'x', '2026-11-30', 1, 0, '<ECF/>', '<ARECF/>', now() from generate_series(1, 50) n`)
  expect(await receive(signAsSupplier(makeSupplierReceiptXml(tax_id)))).toBe('429')
  const issuer = { ...makeReceipt().issuer, taxId: '131246796' }
  expect(await receive(signAsSupplier(makeSupplierReceiptXml(tax_id, { issuer })))).toBe('0')
})

test('reception: a gym gets at most 300 documents a day', async () => {
  const full = await makeGym(app)
  const tax_id = '401506254'
  await switchToElectronicReceipts(full.admin)
  await full.admin.call('fiscal.set-settings', { body: { tax_id } })
  await full.rows(sql`
    insert into received_documents (gym_id, ncf, environment, tax_id, legal_name, issued_on, total, tax_total, xml, acknowledgement, received_at)
    select ${full.gym.id}, n, 'test', '1', 'x', '2026-11-30', 1, 0, '<ECF/>', '<ARECF/>', now() from generate_series(1, 300) n`)
  const xml = signAsSupplier(makeSupplierReceiptXml(tax_id))
  expect(await receive(xml)).toBe('429')
  app.clock.advance(25 * 3_600_000)
  expect(await receive(xml)).toBe('0')
  app.clock.reset()
  // With two gyms, the certificate of neither signs that a document is for another buyer.
  expect(await receive(signAsSupplier(makeSupplierReceiptXml('131246796')))).toBe('400')
})

test('received documents: a document belongs to the booking with its number and seller, until that is void', async () => {
  await receive(signAsSupplier(makeSupplierReceiptXml(testGymTaxId)))
  const [{ id, ncf } = { id: 0, ncf: '' }] = await listReceived()
  const read = () => gym.admin.call('received-documents.read', { params: { id } })
  const listOpen = async () => (await gym.admin.call('received-documents.list', { query: { open: true } })).items
  const supplier = await makeSupplier(gym, { tax_id: '101850043' })
  expect((await read()).supplier).toEqual({ id: supplier.id, name: supplier.name })
  await makeExpense(gym, { ncf, tax_id: '131246796', supplier_name: 'Otra SRL' })
  expect((await read()).document).toBeNull()
  expect((await listOpen())[0]?.id).toBe(id)
  const expense = await makeExpense(gym, { ncf, tax_id: '101850043', supplier_name: 'Suplidora del Este SRL' })
  expect((await read()).document).toEqual({ kind: 'expense', id: expense.id, number: expense.number })
  expect((await listOpen())[0]?.id).not.toBe(id)
  await gym.admin.call('expenses.void', { params: { id: expense.id }, body: { reason: 'Error' } })
  const items = [{ id_product: (await makeProduct(gym)).id, quantity: 1, unit_price: '1600.00' }]
  const purchase = await gym.admin.call('purchases.create', { body: { id_supplier: supplier.id, items, ncf } })
  expect((await read()).document).toEqual({ kind: 'purchase', id: purchase.id, number: purchase.number })
  const body = { is_approved: false, reason: 'No' }
  const refused = await gym.admin.try('received-documents.approve', { params: { id }, body })
  expect([refused.status, (await read()).approval]).toEqual([409, null])
})

test('received-documents.read: answers lines and the address of DGII’s page; the XML is that which came', async () => {
  const xml = signAsSupplier(makeSupplierReceiptXml(testGymTaxId))
  await receive(xml)
  const [document] = await listReceived()
  const params = { id: document?.id ?? 0 }
  const { lines, check_url } = await gym.admin.call('received-documents.read', { params })
  expect(lines).toHaveLength(2)
  const code = encodeURIComponent(/<SignatureValue>(.{6})/.exec(xml)?.[1] ?? '')
  expect(check_url).toBe(
    `https://ecf.dgii.gov.do/testecf/consultatimbre?RncEmisor=101850043&RncComprador=${testGymTaxId}&ENCF=${document?.ncf}` +
      `&FechaEmision=30-11-2026&MontoTotal=1600.00&FechaFirma=30-11-2026%2015%3A04%3A05&CodigoSeguridad=${code}`,
  )
  expect((await gym.admin.try('received-documents.xml', { params })).text).toBe(xml)
})

test('received-documents.read: DGII’s page stays that of the environment in which the document came', async () => {
  await receive(signAsSupplier(makeSupplierReceiptXml(testGymTaxId)))
  const [document] = await listReceived()
  await gym.admin.call('fiscal.set-settings', { body: { environment: 'certification' } })
  const { check_url } = await gym.admin.call('received-documents.read', { params: { id: document?.id ?? 0 } })
  await gym.admin.call('fiscal.set-settings', { body: { environment: 'test' } })
  expect(check_url).toContain('https://ecf.dgii.gov.do/testecf/')
})

test('received-documents.approve: signs one answer, which stays', async () => {
  await receive(signAsSupplier(makeSupplierReceiptXml(testGymTaxId)))
  const [document] = await listReceived()
  const params = { id: document?.id ?? 0 }
  const approve = (body: object) => gym.admin.try('received-documents.approve', { params, body })
  expect((await approve({ is_approved: false, reason: '' })).text).toContain('Escribe el motivo del rechazo')
  const { answer } = await approve({ is_approved: false, reason: 'No lo pedimos' })
  expect(answer.approval).toMatchObject({ is_approved: false, reason: 'No lo pedimos', state: 'waiting' })
  expect((await approve({ is_approved: true })).status).toBe(409)
  const open = await gym.admin.call('received-documents.list', { query: { open: true } })
  expect(open.items.map(({ id }) => id)).not.toContain(params.id)
  const [row] = await gym.rows<{ approval_xml: string }>(
    sql`select approval_xml from received_documents where gym_id = ${gym.gym.id} and id = ${params.id}`,
  )
  expect(verifySignature(row?.approval_xml ?? '')).not.toBeNull()
  expect(listViolations(row?.approval_xml ?? '')).toEqual([])
  expect(row?.approval_xml).toContain(`<RNCComprador>${testGymTaxId}</RNCComprador><Estado>2</Estado>`)
})
