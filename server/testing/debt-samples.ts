// Sample calls for debts and discounts.
import type { EndpointName } from '@torniquete/contract/endpoints.ts'
import { makeCollection, makeDebt } from './factories.ts'
import { days, onRow, plain, type Sample } from './sample-call.ts'

export const debtSamples: Record<
  Extract<EndpointName, `${'debts' | 'collections' | 'discounts'}.${string}`>,
  Sample
> = {
  'discounts.limits': plain(),
  'discounts.list': plain(() => ({ query: { ...days, user_name: 'a' } })),
  'discounts.export': plain(() => ({ query: { ...days, user_name: 'a' } })),
  'discounts.set-limits': plain(() => ({ body: { gym_admin: 100 } })),
  'debts.rules': plain(),
  'debts.set-rules': plain(() => ({ body: { is_on: true, gym_admin: null, gym_worker: '500.00', bars_after: 3 } })),
  'debts.list': plain(() => ({ query: { page: 0, size_page: 5, name: 'cliente' } })),
  'debts.export': plain(() => ({ query: { name: 'cliente' } })),
  'debts.of-client': onRow(({ client }) => ({ params: { id_client: client } })),
  'debts.collect': onRow(
    ({ client }) => ({ params: { id_client: client }, body: { amount: 40 } }),
    async ({ gym }) => ({ params: { id_client: (await makeDebt(gym)).client.id }, body: { amount: 40 } }),
  ),
  'collections.list': plain(({ mine }) => ({
    query: { page: 0, size_page: 5, client_name: 'cliente', id_client: mine.client, ...days },
  })),
  'collections.export': plain(() => ({ query: { client_name: 'cliente', ...days } })),
  'collections.read': onRow(({ collection }) => ({ params: { id: collection } })),
  'collections.void': onRow(
    ({ collection }) => ({ params: { id: collection }, body: { reason: 'Era de otra persona', id_shift: null } }),
    async ({ gym }) => ({
      params: { id: await makeCollection(gym) },
      body: { reason: 'Era de otra persona', id_shift: null },
    }),
  ),
  'debts.of-documents': plain(({ mine }) => ({
    params: { document: 'payment' },
    query: { ids: `${mine.payment},${mine.payment}` },
  })),
  'debts.of-document': onRow(({ payment }) => ({ params: { document: 'payment', id: payment } })),
}
