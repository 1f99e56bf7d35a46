// Valid sample calls for imports, merges, pauses, plans and sessions.
import type { EndpointName } from '@torniquete/contract/endpoints.ts'
import type { RoleName } from '@torniquete/contract/shared/roles.ts'
import { makeClient, makeSchedule, testPassword, weekdayMorningHours } from './factories.ts'
import { makeMultipartBody } from './raw-call.ts'
import { makeIdSample, makeRowlessSample, makeRowSample, type SampleCall } from './sample-call.ts'
import { masterPassword } from './test-app.ts'
import {
  makeImport,
  makeImportInput,
  makeMerge,
  makePausableClient,
  makePause,
  makePhotoImport,
  makePhotoImportBody,
  makeUniqueName,
} from './two-gyms.ts'

const importSamples = (call: 'clients.import' | 'products.import', which: 'clientImport' | 'productImport') => ({
  bring: makeRowlessSample(async ({ as }) => makeImportInput(await as('gym_super_admin'), call)),
  rejected: makeRowlessSample(() => ({ payload: makeMultipartBody('Nombre;Correo\n;nadie', { filename: 'a.csv' }) })),
  last: makeRowlessSample(),
  undo: makeRowSample(
    (rows) => ({ params: { id_import: rows[which] } }),
    async ({ as }) => ({ params: { id_import: await makeImport(await as('gym_super_admin'), call) } }),
  ),
})
const ofClients = importSamples('clients.import', 'clientImport')
const ofProducts = importSamples('products.import', 'productImport')

export const clientCallSamples = {
  'clients.import': ofClients.bring,
  'clients.import-rejected': ofClients.rejected,
  'clients.last-import': ofClients.last,
  'clients.undo-import': ofClients.undo,
  'products.import': ofProducts.bring,
  'products.import-rejected': ofProducts.rejected,
  'products.last-import': ofProducts.last,
  'products.undo-import': ofProducts.undo,
  'clients.match-photos': makeRowlessSample(() => ({ body: { files: ['1.jpg', 'Ana.png'] } })),
  'clients.set-photos': makeRowlessSample(({ mine }) => ({ body: makePhotoImportBody(mine.client) })),
  'clients.last-photos': makeRowlessSample(),
  'clients.undo-photos': makeIdSample('id_import', 'photoImport', async ({ as, gym }) =>
    makePhotoImport(await as('gym_super_admin'), (await makeClient(gym)).id),
  ),
  'clients.similar': makeRowlessSample(() => ({ query: { name: 'cliente', phone_number: '809 555 1234' } })),
  'clients.last-merge': makeRowSample(({ client }) => ({ params: { id_client: client } })),
  'clients.compare': makeRowSample(({ client, twin }) => ({ params: { id_client: client, id_other: twin } })),
  'clients.merge': makeRowSample(
    ({ client, twin }) => ({ params: { id_client: client, id_other: twin }, body: { take: ['name'], confirm: 'x' } }),
    async ({ as, gym }) => {
      const params = { id_client: (await makeClient(gym)).id, id_other: (await makeClient(gym)).id }
      const { digest } = await (await as('gym_super_admin')).call('clients.compare', { params })
      return { params, body: { take: ['name'], confirm: digest } }
    },
  ),
  'clients.undo-merge': makeIdSample('id_merge', 'merge', async ({ gym }) =>
    makeMerge(gym.admin, (await makeClient(gym)).id, (await makeClient(gym)).id),
  ),
}

type OfPauses = Extract<EndpointName, `pauses.${string}` | `memberships.${'terms' | 'all-terms' | 'set-terms'}`>

export const pauseCallSamples: Record<OfPauses, SampleCall> = {
  'memberships.terms': makeRowSample(({ plan }) => ({ params: { id_membership: plan } })),
  'memberships.all-terms': makeRowlessSample(),
  'memberships.set-terms': makeRowSample(({ plan }) => ({
    params: { id_membership: plan },
    body: { pause_days: 30, pause_times: 2, visits: 10, each_pass: true },
  })),
  'pauses.of-client': makeRowSample(({ client }) => ({ params: { id_client: client } })),
  'pauses.create': makeIdSample('id_client', 'client', ({ gym }) => makePausableClient(gym), { reason: 'Viaje' }),
  'pauses.end': makeIdSample('id_pause', 'pause', ({ gym }) => makePause(gym)),
  'pauses.undo': makeIdSample('id_pause', 'pause', ({ gym }) => makePause(gym)),
}

type OfSchedules = Extract<
  EndpointName,
  `memberships.${'access' | 'set-access' | 'schedules' | 'schedule' | `${string}-schedule`}`
>

export const scheduleCallSamples: Record<OfSchedules, SampleCall> = {
  'memberships.access': makeRowSample(({ plan }) => ({ params: { id_membership: plan } })),
  'memberships.set-access': makeRowSample(({ plan, schedule, device }) => ({
    params: { id_membership: plan },
    body: { id_schedule: schedule, doors: [{ id_device: device, doors: [1] }] },
  })),
  'memberships.schedules': makeRowlessSample(),
  'memberships.schedule': makeRowSample(({ schedule }) => ({ params: { id_schedule: schedule } })),
  'memberships.create-schedule': makeRowlessSample(() => ({
    body: { name: makeUniqueName(), week: weekdayMorningHours },
  })),
  'memberships.update-schedule': makeRowSample(({ schedule }) => ({
    params: { id_schedule: schedule },
    body: { week: weekdayMorningHours },
  })),
  'memberships.delete-schedule': makeIdSample('id_schedule', 'schedule', ({ gym }) => makeSchedule(gym)),
}

const byPassword = makeRowlessSample((_world, _caller, role: RoleName) => ({
  body: { current_password: role === 'master' ? masterPassword : testPassword },
}))

export const sessionCallSamples = {
  'session.list': makeRowlessSample(),
  'session.end': {
    ...makeRowSample(
      ({ session }) => ({ params: { id_session: session } }),
      async (_world, caller) => {
        const sessions = await caller.call('session.list')
        return { params: { id_session: sessions.find(({ current }) => current)?.id ?? '' } }
      },
    ),
    endsSession: true,
  },
  'session.second-factor': makeRowlessSample(),
  'session.begin-second-factor': byPassword,
  // Answers 422, because no code is right without an authenticator app.
  'session.confirm-second-factor': {
    ...makeRowlessSample(() => ({ body: { code: '000000' } })),
    otherValidStatus: 422,
  },
  'session.remove-second-factor': byPassword,
} as const
