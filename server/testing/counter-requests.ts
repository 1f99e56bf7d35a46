// Builds the request for each random action from the ids of earlier answers.
import { addDays } from '@torniquete/contract/shared/dates.ts'
import { fromCents } from '@torniquete/contract/shared/money.ts'
import type { Action } from './counter-actions.ts'
import { ExpectedBooks } from './expected-books.ts'
import type { Request as Asked, Requests } from './repeated-requests.ts'

export type Name =
  | `${'sales' | 'payments'}.${'create' | 'void'}`
  | 'tickets.create'
  | 'debts.collect'
  | 'collections.void'
  | `attendances.${'create' | 'undo' | 'restore'}`
  | `pauses.${'create' | 'end' | 'undo'}`
  | `cash-shifts.${'open' | 'move' | 'close'}`
  | `stock.${'adjust' | 'open-count' | 'enter' | 'book-count'}`
export type Request = Asked<Name>

export const pick = <Row>(rows: readonly Row[], which: number): Row | undefined =>
  rows[which % Math.max(1, rows.length)]

export interface Ids {
  clients: number[]
  plans: number[]
  product: number
  drawers: number[]
  /** Cash first. */
  kinds: number[]
}

export class CounterRequests {
  readonly #ids: Ids
  readonly #books: ExpectedBooks
  readonly #sent: Requests<Name>
  #seconds = 0

  constructor(ids: Ids, books: ExpectedBooks, sent: Requests<Name>) {
    this.#ids = ids
    this.#books = books
    this.#sent = sent
  }

  #note(name: Name, body: object, id = 0): Request {
    return this.#sent.note(name, body, { id, id_client: id, id_pause: id, id_product: id })
  }

  of(action: Exclude<Action, { kind: 'cut' | 'book' }>, today: string): Request | undefined {
    const { clients, product, drawers } = this.#ids
    const books = this.#books
    const on = (name: Name, id: number | undefined, body: object = {}) =>
      id === undefined ? undefined : this.#note(name, body, id)
    const shift =
      'shift' in action && action.shift > 0 ? { id_shift: pick([...books.shifts.keys()], action.shift) } : {}
    const client = 'who' in action ? (clients[action.who] ?? 0) : 0
    switch (action.kind) {
      case 'sale':
      case 'membership':
      case 'ticket':
        return this.#sell(action, { id_client: client, ...shift }, today)
      case 'collect':
        return this.#note('debts.collect', { amount: fromCents(action.cents), ...shift }, client)
      case 'void': {
        const document = pick(books.sold, action.which)
        return on(`${document?.kind ?? 'sale'}s.void`, document?.id, { reason: 'x', id_shift: null, ...shift })
      }
      case 'give-back':
        return on('collections.void', pick(books.collected, action.which)?.id, {
          reason: 'x',
          id_shift: null,
          ...shift,
        })
      case 'come':
        return this.#note('attendances.create', {
          id_client: client,
          check_in: this.#nextVisit(addDays(today, -action.late)),
        })
      case 'take-back':
        return on('attendances.undo', pick(books.visits.ids, action.which), { reason: 'x' })
      case 'restore':
        return on('attendances.restore', pick(books.visits.ids, action.which))
      case 'pause':
        return action.who === 0 ? undefined : this.#pause(client, addDays(today, action.from), action.days)
      case 'end':
      case 'undo':
        return on(`pauses.${action.kind}`, pick([...books.visits.clientOf.pause.keys()], action.which))
      case 'open':
        return this.#note('cash-shifts.open', { id_drawer: drawers[action.drawer], amount: '100.00' })
      case 'move':
        return on('cash-shifts.move', shift.id_shift, moveBody(action))
      case 'close':
        return on('cash-shifts.close', shift.id_shift, { counts: [{ value: '50.00', pieces: action.pieces }] })
      case 'count': {
        const open = [...books.counts.keys()].at(-1)
        if (open === undefined || action.counted === 0) return this.#note('stock.open-count', {})
        return this.#note('stock.enter', { entries: [{ id_product: product, quantity: action.counted }] }, open)
      }
      case 'lose':
        return this.#note('stock.adjust', { kind: 'loss', change: action.change, reason: 'x' }, product)
      default:
        return this.#sent.earlier(action.which)
    }
  }

  #pause(client: number, start_date: string, days: number): Request {
    return this.#note('pauses.create', { start_date, end_date: addDays(start_date, days - 1), reason: 'x' }, client)
  }

  /** Each attendance is a separate visit. */
  #nextVisit(day: string): string {
    this.#seconds += 61
    const at = Date.parse(`${day}T10:00:00Z`) + this.#seconds * 1000
    return new Date(at).toISOString()
  }

  #sell(action: Extract<Action, { kind: 'sale' | 'membership' | 'ticket' }>, buyer: object, today: string): Request {
    const items = 'quantity' in action ? [{ id_product: this.#ids.product, quantity: action.quantity }] : []
    const membership =
      'plan' in action
        ? {
            id_membership: this.#ids.plans[action.plan] ?? 0,
            start_date: addDays(today, action.from),
            overlap: true,
          }
        : undefined
    const { plan, products } = ExpectedBooks.due({ items, ...(membership && { membership }) })
    const left = Math.floor(((plan + products) * action.owed) / 4)
    const half = Math.floor((plan + products - left) / 2)
    const parts = [half, plan + products - left - half]
    const paid = parts.map((cents, at) => ({ id_kind: this.#ids.kinds[at] ?? 0, amount: fromCents(cents) }))
    const isSplit = 'split' in action && action.split && half > 0
    const how = { ...buyer, ...(left > 0 && { owed: fromCents(left) }), ...(isSplit && { paid }) }
    if (!membership) return this.#note('sales.create', { items, ...how })
    if (items.length === 0) return this.#note('payments.create', { ...membership, ...how })
    return this.#note('tickets.create', { items, membership, ...how })
  }

  /** A count with its difference, as it was read. */
  booking(id: number, confirm: string): Request {
    return this.#note('stock.book-count', { reason: 'x', confirm }, id)
  }
}

const moveBody = ({ cents, out }: { cents: number; out: boolean }) => ({
  amount: fromCents(cents),
  out,
  reason: 'x',
  confirm: true,
})
