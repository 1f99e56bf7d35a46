// Sample calls for stock.
import type { EndpointName } from '@torniquete/contract/endpoints.ts'
import { makeProduct } from './factories.ts'
import { days, onRow, plain, type Sample } from './sample-call.ts'
import { makeCount, type World } from './two-gyms.ts'

const fresh = async ({ gym }: World) => makeCount(gym.admin, (await makeProduct(gym)).id)

export const stockSamples: Record<Extract<EndpointName, `${'stock' | 'movements'}.${string}`>, Sample> = {
  'stock.list': plain(() => ({ query: { ...days, name: 'a', which: 'best', page: 0, size_page: 5 } })),
  'stock.export': plain(() => ({ query: { ...days, which: 'still' } })),
  'stock.adjust': onRow(({ product }) => ({
    params: { id_product: product },
    body: { change: -2, kind: 'loss', reason: 'Se rompió' },
  })),
  'stock.counts': plain(() => ({ query: { page: 0, size_page: 5 } })),
  'stock.open-count': plain(() => ({ body: { name: 'Vitrina' } })),
  'stock.read-count': onRow(({ count }) => ({ params: { id: count } })),
  'stock.enter': onRow(({ count, product }) => ({
    params: { id: count },
    body: { entries: [{ id_product: product, quantity: 3, anew: false }] },
  })),
  'stock.uncount': onRow(
    ({ count, product }) => ({ params: { id: count, id_product: product } }),
    async (world) => {
      const { id } = await makeProduct(world.gym)
      return { params: { id: await makeCount(world.gym.admin, id), id_product: id } }
    },
  ),
  'stock.differences': onRow(({ count }) => ({ params: { id: count } })),
  'stock.book-count': onRow(
    ({ count }) => ({ params: { id: count }, body: { reason: 'Conteo del mes', confirm: 'x' } }),
    async (world) => {
      const id = await fresh(world)
      const { digest } = await world.gym.admin.call('stock.differences', { params: { id } })
      return { params: { id }, body: { reason: 'Conteo del mes', confirm: digest } }
    },
  ),
  'stock.drop-count': onRow(
    ({ count }) => ({ params: { id: count } }),
    async (world) => ({ params: { id: await fresh(world) } }),
  ),
  'movements.list': onRow(({ product }) => ({ query: { id_product: product, page: 0, size_page: 5 } })),
  'movements.export': plain(({ mine }) => ({ query: { id_product: mine.product } })),
}
