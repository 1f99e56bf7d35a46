// Valid sample calls for fiscal settings, ranges, reports and electronic receipts.
import type { EndpointName } from '@torniquete/contract/endpoints.ts'
import { queryAsOwner } from './database-digest.ts'
import {
  fiscalIdentity,
  makeCertificateUpload,
  makeRange,
  makeUniqueNumberRange,
  testGymTaxId,
} from './fiscal-samples.ts'
import { sendRawCall } from './raw-call.ts'
import { makeIdSample, makePlainSample, makeRowSample, type SampleCall } from './sample-call.ts'
import { makeReceivedDocument, voidNumber } from './two-gyms.ts'

type FiscalCall = Extract<EndpointName, `${'fiscal' | 'fiscal-documents' | 'received-documents'}.${string}`>

export const fiscalCallSamples: Record<FiscalCall, SampleCall> = {
  'fiscal.settings': makePlainSample(),
  'fiscal.set-settings': makePlainSample(() => ({ body: { ...fiscalIdentity, tax_id: testGymTaxId } })),
  'fiscal.upload-certificate': makePlainSample(() => ({ payload: makeCertificateUpload() })),
  'fiscal.issuer': makePlainSample(),
  'fiscal.buyer': makePlainSample(() => ({ params: { tax_id: '101850043' } })),
  'fiscal.ranges': makePlainSample(),
  'fiscal.create-range': makePlainSample(() => ({
    body: { authorization: 'A-1', ...makeUniqueNumberRange('B01', 100) },
  })),
  'fiscal.cancel-range': makeIdSample('id', 'range', ({ gym }) => makeRange(gym.admin, 'B03')),
  'fiscal.confirm-range': makeRowSample(
    ({ range }) => ({ params: { id: range }, body: { next: 'B0300000001' } }),
    async ({ gym }) => {
      const { id, next } = await makeRange(gym.admin, 'B03')
      // As after a restore.
      await queryAsOwner(gym.test, `update fiscal_ranges set unconfirmed_since = now() where id = ${id}`)
      return { params: { id }, body: { next } }
    },
  ),
  'fiscal.purchases-report': makePlainSample(),
  'fiscal.purchases-export': makePlainSample(),
  'fiscal.sales-report': makePlainSample(),
  'fiscal.sales-export': makePlainSample(),
  'fiscal.consumer-export': makePlainSample(),
  'fiscal.voided-report': makePlainSample(),
  'fiscal.voided-export': makePlainSample(),
  'fiscal.report-file': makePlainSample(() => ({ params: { code: '607' } })),
  'fiscal.void-number': makePlainSample(() => ({ body: { ncf: makeUniqueNumberRange('B11', 1).from, kind: '04' } })),
  'fiscal.delete-voided-number': makeIdSample('id', 'voidedNumber', ({ gym }) => voidNumber(gym.admin)),
  'fiscal.edit-received': makeRowSample(({ purchase }) => ({
    params: { kind: 'purchase', id: purchase },
    body: { ncf: 'B0100000001', issued_on: '2026-01-02', goods_kind: '9', included_tax: '1.00' },
  })),
  'fiscal-documents.list': makePlainSample(),
  'fiscal-documents.counts': makePlainSample(),
  'fiscal-documents.read': makeRowSample(({ electronicReceipt: ncf }) => ({ params: { ncf } })),
  'fiscal-documents.xml': makeRowSample(({ electronicReceipt: ncf }) => ({ params: { ncf } })),
  'fiscal-documents.resend': makeRowSample(({ electronicReceipt: ncf }) => ({ params: { ncf } })),
  'received-documents.list': makePlainSample(),
  'received-documents.read': makeRowSample(({ received: id }) => ({ params: { id } })),
  'received-documents.xml': makeRowSample(({ received: id }) => ({ params: { id } })),
  'received-documents.approve': makeRowSample(
    ({ received: id }) => ({ params: { id }, body: { is_approved: false, reason: 'No lo pedimos' } }),
    async ({ gym }) => {
      await sendRawCall(gym.test.app, gym.admin.token, 'fiscal.upload-certificate', {
        payload: makeCertificateUpload(),
      })
      return { params: { id: await makeReceivedDocument(gym) }, body: { reason: 'Recibido', is_approved: true } }
    },
  ),
}
