import { fiscalWarningTitles } from '@torniquete/contract/fiscal/warning-titles.ts'
import { StandInServer } from '@torniquete/dgii-stand-in/stand-in.ts'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { openSigningCertificates } from '../../testing/electronic-gym.ts'
import { makeGym } from '../../testing/factories.ts'
import { switchToElectronicReceipts, testGymTaxId } from '../../testing/fiscal-samples.ts'
import {
  fetchSupplierAuthorization,
  sellWithCreditReceipt,
  uploadSupplierFile,
} from '../../testing/supplier-documents.ts'
import { startTestAppForFile } from '../../testing/test-app.ts'
import type { CarrierFailure } from '../do/carrier/carrier.ts'
import { DgiiCarrier } from '../do/carrier/dgii-carrier.ts'
import { claimLeaseMs } from './claim-documents.ts'
import { FiscalSender } from './fiscal-sender.ts'

const app = await startTestAppForFile({ PUBLIC_URL: 'https://gimnasio.example' })
const dgii = await new StandInServer().start()
afterAll(() => dgii.stop())
const { address } = await app.listen()
const services = { database: app.database, certificates: await openSigningCertificates(app), clock: app.clock.now }
const sender = new FiscalSender(services, new DgiiCarrier(dgii.address, app.clock.now))
const [buyer, seller] = [await makeGym(app), await makeGym(app)]
for (const { admin } of [buyer, seller]) await switchToElectronicReceipts(admin)
const buyerTaxId = '101850043'
await buyer.admin.call('fiscal.set-settings', { body: { tax_id: buyerTaxId } })

beforeEach(() => {
  dgii.faults.settings = {}
  dgii.directory.splice(0)
  app.clock.reset()
})
const register = (url: string) =>
  dgii.directory.push({
    nombre: 'Vendedor',
    rnc: testGymTaxId,
    urlRecepcion: url,
    urlAceptacion: url,
    urlOpcional: url,
  })
const deliver = () => sender.deliver(buyer.gym.id, 10, new AbortController().signal)

/** The seller's document arrives at the buyer, who approves or rejects it. */
async function exchangeDocument(body: { is_approved: boolean; reason?: string }) {
  const { ncf } = await sellWithCreditReceipt(seller, { tax_id: buyerTaxId, legal_name: 'Comprador SRL' })
  const { text: xml } = await seller.admin.try('fiscal-documents.xml', { params: { ncf } })
  await uploadSupplierFile(app.app, 'recepcion/api/ecf', xml, await fetchSupplierAuthorization(app.app))
  const [document] = (await buyer.admin.call('received-documents.list')).items
  const params = { id: document?.id ?? 0 }
  const answer = () => buyer.admin.call('received-documents.approve', { params, body })
  await answer()
  return {
    answer,
    answerOpposite: () =>
      buyer.admin.try('received-documents.approve', {
        params,
        body: { is_approved: !body.is_approved, reason: 'No lo pedimos' },
      }),
    readApproval: async () => (await buyer.admin.call('received-documents.read', { params })).approval,
    readAnswer: async () =>
      (await seller.admin.call('fiscal-documents.list')).items.find((each) => each.ncf === ncf)?.buyer_approval,
  }
}

test('approval: reaches the tax office and the issuer', async () => {
  register(`${address}/fe/aprobacioncomercial/api/ecf`)
  const { readApproval, readAnswer } = await exchangeDocument({ is_approved: false, reason: 'No lo pedimos' })
  const before = dgii.registry().approvals.length
  await deliver()
  expect(await readApproval()).toMatchObject({ state: 'sent', answer: 'Enviado.' })
  expect(await readAnswer()).toMatchObject({ is_approved: false, reason: 'No lo pedimos' })
  expect(dgii.registry().approvals).toHaveLength(before + 1)
  await deliver()
  expect(dgii.registry().approvals).toHaveLength(before + 1)
})

test('approval: goes to the environment of its document after the settings changed', async () => {
  await exchangeDocument({ is_approved: true })
  const before = dgii.registry().approvals.length
  await buyer.admin.call('fiscal.set-settings', { body: { environment: 'certification' } })
  await deliver()
  await buyer.admin.call('fiscal.set-settings', { body: { environment: 'test' } })
  expect(dgii.registry().approvals).toHaveLength(before + 1)
})

