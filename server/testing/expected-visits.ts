// Plain recomputation of memberships, pauses and visits.
import type { CounterAnswers, CounterRequestBodies } from './counter-call-types.ts'
import { ExpectedMemberships } from './expected-memberships.ts'

export interface Plan {
  id: number
  days: number
  visits: number | null
  eachPass: boolean
}

const move = <Row extends { id: number }>(id: number, from: Row[], to: Row[]): void => {
  const at = from.findIndex((each) => each.id === id)
  if (at >= 0) to.push(...from.splice(at, 1))
}

export class ExpectedVisits {
  readonly #books = new ExpectedMemberships()
  readonly #plans = new Map<number, Plan>()
  /** Owner of each pause and payment, including voided ones. */
  readonly clientOf = { pause: new Map<number, number>(), payment: new Map<number, number>() }
  readonly ids: number[] = []

  plan(plan: Plan): void {
    this.#plans.set(plan.id, plan)
  }

  /** Each once; in order if the order matters: pauses next to sales, and repeats of one visit. */
  apply(name: string, id: number, asked: CounterRequestBodies, said: CounterAnswers, today: string): void {
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

  #sell({ id_client: client = 0, membership, ...asked }: CounterRequestBodies, id: number): void {
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

  /** Number of visits that count, and of those taken back. */
  get came(): [number, number] {
    return [this.#books.came.length, this.#books.undone.length]
  }

  /** Paid end date and remaining visits of a client on a day; null if not counted. */
  of(id: number, day: string) {
    const untils = this.#books.covers(id).map(({ until }) => until)
    return { id, until: untils.sort().at(-1) ?? null, left: this.#books.left(id, day) }
  }
}
