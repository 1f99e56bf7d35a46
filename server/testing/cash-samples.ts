// Sample calls for drawers and shifts.
import type { EndpointName } from '@torniquete/contract/endpoints.ts'
import { expenseBody } from './sample-bodies.ts'
import { onRow, plain, type Sample } from './sample-call.ts'
import { makeDrawer, makeShift, makeUniqueName, type World } from './two-gyms.ts'

const fresh = async ({ gym }: World) => makeShift(gym.admin, await makeDrawer(gym.admin))
const counts = [{ value: '500.00', pieces: 2 }]

export const cashSamples: Record<Extract<EndpointName, `cash-shifts.${string}`>, Sample> = {
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
      const id = await fresh(world)
      await caller.call('cash-shifts.move', { params: { id }, body: { reason: 'Cambio', amount: '5.00', out: false } })
      const { moves } = await caller.call('cash-shifts.moves', { params: { id } })
      return { params: { id, id_move: moves[0]?.id ?? 0 } }
    },
  ),
  'cash-shifts.close': onRow(
    ({ shift }) => ({ params: { id: shift }, body: { note: 'Cuadra', counts } }),
    async (world) => ({ params: { id: await fresh(world) }, body: { note: 'Cuadra', counts } }),
  ),
}

/** A worker records a cash expense from a shift that she opened. */
export const expenseSample = plain(async ({ gym }, caller, role) => {
  if (role !== 'gym_worker') return { body: expenseBody }
  return { body: { ...expenseBody, id_shift: await makeShift(caller, await makeDrawer(gym.admin)) } }
})
