// Valid sample calls for debts, drawers, stock and voids.
import type { EndpointName } from '@torniquete/contract/endpoints.ts'
import { makeCollection, makeDebt, makeExpense, makePayment, makeProduct, makePurchase, makeSale } from './factories.ts'
import { expenseBody } from './sample-bodies.ts'
import { makeIdSample, makeRowlessSample, makeRowSample, type SampleCall, sampleDateRange } from './sample-call.ts'
import { makeDrawer, makeShift, makeStockCount, makeUniqueName, type TwoGyms } from './two-gyms.ts'

export const debtCallSamples: Record<
  Extract<EndpointName, `${'debts' | 'collections' | 'discounts'}.${string}`>,
  SampleCall
> = {
  'discounts.limits': makeRowlessSample(),
  'discounts.list': makeRowlessSample(() => ({ query: { ...sampleDateRange, user_name: 'a' } })),
  'discounts.export': makeRowlessSample(() => ({ query: { ...sampleDateRange, user_name: 'a' } })),
  'discounts.set-limits': makeRowlessSample(() => ({ body: { gym_admin: 100 } })),
  'debts.rules': makeRowlessSample(),
  'debts.set-rules': makeRowlessSample(() => ({
    body: { is_on: true, gym_admin: null, gym_worker: '500.00', bars_after: 3 },
  })),
  'debts.list': makeRowlessSample(() => ({ query: { page: 0, size_page: 5, name: 'cliente' } })),
  'debts.export': makeRowlessSample(() => ({ query: { name: 'cliente' } })),
  'debts.of-client': makeRowSample(({ client }) => ({ params: { id_client: client } })),
  'debts.collect': makeRowSample(
    ({ client }) => ({ params: { id_client: client }, body: { amount: 40 } }),
    async ({ gym }) => ({ params: { id_client: (await makeDebt(gym)).client.id }, body: { amount: 40 } }),
  ),
  'collections.list': makeRowlessSample(({ mine }) => ({
    query: { page: 0, size_page: 5, client_name: 'cliente', id_client: mine.client, ...sampleDateRange },
  })),
  'collections.export': makeRowlessSample(() => ({ query: { client_name: 'cliente', ...sampleDateRange } })),
  'collections.read': makeRowSample(({ collection }) => ({ params: { id: collection } })),
  'collections.void': makeIdSample('id', 'collection', ({ gym }) => makeCollection(gym), {
    reason: 'Era de otra persona',
    id_shift: null,
  }),
  'debts.of-documents': makeRowlessSample(({ mine }) => ({
    params: { document: 'payment' },
    query: { ids: `${mine.payment},${mine.payment}` },
  })),
  'debts.of-document': makeRowSample(({ payment }) => ({ params: { document: 'payment', id: payment } })),
}

const makeFreshShift = async ({ gym }: TwoGyms) => makeShift(gym.admin, await makeDrawer(gym.admin))
const counts = [{ value: '500.00', pieces: 2 }]

export const cashShiftCallSamples: Record<Extract<EndpointName, `cash-shifts.${string}`>, SampleCall> = {
  'cash-shifts.drawers': makeRowlessSample(),
  'cash-shifts.create-drawer': makeRowlessSample(() => ({ body: { name: makeUniqueName() } })),
  'cash-shifts.update-drawer': makeRowSample(({ drawer }) => ({ params: { id: drawer }, body: { is_hidden: false } })),
  'cash-shifts.rules': makeRowlessSample(),
  'cash-shifts.set-rules': makeRowlessSample(() => ({ body: { needs_shift: false } })),
  'cash-shifts.list': makeRowlessSample(() => ({ query: { page: 0, size_page: 5 } })),
  'cash-shifts.report': makeRowSample(({ shift }) => ({ params: { id: shift } })),
  'cash-shifts.open': makeRowSample(
    ({ drawer }) => ({ body: { id_drawer: drawer, amount: '100.00' } }),
    async ({ gym }) => ({ body: { id_drawer: await makeDrawer(gym.admin), amount: '100.00' } }),
  ),
  'cash-shifts.move': makeRowSample(({ shift }) => ({
    params: { id: shift },
    body: { reason: 'Al banco', amount: '50.00', out: true, confirm: true },
  })),
  'cash-shifts.moves': makeRowSample(({ shift }) => ({ params: { id: shift } })),
  'cash-shifts.void-move': makeRowSample(
    ({ shift }) => ({ params: { id: shift, id_move: 1 } }),
    async (world, caller) => {
      const id = await makeFreshShift(world)
      await caller.call('cash-shifts.move', { params: { id }, body: { reason: 'Cambio', amount: '5.00', out: false } })
      const { moves } = await caller.call('cash-shifts.moves', { params: { id } })
      return { params: { id, id_move: moves[0]?.id ?? 0 } }
    },
  ),
  'cash-shifts.close': makeRowSample(
    ({ shift }) => ({ params: { id: shift }, body: { note: 'Cuadra', counts } }),
    async (world) => ({ params: { id: await makeFreshShift(world) }, body: { note: 'Cuadra', counts } }),
  ),
}

