import type { EndpointName } from '@torniquete/contract/endpoints.ts'
import type { Caller } from './api.ts'
import { plain, type Sample } from './sample-call.ts'

type FiscalCall = Extract<EndpointName, `fiscal.${string}`>

export const fiscalIdentity = { country: 'DO', tax_id: '131246796', legal_name: 'Gimnasio de Prueba SRL' }

let lastNumber = 0

/** Switches fiscal receipts on and registers a range of 1000 numbers, which no other gym has. */
export async function makeRange(admin: Caller, type = 'B02', count = 1000) {
  await admin.call('fiscal.set-settings', { body: { ...fiscalIdentity, tax_id: String(100_000_000 + process.pid) } })
  const from = lastNumber + 1
  lastNumber += count
  const show = (number: number) => `${type}${String(number).padStart(type.startsWith('B') ? 8 : 10, '0')}`
  return admin.call('fiscal.create-range', { body: { type, from: show(from), to: show(lastNumber) } })
}

export const fiscalSamples: Record<FiscalCall, Sample> = {
  'fiscal.settings': plain(),
  'fiscal.set-settings': plain(() => ({ body: fiscalIdentity })),
  'fiscal.issuer': plain(),
  'fiscal.buyer': plain(() => ({ params: { tax_id: '101850043' } })),
  'fiscal.ranges': plain(),
  'fiscal.create-range': plain(async ({ gym }) => {
    await makeRange(gym.admin)
    return { body: { type: 'B01', from: 'B0100000001', to: 'B0100000100' } }
  }),
  'fiscal.cancel-range': plain(async ({ gym }) => ({ params: { id: (await makeRange(gym.admin)).id } })),
  'fiscal.confirm-range': plain(async ({ gym }) => {
    const range = await makeRange(gym.admin)
    return { params: { id: range.id }, body: { next: range.next } }
  }),
  'fiscal.purchases-report': plain(),
  'fiscal.sales-report': plain(),
  'fiscal.voided-report': plain(),
  'fiscal.report-file': plain(() => ({ params: { code: '607' } })),
  'fiscal.void-number': plain(() => ({ body: { ncf: 'B0200000001', kind: '04' } })),
}
