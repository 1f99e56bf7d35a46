// Books kept by the test from requests and answers alone, to compare with the product's screens and ledgers.
import { fromCents, roundToCents } from '@torniquete/contract/shared/money.ts'
import type { DebtCollection } from '@torniquete/contract/till/debt-collections.ts'
import { ExpectedMemberships } from './expected-memberships.ts'
import type { FrontDeskAnswerFields, FrontDeskBodyFields } from './front-desk-call-types.ts'

interface Plan {
  id: number
  days: number
  visits: number | null
  eachPass: boolean
}

const move = <Row extends { id: number }>(id: number, from: Row[], to: Row[]): void => {
  const at = from.findIndex((each) => each.id === id)
  if (at >= 0) to.push(...from.splice(at, 1))
}

class ExpectedVisits {
  readonly #books = new ExpectedMemberships()
  readonly #plans = new Map<number, Plan>()
  /** Client of each pause and each payment by id, including voided payments. */
  readonly clientOf = { pause: new Map<number, number>(), payment: new Map<number, number>() }
  readonly ids: number[] = []

  plan(plan: Plan): void {
    this.#plans.set(plan.id, plan)
  }

  /** Applies each accepted request once. Order matters for pauses next to sales, and for undos of one visit. */
  apply(name: string, id: number, asked: FrontDeskBodyFields, said: FrontDeskAnswerFields, today: string): void {
    const { sold, pauses, came, undone } = this.#books
    if (name === 'payments.create' || name === 'tickets.create') this.#sell(asked, said.payment?.id ?? said.id)
    if (name === 'payments.void') move(id, sold, [])
    if (name === 'pauses.create') {
      this.clientOf.pause.set(said.id, id)
      pauses.push({ id: said.id, client: id, starts: asked.start_date ?? '', ends: said.resume_date })
    }
    if (name === 'pauses.end' || name === 'pauses.undo') this.#end(id, name === 'pauses.end' ? today : null)
    if (name === 'attendances.create') {
      const { id_client: client = 0, check_in: at = '' } = asked
      this.ids.push(said.attendance_id)
      came.push({ id: said.attendance_id, client, day: at.slice(0, 10), at })
    }
    if (name === 'attendances.undo') move(id, came, undone)
    if (name === 'attendances.restore') move(id, undone, came)
  }