/** Workers may record a cash expense only from a shift that they opened; other roles need no shift. */
export const expenseCallSample = makeRowlessSample(async ({ gym }, caller, role) => {
  if (role !== 'gym_worker') return { body: expenseBody }
  return { body: { ...expenseBody, id_shift: await makeShift(caller, await makeDrawer(gym.admin)) } }
})

const makeFreshCount = async ({ gym }: TwoGyms) => makeStockCount(gym.admin, (await makeProduct(gym)).id)

export const stockCallSamples: Record<Extract<EndpointName, `${'stock' | 'movements'}.${string}`>, SampleCall> = {
  'stock.list': makeRowlessSample(() => ({
    query: { ...sampleDateRange, name: 'a', which: 'best', page: 0, size_page: 5 },
  })),
  'stock.export': makeRowlessSample(() => ({ query: { ...sampleDateRange, which: 'still' } })),
  'stock.adjust': makeRowSample(({ product }) => ({
    params: { id_product: product },
    body: { change: -2, kind: 'loss', reason: 'Se rompió' },
  })),
  'stock.counts': makeRowlessSample(() => ({ query: { page: 0, size_page: 5 } })),
  'stock.open-count': makeRowlessSample(() => ({ body: { name: 'Vitrina' } })),
  'stock.read-count': makeRowSample(({ count }) => ({ params: { id: count } })),
  'stock.enter': makeRowSample(({ count, product }) => ({
    params: { id: count },
    body: { entries: [{ id_product: product, quantity: 3, anew: false }] },
  })),
  'stock.uncount': makeRowSample(
    ({ count, product }) => ({ params: { id: count, id_product: product } }),
    async (world) => {
      const { id } = await makeProduct(world.gym)
      return { params: { id: await makeStockCount(world.gym.admin, id), id_product: id } }
    },
  ),
  'stock.differences': makeRowSample(({ count }) => ({ params: { id: count } })),
  'stock.book-count': makeRowSample(
    ({ count }) => ({ params: { id: count }, body: { reason: 'Conteo del mes', confirm: 'x' } }),
    async (world) => {
      const id = await makeFreshCount(world)
      const { digest } = await world.gym.admin.call('stock.differences', { params: { id } })
      return { params: { id }, body: { reason: 'Conteo del mes', confirm: digest } }
    },
  ),
  'stock.drop-count': makeRowSample(
    ({ count }) => ({ params: { id: count } }),
    async (world) => ({ params: { id: await makeFreshCount(world) } }),
  ),
  'movements.list': makeRowSample(({ product }) => ({ query: { id_product: product, page: 0, size_page: 5 } })),
  'movements.export': makeRowlessSample(({ mine }) => ({ query: { id_product: mine.product } })),
}

/** Names no shift, so the money is refunded from no drawer, although one is open. */
const voidBody = { reason: 'Se equivocó', id_shift: null }

export const voidCallSamples = {
  'payments.void': makeIdSample('id', 'payment', ({ gym }) => makePayment(gym), voidBody),
  'purchases.void': makeIdSample(
    'id',
    'purchase',
    ({ gym, mine }) => makePurchase(gym, [{ id_product: mine.product, quantity: 1, unit_price: 1 }]),
    voidBody,
  ),
  'expenses.void': makeIdSample('id', 'expense', ({ gym }) => makeExpense(gym), voidBody),
  'sales.void': makeIdSample(
    'id',
    'sale',
    ({ gym, mine }) => makeSale(gym, [{ id_product: mine.product, quantity: 1 }]),
    voidBody,
  ),
} as const
