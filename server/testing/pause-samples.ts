// Sample calls for pauses and their allowances.
import type { EndpointName } from '@torniquete/contract/endpoints.ts'
import { onRow, plain, type Sample } from './sample-call.ts'
import { makePausable, makePause } from './two-gyms.ts'

type OfPauses = Extract<EndpointName, `pauses.${string}` | `memberships.${'terms' | 'all-terms' | 'set-terms'}`>

export const pauseSamples: Record<OfPauses, Sample> = {
  'memberships.terms': onRow(({ plan }) => ({ params: { id_membership: plan } })),
  'memberships.all-terms': plain(),
  'memberships.set-terms': onRow(({ plan }) => ({
    params: { id_membership: plan },
    body: { pause_days: 30, pause_times: 2, visits: 10, each_pass: true },
  })),
  'pauses.of-client': onRow(({ client }) => ({ params: { id_client: client } })),
  'pauses.create': onRow(
    ({ client }) => ({ params: { id_client: client }, body: { reason: 'Viaje' } }),
    async ({ gym }) => ({ params: { id_client: (await makePausable(gym)).id }, body: { reason: 'Viaje' } }),
  ),
  'pauses.end': onRow(
    ({ pause }) => ({ params: { id_pause: pause } }),
    async ({ gym }) => ({ params: { id_pause: await makePause(gym) } }),
  ),
  'pauses.undo': onRow(
    ({ pause }) => ({ params: { id_pause: pause } }),
    async ({ gym }) => ({ params: { id_pause: await makePause(gym) } }),
  ),
}
