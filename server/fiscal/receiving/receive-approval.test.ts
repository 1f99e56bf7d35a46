import { expect, test } from 'vitest'
import { makeGym } from '../../testing/factories.ts'
import { switchToElectronicReceipts, testGymTaxId } from '../../testing/fiscal-samples.ts'
import {
  fetchSupplierAuthorization,
  sellWithCreditReceipt,
  signAsSupplier,
  uploadSupplierFile,
} from '../../testing/supplier-documents.ts'
import { startTestAppForFile } from '../../testing/test-app.ts'
import { type CommercialApproval, makeApprovalXml } from '../do/ecf/buyer-answers.ts'

const app = await startTestAppForFile({ PUBLIC_URL: 'https://gimnasio.example' })
const gym = await makeGym(app)
await switchToElectronicReceipts(gym.admin)

const buyer = { tax_id: '101850043', legal_name: 'Cliente SA' }

/** Sells to the buyer. Returns the buyer's approval. */
const sellToBuyer = async (total: string): Promise<CommercialApproval> => ({
  ...(await sellWithCreditReceipt(gym, buyer, total)),
  issuerTaxId: testGymTaxId,
  buyerTaxId: buyer.tax_id,
  rejectionReason: null,
})

const answer = async (approval: CommercialApproval) => {
  const xml = signAsSupplier(makeApprovalXml(approval, new Date()))
  return (
    await uploadSupplierFile(app.app, 'aprobacioncomercial/api/ecf', xml, await fetchSupplierAuthorization(app.app))
  ).statusCode
}
const readApproval = async (ncf: string) =>
  (await gym.admin.call('fiscal-documents.list')).items.find((each) => each.ncf === ncf)?.buyer_approval

test('commercial approval: the last answer of the buyer counts', async () => {
  const approval = await sellToBuyer('118.00')
  expect(await answer(approval)).toBe(200)
  expect(await answer(approval)).toBe(200)
  expect(await readApproval(approval.ncf)).toMatchObject({ is_approved: true, reason: null })
  expect(await answer({ ...approval, rejectionReason: 'No' })).toBe(200)
  expect(await readApproval(approval.ncf)).toMatchObject({ is_approved: false, reason: 'No' })
})

test('commercial approval: a rejection is announced', async () => {
  const approval = { ...(await sellToBuyer('236.00')), rejectionReason: 'No lo pedimos' }
  expect(await answer(approval)).toBe(200)
  expect(await readApproval(approval.ncf)).toMatchObject({ is_approved: false, reason: 'No lo pedimos' })
  const { items } = await gym.admin.call('notifications.list')
  expect(items.find(({ title }) => title === 'Comprobante rechazado por el comprador')?.message).toBe(
    `Cliente SA rechazó ${approval.ncf}: No lo pedimos`,
  )
})

test('commercial approval: alternating answers of a buyer cause one unread notification', async () => {
  const approval = await sellToBuyer('590.00')
  for (const rejectionReason of ['No', null, 'No', null, 'No']) await answer({ ...approval, rejectionReason })
  const { items } = await gym.admin.call('notifications.list')
  expect(items.filter(({ message }) => message.includes(approval.ncf))).toHaveLength(1)
})

test.each<[string, Partial<CommercialApproval>]>([
  ['an unknown number', { ncf: 'E319999999999' }],
  ['another issuer', { issuerTaxId: '131246796' }],
  ['another buyer', { buyerTaxId: '00113918205' }],
  ['another day', { issuedOn: '2020-01-01' }],
  ['another total', { total: '354.01' }],
])('commercial approval: one with %s is refused', async (_, change) => {
  const approval = await sellToBuyer('354.00')
  expect(await answer({ ...approval, ...change })).toBe(400)
  expect(await readApproval(approval.ncf)).toBeNull()
})

test('commercial approval: without a valid signature it is refused', async () => {
  const approval = await sellToBuyer('354.00')
  const send = async (xml: string) =>
    (
      await uploadSupplierFile(app.app, 'aprobacioncomercial/api/ecf', xml, await fetchSupplierAuthorization(app.app))
    ).json().detail
  const xml = makeApprovalXml(approval, new Date())
  expect(await send(xml)).toContain('La firma no es válida')
  expect(await send(signAsSupplier(xml).replace('<Estado>1', '<Estado>2'))).toContain('no es una aprobación comercial')
  expect(await send('<a/>')).toContain('no es una aprobación comercial')
})
