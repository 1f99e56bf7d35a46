// Valid sample calls for imports, merges, pauses, plans and sessions.
import type { EndpointName } from '@torniquete/contract/endpoints.ts'
import type { RoleName } from '@torniquete/contract/shared/roles.ts'
import { makeClient, makeSchedule, password, weekdayMornings } from './factories.ts'
import { makeUpload } from './raw-call.ts'
import { onId, onRow, plain, type SampleCall } from './sample-call.ts'
import { masterPassword } from './test-app.ts'
import {
  makeImport,
  makeImportInput,
  makeMerge,
  makePausable,
  makePause,
  makePhotos,
  makePhotosBody,
  makeUniqueName,
} from './two-gyms.ts'

const importSamples = (call: 'clients.import' | 'products.import', which: 'clientImport' | 'productImport') => ({
  bring: plain(async ({ as }) => makeImportInput(await as('gym_super_admin'), call)),
  rejected: plain(() => ({ payload: makeUpload('Nombre;Correo\n;nadie', { filename: 'a.csv' }) })),
  last: plain(),
  undo: onRow(
    (rows) => ({ params: { id_import: rows[which] } }),
    async ({ as }) => ({ params: { id_import: await makeImport(await as('gym_super_admin'), call) } }),
  ),
})
const ofClients = importSamples('clients.import', 'clientImport')
const ofProducts = importSamples('products.import', 'productImport')

export const clientSamples = {
  'clients.import': ofClients.bring,
  'clients.import-rejected': ofClients.rejected,
  'clients.last-import': ofClients.last,
  'clients.undo-import': ofClients.undo,
  'products.import': ofProducts.bring,
  'products.import-rejected': ofProducts.rejected,
  'products.last-import': ofProducts.last,
  'products.undo-import': ofProducts.undo,
  'clients.match-photos': plain(() => ({ body: { files: ['1.jpg', 'Ana.png'] } })),
  'clients.set-photos': plain(({ mine }) => ({ body: makePhotosBody(mine.client) })),
  'clients.last-photos': plain(),
  'clients.undo-photos': onId('id_import', 'photoImport', async ({ as, gym }) =>
    makePhotos(await as('gym_super_admin'), (await makeClient(gym)).id),
  ),
  'clients.similar': plain(() => ({ query: { name: 'cliente', phone_number: '809 555 1234' } })),
  'clients.last-merge': onRow(({ client }) => ({ params: { id_client: client } })),
  'clients.compare': onRow(({ client, twin }) => ({ params: { id_client: client, id_other: twin } })),
  'clients.merge': onRow(
    ({ client, twin }) => ({ params: { id_client: client, id_other: twin }, body: { take: ['name'], confirm: 'x' } }),
    async ({ as, gym }) => {
      const params = { id_client: (await makeClient(gym)).id, id_other: (await makeClient(gym)).id }
      const { digest } = await (await as('gym_super_admin')).call('clients.compare', { params })
      return { params, body: { take: ['name'], confirm: digest } }
    },
  ),
  'clients.undo-merge': onId('id_merge', 'merge', async ({ gym }) =>
    makeMerge(gym.admin, (await makeClient(gym)).id, (await makeClient(gym)).id),
  ),
}

type OfPauses = Extract<EndpointName, `pauses.${string}` | `memberships.${'terms' | 'all-terms' | 'set-terms'}`>

export const pauseSamples: Record<OfPauses, SampleCall> = {
  'memberships.terms': onRow(({ plan }) => ({ params: { id_membership: plan } })),
  'memberships.all-terms': plain(),
  'memberships.set-terms': onRow(({ plan }) => ({
    params: { id_membership: plan },
    body: { pause_days: 30, pause_times: 2, visits: 10, each_pass: true },
  })),
  'pauses.of-client': onRow(({ client }) => ({ params: { id_client: client } })),
  'pauses.create': onId('id_client', 'client', ({ gym }) => makePausable(gym), { reason: 'Viaje' }),
  'pauses.end': onId('id_pause', 'pause', ({ gym }) => makePause(gym)),
  'pauses.undo': onId('id_pause', 'pause', ({ gym }) => makePause(gym)),
}

type OfSchedules = Extract<
  EndpointName,
  `memberships.${'access' | 'set-access' | 'schedules' | 'schedule' | `${string}-schedule`}`
>

export const scheduleSamples: Record<OfSchedules, SampleCall> = {
  'memberships.access': onRow(({ plan }) => ({ params: { id_membership: plan } })),
  'memberships.set-access': onRow(({ plan, schedule, device }) => ({
    params: { id_membership: plan },
    body: { id_schedule: schedule, doors: [{ id_device: device, doors: [1] }] },
  })),
  'memberships.schedules': plain(),
  'memberships.schedule': onRow(({ schedule }) => ({ params: { id_schedule: schedule } })),
  'memberships.create-schedule': plain(() => ({ body: { name: makeUniqueName(), week: weekdayMornings } })),
  'memberships.update-schedule': onRow(({ schedule }) => ({
    params: { id_schedule: schedule },
    body: { week: weekdayMornings },
  })),
  'memberships.delete-schedule': onId('id_schedule', 'schedule', ({ gym }) => makeSchedule(gym)),
}

const byPassword = plain((_world, _caller, role: RoleName) => ({
  body: { current_password: role === 'master' ? masterPassword : password },
}))

export const sessionSamples = {
  'session.list': plain(),
  'session.end': {
    ...onRow(
      ({ session }) => ({ params: { id_session: session } }),
      async (_world, caller) => {
        const sessions = await caller.call('session.list')
        return { params: { id_session: sessions.find(({ current }) => current)?.id ?? '' } }
      },
    ),
    endsSession: true,
  },
  'session.second-factor': plain(),
  'session.begin-second-factor': byPassword,
  // Answers 422, because no code is right without an authenticator app.
  'session.confirm-second-factor': { ...plain(() => ({ body: { code: '000000' } })), otherValidStatus: 422 },
  'session.remove-second-factor': byPassword,
} as const
