// Valid sample calls for fiscal settings, ranges, reports and electronic receipts.
import type { EndpointName } from '@torniquete/contract/endpoints.ts'
import { queryAsOwner } from './database-digest.ts'
import { fiscalIdentity, makeCertificateUpload, makeRange, ownTaxId, takeNumbers } from './fiscal-samples.ts'
import { sendRawCall } from './raw-call.ts'
import { onId, onRow, plain, type SampleCall } from './sample-call.ts'
import { makeReceivedDocument, voidNumber } from './two-gyms.ts'

type FiscalCall = Extract<EndpointName, `${'fiscal' | 'fiscal-documents' | 'received-documents'}.${string}`>

export const fiscalSamples: Record<FiscalCall, SampleCall> = {
  'fiscal.settings': plain(),
  'fiscal.set-settings': plain(() => ({ body: { ...fiscalIdentity, tax_id: ownTaxId } })),
  'fiscal.upload-certificate': plain(() => ({ payload: makeCertificateUpload() })),
  'fiscal.issuer': plain(),
  'fiscal.buyer': plain(() => ({ params: { tax_id: '101850043' } })),
  'fiscal.ranges': plain(),
  'fiscal.create-range': plain(() => ({ body: { authorization: 'A-1', ...takeNumbers('B01', 100) } })),
  'fiscal.cancel-range': onId('id', 'range', ({ gym }) => makeRange(gym.admin, 'B03')),
  'fiscal.confirm-range': onRow(
    ({ range }) => ({ params: { id: range }, body: { next: 'B0300000001' } }),
    async ({ gym }) => {
      const { id, next } = await makeRange(gym.admin, 'B03')
      // As after a restore.
      await queryAsOwner(gym.test, `update fiscal_ranges set unconfirmed_since = now() where id = ${id}`)
      return { params: { id }, body: { next } }
    },
  ),
  'fiscal.purchases-report': plain(),
  'fiscal.purchases-export': plain(),
  'fiscal.sales-report': plain(),
  'fiscal.sales-export': plain(),
  'fiscal.consumer-export': plain(),
  'fiscal.voided-report': plain(),
  'fiscal.voided-export': plain(),
  'fiscal.report-file': plain(() => ({ params: { code: '607' } })),
  'fiscal.void-number': plain(() => ({ body: { ncf: takeNumbers('B11', 1).from, kind: '04' } })),
  'fiscal.delete-voided-number': onId('id', 'voidedNumber', ({ gym }) => voidNumber(gym.admin)),
  'fiscal.edit-received': onRow(({ purchase }) => ({
    params: { kind: 'purchase', id: purchase },
    body: { ncf: 'B0100000001', issued_on: '2026-01-02', goods_kind: '9', included_tax: '1.00' },
  })),
  'fiscal-documents.list': plain(),
  'fiscal-documents.counts': plain(),
  'fiscal-documents.read': onRow(({ electronicReceipt: ncf }) => ({ params: { ncf } })),
  'fiscal-documents.xml': onRow(({ electronicReceipt: ncf }) => ({ params: { ncf } })),
  'fiscal-documents.resend': onRow(({ electronicReceipt: ncf }) => ({ params: { ncf } })),
  'received-documents.list': plain(),
  'received-documents.read': onRow(({ received: id }) => ({ params: { id } })),
  'received-documents.xml': onRow(({ received: id }) => ({ params: { id } })),
  'received-documents.approve': onRow(
    ({ received: id }) => ({ params: { id }, body: { is_approved: false, reason: 'No lo pedimos' } }),
    async ({ gym }) => {
      await sendRawCall(gym.test.app, gym.admin.token, 'fiscal.upload-certificate', {
        payload: makeCertificateUpload(),
      })
      return { params: { id: await makeReceivedDocument(gym) }, body: { reason: 'Recibido', is_approved: true } }
    },
  ),
}
