// Sample calls for imports of clients and products, and for merges.
import { makeClient } from './factories.ts'
import { makeUpload } from './raw-call.ts'
import { onRow, plain } from './sample-call.ts'
import { confirmImportInput, makeImport, makeMerge, makePhotos, makePhotosBody } from './two-gyms.ts'

const importSamples = (call: 'clients.import' | 'products.import', which: 'clientImport' | 'productImport') => ({
  bring: plain(async ({ as }) => confirmImportInput(await as('gym_super_admin'), call)),
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
  'clients.undo-photos': onRow(
    ({ photoImport }) => ({ params: { id_import: photoImport } }),
    async ({ as, gym }) => ({
      params: { id_import: await makePhotos(await as('gym_super_admin'), (await makeClient(gym)).id) },
    }),
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
