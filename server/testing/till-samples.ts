// Valid sample calls for debts, drawers, stock and voids.
import type { EndpointName } from '@torniquete/contract/endpoints.ts'
import { makeCollection, makeDebt, makeExpense, makePayment, makeProduct, makePurchase, makeSale } from './factories.ts'
import { expenseBody } from './sample-bodies.ts'
import { days, onId, onRow, plain, type SampleCall } from './sample-call.ts'
import { makeCount, makeDrawer, makeShift, makeUniqueName, type TwoGyms } from './two-gyms.ts'

export const debtSamples: Record<
  Extract<EndpointName, `${'debts' | 'collections' | 'discounts'}.${string}`>,
  SampleCall
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
  'collections.void': onId('id', 'collection', ({ gym }) => makeCollection(gym), {
    reason: 'Era de otra persona',
    id_shift: null,
  }),
  'debts.of-documents': plain(({ mine }) => ({
    params: { document: 'payment' },
    query: { ids: `${mine.payment},${mine.payment}` },
  })),
  'debts.of-document': onRow(({ payment }) => ({ params: { document: 'payment', id: payment } })),
}

const makeFreshShift = async ({ gym }: TwoGyms) => makeShift(gym.admin, await makeDrawer(gym.admin))
const counts = [{ value: '500.00', pieces: 2 }]

export const cashSamples: Record<Extract<EndpointName, `cash-shifts.${string}`>, SampleCall> = {
  'cash-shifts.drawers': plain(),
  'cash-shifts.create-drawer': plain(() => ({ body: { name: makeUniqueName() } })),
  'cash-shifts.update-drawer': onRow(({ drawer }) => ({ params: { id: drawer }, body: { is_hidden: false } })),
  'cash-shifts.rules': plain(),
  'cash-shifts.set-rules': plain(() => ({ body: { needs_shift: false } })),
  'cash-shifts.list': plain(() => ({ query: { page: 0, size_page: 5 } })),
  'cash-shifts.report': onRow(({ shift }) => ({ params: { id: shift } })),
  'cash-shifts.open': onRow(
    ({ drawer }) => ({ body: { id_drawer: drawer, amount: '100.00' } }),
    async ({ gym }) => ({ body: { id_drawer: await makeDrawer(gym.admin), amount: '100.00' } }),
  ),
  'cash-shifts.move': onRow(({ shift }) => ({
    params: { id: shift },
    body: { reason: 'Al banco', amount: '50.00', out: true, confirm: true },
  })),
  'cash-shifts.moves': onRow(({ shift }) => ({ params: { id: shift } })),
  'cash-shifts.void-move': onRow(
    ({ shift }) => ({ params: { id: shift, id_move: 1 } }),
    async (world, caller) => {
      const id = await makeFreshShift(world)
      await caller.call('cash-shifts.move', { params: { id }, body: { reason: 'Cambio', amount: '5.00', out: false } })
      const { moves } = await caller.call('cash-shifts.moves', { params: { id } })
      return { params: { id, id_move: moves[0]?.id ?? 0 } }
    },
  ),
  'cash-shifts.close': onRow(
    ({ shift }) => ({ params: { id: shift }, body: { note: 'Cuadra', counts } }),
    async (world) => ({ params: { id: await makeFreshShift(world) }, body: { note: 'Cuadra', counts } }),
  ),
}

/** Workers may record a cash expense only from a shift that they opened; other roles need no shift. */
export const expenseSample = plain(async ({ gym }, caller, role) => {
  if (role !== 'gym_worker') return { body: expenseBody }
  return { body: { ...expenseBody, id_shift: await makeShift(caller, await makeDrawer(gym.admin)) } }
})

const makeFreshCount = async ({ gym }: TwoGyms) => makeCount(gym.admin, (await makeProduct(gym)).id)

export const stockSamples: Record<Extract<EndpointName, `${'stock' | 'movements'}.${string}`>, SampleCall> = {
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
      const id = await makeFreshCount(world)
      const { digest } = await world.gym.admin.call('stock.differences', { params: { id } })
      return { params: { id }, body: { reason: 'Conteo del mes', confirm: digest } }
    },
  ),
  'stock.drop-count': onRow(
    ({ count }) => ({ params: { id: count } }),
    async (world) => ({ params: { id: await makeFreshCount(world) } }),
  ),
  'movements.list': onRow(({ product }) => ({ query: { id_product: product, page: 0, size_page: 5 } })),
  'movements.export': plain(({ mine }) => ({ query: { id_product: mine.product } })),
}

/** Names no shift, so the money is refunded from no drawer, although one is open. */
const voidBody = { reason: 'Se equivocó', id_shift: null }

export const voidSamples = {
  'payments.void': onId('id', 'payment', ({ gym }) => makePayment(gym), voidBody),
  'purchases.void': onId(
    'id',
    'purchase',
    ({ gym, mine }) => makePurchase(gym, [{ id_product: mine.product, quantity: 1, unit_price: 1 }]),
    voidBody,
  ),
  'expenses.void': onId('id', 'expense', ({ gym }) => makeExpense(gym), voidBody),
  'sales.void': onId(
    'id',
    'sale',
    ({ gym, mine }) => makeSale(gym, [{ id_product: mine.product, quantity: 1 }]),
    voidBody,
  ),
} as const
