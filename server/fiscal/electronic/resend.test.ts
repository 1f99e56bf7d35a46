import { expect, onTestFinished, test } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { makeClient, makeGym, makePayment, type TestGym } from '../../testing/factories.ts'
import { readSignedXml, setElectronicDocumentStatus, switchToElectronicReceipts } from '../../testing/fiscal-samples.ts'
import { sendRawCall } from '../../testing/raw-call.ts'
import { startTestAppForFile } from '../../testing/test-app.ts'

const app = await startTestAppForFile({ SESSION_HOURS: '8760' })

const resend = ({ admin }: TestGym, ncf = '') => admin.try('fiscal-documents.resend', { params: { ncf } })

test('fiscal-documents.resend: signs a rejected document again, with the corrected name and the same number', async () => {
  const gym = await makeGym(app)
  await switchToElectronicReceipts(gym.admin)
  const client = await makeClient(gym, { tax_id: '101850043', legal_name: 'Comercial SL' })
  const payment = await makePayment(gym, { id_client: client.id, receipt: { type: 'credit' } })
  const ncf = payment.fiscal?.ncf ?? ''
  const before = await readSignedXml(gym.admin, ncf)
  await setElectronicDocumentStatus(gym, ncf, { status: 'rejected', is_number_used: false })
  expect(await gym.admin.call('fiscal-documents.list', { query: { status: 'rejected' } })).toMatchObject({
    items: [{ ncf, needs_person: true }],
  })
  expect(await gym.admin.call('fiscal-documents.counts')).toMatchObject({ waiting: 0, needs_person: 1 })
  await gym.admin.call('clients.update', { params: { id_client: client.id }, body: { legal_name: 'Comercial SRL' } })
  expect((await resend(gym, ncf)).answer).toMatchObject({ ncf, status: 'signed', needs_person: false, attempts: 0 })
  const after = await readSignedXml(gym.admin, ncf)
  expect(before).toContain('<RazonSocialComprador>Comercial SL</RazonSocialComprador>')
  expect(after).toContain('<RazonSocialComprador>Comercial SRL</RazonSocialComprador>')
  const { fiscal } = await gym.admin.call('payments.read', { params: { id: payment.id } })
  expect(fiscal).toMatchObject({ status: 'signed', buyer: { legal_name: 'Comercial SRL' } })
  expect(after).toContain(`<SignatureValue>${fiscal?.security_code}`)
  expect((await gym.admin.call('fiscal-documents.list')).total).toBe(1)
})

test.each([
  ['during a delivery: waits for its end', -60_000, 60_000, 60_000],
  ['after a delivery: sends it at once', -300_000, 60_000, 0],
  ['of a document that was just taken: keeps the time of its question', -60_000, 5000, 5000],
  ['of a document that was never sent: sends it at once', null, 60_000, 0],
])('fiscal-documents.resend %s', async (_, handedMs, nextMs, expectedMs) => {
  const gym = await makeGym(app)
  await switchToElectronicReceipts(gym.admin)
  const { fiscal } = await makePayment(gym)
  app.clock.advance(0) // stops the clock
  onTestFinished(() => app.clock.reset())
  const now = app.clock.now().getTime()
  await gym.rows(sql`
    update electronic_receipts set handed_at = ${handedMs === null ? null : new Date(now + handedMs)},
      next_attempt_at = ${new Date(now + nextMs)} where gym_id = ${gym.gym.id}`)
  const { answer } = await resend(gym, fiscal?.ncf)
  expect(Date.parse(answer.next_attempt_at ?? '')).toBe(now + expectedMs)
})

test('fiscal-documents.resend: refuses used numbers, accepted documents and unknown ones', async () => {
  const gym = await makeGym(app)
  await switchToElectronicReceipts(gym.admin)
  const { fiscal } = await makePayment(gym)
  await setElectronicDocumentStatus(gym, fiscal?.ncf, { status: 'rejected', is_number_used: true })
  expect(await resend(gym, fiscal?.ncf)).toMatchObject({ status: 409, text: expect.stringContaining('usado') })
  await setElectronicDocumentStatus(gym, fiscal?.ncf, { status: 'accepted' })
  expect((await resend(gym, fiscal?.ncf)).status).toBe(409)
  expect((await resend(gym, 'E320009999999')).status).toBe(404)
})

test('fiscal-documents: a credit note of a rejected receipt waits for a person', async () => {
  const gym = await makeGym(app)
  await switchToElectronicReceipts(gym.admin)
  const { id, fiscal } = await makePayment(gym)
  await setElectronicDocumentStatus(gym, fiscal?.ncf, { status: 'sent' })
  const body = { reason: 'x', id_shift: null }
  const { fiscal_note } = await gym.admin.call('payments.void', { params: { id }, body })
  await setElectronicDocumentStatus(gym, fiscal?.ncf, { status: 'rejected', is_number_used: false })
  const listNeeds = async () =>
    (await gym.admin.call('fiscal-documents.list')).items.map(({ ncf, needs_person }) => [ncf, needs_person])
  const pair = (needs: boolean) => [
    [fiscal_note?.ncf, needs],
    [fiscal?.ncf, needs],
  ]
  expect(await listNeeds()).toEqual(pair(true))
  await resend(gym, fiscal?.ncf)
  expect((await listNeeds()).sort()).toEqual(pair(false).sort())
})

test('fiscal-documents.resend: a rejected credit note with a used number gets a new number', async () => {
  const gym = await makeGym(app)
  await switchToElectronicReceipts(gym.admin)
  const { id, fiscal } = await makePayment(gym)
  await setElectronicDocumentStatus(gym, fiscal?.ncf, { status: 'accepted' })
  const body = { reason: 'x', id_shift: null }
  const { fiscal_note: before } = await gym.admin.call('payments.void', { params: { id }, body })
  await setElectronicDocumentStatus(gym, before?.ncf, { status: 'rejected', is_number_used: true })
  const { answer } = await resend(gym, before?.ncf)
  expect(answer).toMatchObject({ status: 'signed', type: 'E34', needs_person: false })
  expect(answer.ncf).not.toBe(before?.ncf)
  expect(await readSignedXml(gym.admin, answer.ncf)).toContain(`<NCFModificado>${fiscal?.ncf}</NCFModificado>`)
  const { fiscal_note: after } = await gym.admin.call('payments.read', { params: { id } })
  expect(after?.ncf).toBe(answer.ncf)
  expect((await resend(gym, before?.ncf)).status).toBe(409)
  expect(await gym.admin.call('fiscal-documents.counts')).toMatchObject({ needs_person: 0 })
})

test('fiscal-documents.xml: the file is named by RNC and number', async () => {
  const gym = await makeGym(app)
  await switchToElectronicReceipts(gym.admin)
  const { fiscal } = await makePayment(gym)
  const { admin } = gym
  const params = { ncf: fiscal?.ncf ?? '' }
  const { headers, text } = await sendRawCall(admin.app, admin.token, 'fiscal-documents.xml', { params })
  expect(headers).toMatchObject({
    'content-type': 'application/xml; charset=utf-8',
    'content-disposition': expect.stringMatching(new RegExp(`filename="\\d{9}${params.ncf}.xml"`)),
  })
  expect(text).toMatch(/^<\?xml version="1.0" encoding="utf-8"\?><ECF>/)
})