  #sell({ id_client: client = 0, membership, ...asked }: FrontDeskBodyFields, id: number): void {
    const { id_membership, start_date = '' } = membership ?? asked
    const plan = this.#plans.get(id_membership ?? 0)
    if (!plan) throw new Error(`a plan that nobody made: ${id_membership}`)
    this.clientOf.payment.set(id, client)
    this.#books.sold.push({ ...plan, id, client, own: this.#books.ownOf(client, start_date) })
  }

  #end(id: number, today: string | null): void {
    const pause = this.#books.pauses.find((each) => each.id === id)
    if (today !== null && pause && pause.starts < today) pause.ends = today
    else move(id, this.#books.pauses, [])
  }

  /** Number of visits that count, and number of visits taken back. */
  get came(): [number, number] {
    return [this.#books.came.length, this.#books.undone.length]
  }

  /** Paid end date and remaining visits of a client on a day; visits are null if the plan is unlimited. */
  of(id: number, day: string) {
    const untils = this.#books.covers(id).map(({ until }) => until)
    return { id, until: untils.sort().at(-1) ?? null, left: this.#books.left(id, day) }
  }
}

export const samplePricesCents = { sale: 735, membership: 3333 }
/** Stock of the product at the start. */
export const initialStock = 25

type Kind = 'sale' | 'payment'
/** Money received for a document: cents, the shift that received them, and the shift that refunded them. */
interface Paid {
  id: number
  cents: number
  shift: number | undefined
  back?: { shift: number | undefined }
}
interface Sold extends Paid {
  kind: Kind
  client: number
  owed: number
  /** Part of `cents` that was paid by a kind without a drawer. */
  card: number
  quantity: number
}
interface Collected extends Paid {
  /** Paid debts as shown on screen; their sum is compared with the request. */
  parts: { kind: Kind; id: number; cents: number }[]
}
interface Counted {
  /** Total quantity counted (`counted`), and the expected quantity at the last count (`lay`). */
  counted: number
  lay: number
  booked: boolean
}

const sum = <Row>(rows: readonly Row[], of: (row: Row) => number): number => rows.reduce((all, row) => all + of(row), 0)

export class ExpectedLedger {
  readonly visits = new ExpectedVisits()
  readonly sold: Sold[] = []
  readonly collected: Collected[] = []
  /** Opening cash plus cash movements of each shift, by shift id. */
  readonly shifts = new Map<number, number>()
  readonly counts = new Map<number, Counted>()
  #lost = 0

  /** Computes the amount due for a sale, and the part that is paid at once. */
  static due({ items, owed, id_membership, membership, amount }: FrontDeskBodyFields) {
    const products = sum(items ?? [], ({ quantity }) => quantity) * samplePricesCents.sale
    const plan = id_membership || membership ? samplePricesCents.membership : 0
    const left = roundToCents(owed ?? '0.00')
    return { plan, products, left, paid: amount === undefined ? plan + products - left : roundToCents(amount) }
  }

  /** Adds each document to the books once. */
  apply(name: string, id: number, asked: FrontDeskBodyFields, said: FrontDeskAnswerFields, today: string): void {
    const { id_shift: shift } = asked
    this.visits.apply(name, id, asked, said, today)
    const count = this.counts.get(id)
    if (/^(sales|payments|tickets).create$/.test(name)) this.#sell(name, asked, said)
    if (name === 'sales.void' || name === 'payments.void')
      Object.assign(this.#documentOf(name === 'sales.void' ? 'sale' : 'payment', id) ?? {}, { back: { shift } })
    if (name === 'debts.collect')
      this.collected.push({ id: said.id, cents: roundToCents(asked.amount ?? ''), shift, parts: [] })
    if (name === 'collections.void')
      Object.assign(this.collected.find((each) => each.id === id) ?? {}, { back: { shift } })
    if (name === 'cash-shifts.open') this.shifts.set(said.id, roundToCents(asked.amount ?? ''))
    if (name === 'cash-shifts.move')
      this.shifts.set(id, (this.shifts.get(id) ?? 0) + roundToCents(asked.amount ?? '') * (asked.out ? -1 : 1))
    if (name === 'stock.adjust') this.#lost -= asked.change ?? 0
    if (name === 'stock.open-count') this.counts.set(said.id, { counted: 0, lay: 0, booked: false })
    if (name === 'stock.enter' && count)
      Object.assign(count, {
        counted: count.counted + sum(asked.entries ?? [], ({ quantity }) => quantity),
        lay: this.stock,
      })
    if (name === 'stock.book-count' && count) count.booked = true
  }

  /** If a ticket leaves a debt, the debt belongs to the membership first. */
  #sell(name: string, asked: FrontDeskBodyFields, said: FrontDeskAnswerFields): void {
    const { plan, products, left } = ExpectedLedger.due(asked)
    const of = (kind: Kind, id: number, due: number, owed: number, quantity = 0) =>
      this.sold.push({
        kind,
        id,
        client: asked.id_client ?? 0,
        cents: due - owed,
        owed,
        card: roundToCents(asked.paid?.[1]?.amount ?? '0.00'),
        quantity,
        shift: asked.id_shift,
      })
    const isTicket = name === 'tickets.create'
    const ofPlan = Math.min(left, plan)
    if (plan > 0) of('payment', isTicket ? said.payment.id : said.id, plan, ofPlan)
    if (products > 0)
      of('sale', isTicket ? said.sale.id : said.id, products, left - ofPlan, products / samplePricesCents.sale)
  }

  #documentOf(kind: Kind, id: number) {
    return this.sold.find((each) => each.kind === kind && each.id === id)
  }

  /** Sets the documents of a collection to those shown on screen, since a lost answer did not name them. */
  divide(id: number, documents: DebtCollection['documents']): void {
    const collected = this.collected.find((each) => each.id === id)
    if (collected) collected.parts = documents.map(({ amount, ...of }) => ({ ...of, cents: roundToCents(amount) }))
  }

  /** Cents that valid collections paid later for the document. */
  #collectedOf({ kind, id }: Sold): number {
    const standing = this.collected.filter(({ back }) => !back).flatMap(({ parts }) => parts)
    return sum(
      standing.filter((part) => part.kind === kind && part.id === id),
      ({ cents }) => cents,
    )
  }

  get #standing() {
    return this.sold.filter(({ back }) => !back)
  }

  get stock(): number {
    const booked = [...this.counts.values()].filter((each) => each.booked)
    const gone = sum(this.#standing, ({ quantity }) => quantity) + this.#lost
    return initialStock - gone + sum(booked, ({ counted, lay }) => counted - lay)
  }

  #expected(shift: number): number {
    const paid: readonly (Sold | Collected)[] = [...this.sold, ...this.collected]
    const came = paid.filter((each) => each.shift === shift)
    const went = paid.filter(({ back }) => back?.shift === shift)
    const cash = (each: Sold | Collected) => each.cents - ('kind' in each ? each.card : 0)
    // Voiding a document also refunds the collections that paid its debt later.
    const back = (each: Sold | Collected) => cash(each) + ('kind' in each ? this.#collectedOf(each) : 0)
    return (this.shifts.get(shift) ?? 0) + sum(came, cash) - sum(went, back)
  }

  /** Expected values in the shape in which the test reads them from the screens. */
  all() {
    const ofKind = (kind: Kind) => this.sold.filter((each) => each.kind === kind)
    const clients = [...new Set(this.sold.map(({ client }) => client))].sort((one, other) => one - other)
    const owed = clients.map((id) => {
      const cents = sum(
        this.#standing.filter(({ client }) => client === id),
        (each) => each.owed - this.#collectedOf(each),
      )
      return { id, cents }
    })
    const revenue = (kind: Kind) =>
      sum(
        ofKind(kind).filter(({ back }) => !back),
        ({ cents, owed }) => cents + owed,
      )
    return {
      documents: [ofKind('sale').length, ofKind('payment').length],
      revenue: [fromCents(revenue('sale')), fromCents(revenue('payment'))],
      collected: [this.collected.length, fromCents(sum(this.#standing, (each) => this.#collectedOf(each)))],
      debts: owed.filter(({ cents }) => cents !== 0).map(({ id, cents }) => ({ id, owed: fromCents(cents) })),
      stock: this.stock,
      came: this.visits.came,
    }
  }

  /** Expected cash in the drawer at the end of each shift. */
  drawers() {
    const ids = [...this.shifts.keys()].sort((one, other) => one - other)
    return ids.map((id) => ({ id, expected: fromCents(this.#expected(id)) }))
  }
}
