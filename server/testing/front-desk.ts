// A front desk that sells into the cash shift of a drawer.
import type { CallInput } from './api-caller.ts'
import { makeClient, makeGym, makeProduct, type TestGym } from './factories.ts'
import type { TestApp } from './test-app.ts'
import { makeDrawer, makeShift } from './two-gyms.ts'

export const readPaymentKindIds = async ({ admin }: TestGym) => {
  const [cash = 0, card = 0, transfer = 0] = (await admin.call('payment-kinds.list')).map(({ id }) => id)
  return { cash, card, transfer }
}

export const readStock = async ({ admin }: TestGym, id_product: number) =>
  (await admin.call('products.read', { params: { id_product } })).quantity

/** Status of a reply, followed by the message of the error if the call was refused. */
export const formatReply = ({ status, text }: { status: number; text: string }) =>
  status < 300 ? status : `${status} ${JSON.parse(text).detail}`

/** Payments of a document, such as 'Efectivo 50.00 de 90.00' if 90.00 were handed over. */
export const readTenderTexts = async ({ admin }: TestGym, document: string, { id }: { id: number }) =>
  (await admin.call('tenders.read', { params: { document, id } })).map(
    ({ kind, amount, received }) => `${kind.name} ${amount}${received === null ? '' : ` de ${received}`}`,
  )

/** Income and expenses by payment kind, including debts that were made, collected or cancelled. */
export const readPaymentKindFlowTexts = async ({ admin }: TestGym, query: CallInput<'tenders.flow'>['query'] = {}) =>
  (await admin.call('tenders.flow', { query })).map(({ kind, debts, income, expenses }) => {
    const pending = debts && `Pendiente ${debts.made}/${debts.collected}/${debts.annulled}`
    return `${kind?.name ?? pending ?? 'Sin indicar'} ${income} ${expenses}`
  })

/** Sums by payment kind of a list of documents. */
export const readTenderSumTexts = async ({ admin }: TestGym, document: string, query: object = {}) =>
  (await admin.call('tenders.of-list', { params: { document }, query: { ...query } })).map(
    ({ kind, amount, owed }) => `${kind?.name ?? (owed ? 'Pendiente' : 'Sin indicar')} ${amount}`,
  )

/** Query that restricts a list to one day. */
export const makeDayQuery = (start_date: string) => ({ start_date, end_date: start_date })

interface Counter {
  gym: TestGym
  shift: number
  sell: (more?: object) => Promise<{ status: number; text: string; id: number }>
}

/** Opens a drawer with 100.00 in cash, and returns functions that sell goods for 40.00 into its shift. */
export async function makeFrontDesk(app: TestApp): Promise<Counter> {
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

export const readShiftReport = ({ gym, shift }: Counter) =>
  gym.admin.call('cash-shifts.report', { params: { id: shift } })
export const moveCash = ({ gym, shift }: Counter, amount: string, out: boolean) =>
  gym.admin.try('cash-shifts.move', { params: { id: shift }, body: { amount, out, reason: 'Cambio' } })
export const closeShift = ({ gym, shift }: Counter, counts: { value: string; pieces: number }[] = []) =>
  gym.admin.try('cash-shifts.close', { params: { id: shift }, body: { counts } })
