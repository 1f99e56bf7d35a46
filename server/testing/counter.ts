// A counter that sells into the shift of a drawer.
import { makeClient, makeGym, makeProduct, type TestGym } from './factories.ts'
import type { TestApp } from './test-app.ts'
import { makeDrawer, makeShift } from './world.ts'

export const kindsOf = async ({ admin }: TestGym) => {
  const [cash, card] = (await admin.call('payment-kinds.list')).map(({ id }) => id)
  return { cash: cash ?? 0, card: card ?? 0 }
}

interface Counter {
  gym: TestGym
  shift: number
  sell: (more?: object) => Promise<{ status: number; text: string; id: number }>
}

/** A drawer that was opened with 100.00, and what sells something for 40.00 into it. */
export async function makeCounter(app: TestApp): Promise<Counter> {
  const gym = await makeGym(app)
  const shift = await makeShift(gym.admin, await makeDrawer(gym.admin))
  const product = await makeProduct(gym, { sale_price: '40.00', stock: 50_000 })
  const id_client = (await makeClient(gym)).id
  const sell = async (more: object = {}) => {
    const body = { id_client, items: [{ id_product: product.id, quantity: 1 }], id_shift: shift, ...more }
    const { status, text } = await gym.admin.try('sales.create', {
      headers: { 'idempotency-key': crypto.randomUUID() },
      body: body as never,
    })
    return { status, text, id: Number(JSON.parse(text).id) }
  }
  return { gym, shift, sell }
}

export const report = ({ gym, shift }: Counter) => gym.admin.call('cash-shifts.report', { params: { id: shift } })
export const move = ({ gym, shift }: Counter, amount: string, out: boolean) =>
  gym.admin.try('cash-shifts.move', { params: { id: shift }, body: { amount, out, reason: 'Cambio' } })
export const close = ({ gym, shift }: Counter, counts: { value: string; pieces: number }[] = []) =>
  gym.admin.try('cash-shifts.close', { params: { id: shift }, body: { counts } })
