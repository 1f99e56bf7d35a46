// Entries of a stock count that arrive late are compared with the stock at counting time, as if they had not been late.
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { checkProperty, propertyTimeoutMs } from '../../testing/check-property.ts'
import { makeClient, makeGym, makeProduct, makePurchase, makeSale, type TestGym } from '../../testing/factories.ts'
import { startTestAppForFile } from '../../testing/test-app.ts'

let gym: TestGym
const app = await startTestAppForFile({ SESSION_HOURS: '8760' })
// Each test uses a new gym, because documents are never dated before the gym's last document.
beforeEach(async () => {
  gym = await makeGym(app)
})

const minute = 60_000
const begun = Date.now()
/** Sets the clock to a number of minutes after the test began. */
const at = (minutes: number) => app.clock.set(new Date(begun + minutes * minute))
const open = async () => (await gym.admin.call('stock.open-count', { body: {} })).id

interface Entry {
  id_product: number
  quantity: number
  anew?: boolean
}
const enter = (id: number, entries: Entry[], ago?: number, key = randomUUID(), caller = gym.admin) =>
  caller.try('stock.enter', {
    params: { id },
    body: { entries, ...(ago !== undefined && { ago }) },
    headers: { 'idempotency-key': key },
  })
const itemsOf = async (id: number) => (await gym.admin.call('stock.differences', { params: { id } })).items
const voidSale = (id: number) => gym.admin.call('sales.void', { params: { id }, body: { reason: 'x' } })

test('late count: stock movements after counting cause no difference', async () => {
  at(0)
  const { id: id_product } = await makeProduct(gym, { stock: 10 })
  const ages = [undefined, 0, 4, 6, 11, 26]
  const counts: number[] = []
  for (const _ of ages) counts.push(await open())
  at(5)
  const sale = await makeSale(gym, [{ id_product, quantity: 1 }])
  at(20)
  await makeSale(gym, [{ id_product, quantity: 2 }])
  await makePurchase(gym, [{ id_product, quantity: 5, unit_price: '50.00' }])
  at(25)
  await voidSale(sale.id)
  at(30)
  const held = []
  for (const [place, minutes] of ages.entries()) {
    const id = counts[place] ?? 0
    const entered = await enter(id, [{ id_product, quantity: 99 }], minutes === undefined ? minutes : minutes * minute)
    const counted = Date.parse(entered.answer.items[0]?.counted_at ?? '')
    held.push([minutes, (await itemsOf(id))[0]?.stock, (begun + 30 * minute - counted) / minute])
  }
  expect(held).toEqual([
    [undefined, 13, 0],
    [0, 13, 0],
    [4, 13, 4],
    [6, 12, 6],
    [11, 9, 11],
    [26, 10, 26],
  ])
})

test('late count: a repeated entry counts once, and an invalid age is refused', async () => {
  at(0)
  const { id: id_product } = await makeProduct(gym, { stock: 3 })
  const [id, key] = [await open(), randomUUID()]
  const entries = [{ id_product, quantity: 1 }]
  const first = await enter(id, entries, 0, key)
  at(9)
  const again = await enter(id, entries, 9 * minute, key)
  expect([again.status, again.text]).toEqual([first.status, first.text])
  expect((await itemsOf(id))[0]).toMatchObject({ counted: 1, stock: 3 })
  expect((await enter(id, [{ id_product, quantity: 2 }], 9 * minute, key)).status).toBe(409)
  const days = 7 * 86_400_000
  at(7 * 1440 + 1)
  const told = []
  for (const ago of [-1, 1.5, '5', null, days + 1]) {
    const { status, text } = await enter(id, entries, ago as number) // the types forbid this input
    told.push([status, JSON.parse(text).detail[0].loc.join('.'), JSON.parse(text).detail[0].msg])
  }
  expect(told.map(([status, place]) => [status, place])).toEqual(Array(5).fill([422, 'body.ago']))
  expect(told.at(-1)?.[2]).toBe('Se contó hace más de 7 días: cuéntalo de nuevo')
  expect((await enter(id, entries, days)).status).toBe(200)
})