test('approval: goes only to the tax office when the issuer has no address', async () => {
  const { readApproval } = await exchangeDocument({ is_approved: true })
  await deliver()
  const answer = 'Enviado: «El emisor no tiene una dirección en el directorio de la DGII».'
  expect(await readApproval()).toMatchObject({ state: 'sent', answer })
})

test('approval: waits while the tax office is away', async () => {
  register(address)
  const { readApproval, readAnswer } = await exchangeDocument({ is_approved: true })
  dgii.faults.settings = { error: 1 }
  await deliver()
  expect(await readApproval()).toMatchObject({ state: 'waiting', answer: expect.stringContaining('La DGII') })
  dgii.faults.settings = {}
  app.clock.advance(60_000)
  await deliver()
  expect(await readApproval()).toMatchObject({ state: 'sent' })
  expect(await readAnswer()).toMatchObject({ is_approved: true })
})

test('approval: an issuer that does not answer is tried for three days, the tax office once', async () => {
  register('http://127.0.0.1:9')
  const { readApproval } = await exchangeDocument({ is_approved: true })
  const before = dgii.registry().approvals.length
  const readNext = async () =>
    (
      await buyer.rows(
        sql`select from received_documents where gym_id = ${buyer.gym.id} and next_attempt_at is not null`,
      )
    ).length
  await deliver()
  expect(await readApproval()).toMatchObject({ state: 'sent', answer: expect.stringContaining('el emisor') })
  expect(await readNext()).toBe(1)
  app.clock.advance(73 * 3_600_000)
  await deliver()
  expect(await readNext()).toBe(0)
  expect(dgii.registry().approvals).toHaveLength(before + 1)
})

test('approval: an answer that the issuer refuses has failed, and can be sent again', async () => {
  register(`${address}/fe/aprobacioncomercial/api/ecf`)
  const { readApproval, answer: answerAgain, answerOpposite } = await exchangeDocument({ is_approved: true })
  const before = dgii.registry().approvals.length
  await seller.rows(sql`
    update electronic_receipts set status = 'annulled' where gym_id = ${seller.gym.id}`)
  await deliver()
  const answer = 'No se aceptó: «Ningún comprobante enviado tiene ese número, comprador, fecha y monto.».'
  expect(await readApproval()).toMatchObject({ state: 'failed', answer })
  const { items } = await buyer.admin.call('notifications.list')
  expect(items.filter(({ title }) => title === fiscalWarningTitles.approvalFailed)).toMatchObject([
    {
      message: expect.stringMatching(
        /^Tu respuesta a E31\d{10} de Gimnasio de Prueba SRL no llegó. No se aceptó: «Ning/,
      ),
    },
  ])
  await seller.rows(sql`update electronic_receipts set status = 'accepted' where gym_id = ${seller.gym.id}`)
  expect((await answerOpposite()).status).toBe(409)
  expect((await answerAgain()).approval).toMatchObject({ state: 'waiting', answer: null })
  await deliver()
  expect(await readApproval()).toMatchObject({ state: 'sent' })
  expect(dgii.registry().approvals).toHaveLength(before + 1)
})

test('approval: the late end of an older attempt does not change the answer of a newer one', async () => {
  register(address)
  const { readApproval } = await exchangeDocument({ is_approved: true })
  const forwarded = Promise.withResolvers<CarrierFailure>()
  const slow = Object.assign(new DgiiCarrier(dgii.address, app.clock.now), { forward: () => forwarded.promise })
  const older = new FiscalSender(services, slow).deliver(buyer.gym.id, 10, new AbortController().signal)
  const readAttempts = () =>
    buyer.rows(sql`select attempts from received_documents where gym_id = ${buyer.gym.id} and attempts > 0`)
  await expect.poll(readAttempts).not.toEqual([])
  app.clock.advance(claimLeaseMs)
  await deliver()
  forwarded.resolve({ kind: 'unclear', reason: 'No respondió.', isGeneral: false })
  await older
  expect(await readApproval()).toMatchObject({ state: 'sent', answer: 'Enviado.' })
})
