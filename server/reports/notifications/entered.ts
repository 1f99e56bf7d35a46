// Who came in, for the streams of a gym: their pages draw the row before anybody has asked for the list again.
import type { Entered } from '@torniquete/contract/attendances.ts'
import type { Transaction } from '../../platform/db/gym-statements.ts'

/** Who came in last, newest first. */
export type NewestEntered = (tx: Transaction, gym: number, most: number) => Promise<Entered[]>

/** What comes in larger pieces is a backlog, which the list is asked for. */
const most = 25

export class EnteredSince {
  readonly #newest: NewestEntered
  /** The newest when it looked last; null until then. */
  #known: ReadonlySet<number> | null = null

  constructor(newest: NewestEntered) {
    this.#newest = newest
  }

  get hasLooked(): boolean {
    return this.#known !== null
  }

  /** Who came since it looked last, as the data of an event; null where nobody did, or nobody can tell. */
  async look(tx: Transaction, gym: number): Promise<string | null> {
    const newest = await this.#newest(tx, gym, most)
    const known = this.#known
    this.#known = new Set(newest.map(({ attendance_id }) => attendance_id))
    if (!known) return null
    const isKnown = ({ attendance_id }: { attendance_id: number }) => known.has(attendance_id)
    // What lies below all that was known came up because one of those was taken back.
    const fresh =
      known.size === 0 ? newest : newest.slice(0, newest.findLastIndex(isKnown) + 1).filter((each) => !isKnown(each))
    return fresh.length > 0 ? JSON.stringify(fresh) : null
  }
}
