// Valid sample calls for fiscal settings, ranges, reports and electronic receipts.
import type { EndpointName } from '@torniquete/contract/endpoints.ts'
import { queryAsOwner } from './database-digest.ts'
import {
  fiscalIdentity,
  makeCertificateUpload,
  makeFiscalRange,
  makeUniqueNumberRange,
  testGymTaxId,
} from './fiscal-samples.ts'
import { sendRawCall } from './raw-call.ts'
import { makeIdSample, makeRowlessSample, makeRowSample, type SampleCall } from './sample-call.ts'
import { makeReceivedDocument, voidFiscalNumber } from './two-gyms.ts'

type FiscalCall = Extract<EndpointName, `${'fiscal' | 'fiscal-documents' | 'received-documents'}.${string}`>

export const fiscalCallSamples: Record<FiscalCall, SampleCall> = {
  'fiscal.settings': makeRowlessSample(),
  'fiscal.set-settings': makeRowlessSample(() => ({ body: { ...fiscalIdentity, tax_id: testGymTaxId } })),
  'fiscal.upload-certificate': makeRowlessSample(() => ({ payload: makeCertificateUpload() })),
  'fiscal.issuer': makeRowlessSample(),
  'fiscal.buyer': makeRowlessSample(() => ({ params: { tax_id: '101850043' } })),
  'fiscal.ranges': makeRowlessSample(),
  'fiscal.create-range': makeRowlessSample(() => ({
    body: { authorization: 'A-1', ...makeUniqueNumberRange('B01', 100) },
  })),
  'fiscal.cancel-range': makeIdSample('id', 'range', ({ gym }) => makeFiscalRange(gym.admin, 'B03')),
  'fiscal.confirm-range': makeRowSample(
    ({ range }) => ({ params: { id: range }, body: { next: 'B0300000001' } }),
    async ({ gym }) => {
      const { id, next } = await makeFiscalRange(gym.admin, 'B03')
      // As after a restore.
      await queryAsOwner(gym.test, `update fiscal_ranges set unconfirmed_since = now() where id = ${id}`)
      return { params: { id }, body: { next } }
    },
  ),
  'fiscal.purchases-report': makeRowlessSample(),
  'fiscal.purchases-export': makeRowlessSample(),
  'fiscal.sales-report': makeRowlessSample(),
  'fiscal.sales-export': makeRowlessSample(),
  'fiscal.consumer-export': makeRowlessSample(),
  'fiscal.voided-report': makeRowlessSample(),
  'fiscal.voided-export': makeRowlessSample(),
  'fiscal.report-file': makeRowlessSample(() => ({ params: { code: '607' } })),
  'fiscal.void-number': makeRowlessSample(() => ({ body: { ncf: makeUniqueNumberRange('B11', 1).from, kind: '04' } })),
  'fiscal.delete-voided-number': makeIdSample('id', 'voidedNumber', ({ gym }) => voidFiscalNumber(gym.admin)),
  'fiscal.edit-received': makeRowSample(({ purchase }) => ({
    params: { kind: 'purchase', id: purchase },
    body: { ncf: 'B0100000001', issued_on: '2026-01-02', goods_kind: '9', included_tax: '1.00' },
  })),
  'fiscal-documents.list': makeRowlessSample(),
  'fiscal-documents.counts': makeRowlessSample(),
  'fiscal-documents.read': makeRowSample(({ electronicReceipt: ncf }) => ({ params: { ncf } })),
  'fiscal-documents.xml': makeRowSample(({ electronicReceipt: ncf }) => ({ params: { ncf } })),
  'fiscal-documents.resend': makeRowSample(({ electronicReceipt: ncf }) => ({ params: { ncf } })),
  'received-documents.list': makeRowlessSample(),
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
