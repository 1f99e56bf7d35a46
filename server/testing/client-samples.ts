// Of clients that come in files, and of two that become one.
import { makeClient } from './factories.ts'
import { uploadOf } from './raw-call.ts'
import { onRow, plain } from './sample.ts'
import { importOf, makeImport, makeMerge } from './world.ts'

export const clientSamples = {
  'clients.import': plain(async ({ as }) => importOf(await as('gym_super_admin'))),
  'clients.import-rejected': plain(() => ({ payload: uploadOf('Nombre;Correo\nAna;nadie', { filename: 'a.csv' }) })),
  'clients.last-import': plain(),
  'clients.undo-import': onRow(
    ({ clientImport }) => ({ params: { id_import: clientImport } }),
    async ({ as }) => ({ params: { id_import: await makeImport(await as('gym_super_admin')) } }),
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
  'clients.undo-merge': onRow(
    ({ merge }) => ({ params: { id_merge: merge } }),
    async ({ gym }) => ({
      params: { id_merge: await makeMerge(gym.admin, (await makeClient(gym)).id, (await makeClient(gym)).id) },
    }),
  ),
}