const few = fc.integer({ min: 1, max: 3 })
const counted = fc.record({ kind: fc.constant('count' as const), quantity: fc.nat(6), anew: fc.boolean() })
const action = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('sell' as const), quantity: few }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('buy' as const), quantity: few }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('void' as const), which: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('lose' as const), quantity: few }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('correct' as const), quantity: fc.nat(9) }) },
  { weight: 6, arbitrary: counted },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('cut' as const, 'mend' as const) }) },
)
type Action = typeof action extends fc.Arbitrary<infer T> ? T : never

/** Two products with the same movements: one is counted online, the other over an unstable connection. */
class Shelf {
  readonly #buyer: number
  readonly #products: readonly [number, number]
  readonly #count: number
  readonly #sales: number[] = []
  readonly #waiting: { entry: Entry; counted: number }[] = []
  #isCut = false
  private constructor(buyer: number, products: readonly [number, number], count: number) {
    this.#buyer = buyer
    this.#products = products
    this.#count = count
  }

  static async stock(): Promise<Shelf> {
    const [one, other] = [await makeProduct(gym, { stock: 12 }), await makeProduct(gym, { stock: 12 })]
    return new Shelf((await makeClient(gym)).id, [one.id, other.id], await open())
  }

  async act(action: Action): Promise<void> {
    const each = <Fields extends object>(fields: Fields) =>
      this.#products.map((id_product) => ({ id_product, ...fields }))
    switch (action.kind) {
      case 'sell': {
        const sold = await gym.admin.try('sales.create', {
          body: { id_client: this.#buyer, items: each({ quantity: action.quantity }) },
        })
        if (sold.status === 201) this.#sales.push(sold.answer.id)
        return
      }
      case 'buy':
        await makePurchase(gym, each({ quantity: action.quantity, unit_price: '50.00' }))
        return
      case 'void': {
        const [sale] = this.#sales.splice(action.which % Math.max(1, this.#sales.length), 1)
        if (sale !== undefined) await voidSale(sale)
        return
      }
      case 'lose':
        for (const id_product of this.#products)
          await gym.admin.try('stock.adjust', {
            params: { id_product },
            body: { kind: 'loss', change: -action.quantity, reason: 'x' },
          })
        return
      case 'correct':
        return this.#correct(each({ quantity: action.quantity }))
      case 'count':
        return this.#enter(action)
      default:
        this.#isCut = action.kind === 'cut'
        if (!this.#isCut) await this.mend()
    }
  }

  async #enter({ quantity, anew }: { quantity: number; anew: boolean }): Promise<void> {
    const [one, other] = this.#products
    await enter(this.#count, [{ id_product: one, quantity, anew }])
    this.#waiting.push({ entry: { id_product: other, quantity, anew }, counted: app.clock.now().getTime() })
    if (!this.#isCut) await this.mend()
  }

  /** Opens another count and books it at once. */
  async #correct(entries: Entry[]): Promise<void> {
    const id = await open()
    await enter(id, entries)
    const { digest } = await gym.admin.call('stock.differences', { params: { id } })
    await gym.admin.try('stock.book-count', { params: { id }, body: { reason: 'x', confirm: digest } })
  }

  async mend(): Promise<void> {
    for (const { entry, counted } of this.#waiting.splice(0))
      await enter(this.#count, [entry], app.clock.now().getTime() - counted)
  }

  /** Counted quantities and differences of both products. */
  async told() {
    const lines = await gym.admin.call('stock.read-count', { params: { id: this.#count } })
    const differing = await itemsOf(this.#count)
    return this.#products.map((id) => ({
      line: lines.items.filter(({ id_product }) => id_product === id).map((line) => [line.counted, line.counted_at]),
      differs: differing
        .filter(({ id_product }) => id_product === id)
        .map(({ stock, difference, moved }) => [stock, difference, moved]),
    }))
  }
}

test('late count: a cut connection does not change the difference', {
  timeout: propertyTimeoutMs,
}, async () => {
  let minutes = 0
  await checkProperty(fc.array(action, { minLength: 8, maxLength: 24 }), { numRuns: 20 }, async (actions) => {
    minutes += 1
    at(minutes)
    const shelf = await Shelf.stock()
    for (const each of actions) {
      minutes += 1
      at(minutes)
      await shelf.act(each)
    }
    minutes += 1
    at(minutes)
    await shelf.mend()
    const [straight, late] = await shelf.told()
    expect(late).toEqual(straight)
  })
})
