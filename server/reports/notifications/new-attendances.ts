// Sends new attendances to a gym's streams, so that pages draw the row before they read the list.
import type { ListedAttendance } from '@torniquete/contract/members/attendances.ts'
import type { Transaction } from '../../platform/db/gym-statements.ts'

/** The latest attendances, newest first. */
export type ReadNewestAttendances = (
  tx: Transaction,
  gym: number,
  today: string,
  most: number,
) => Promise<ListedAttendance[]>

/** More than this at once is a backlog, which the list reads itself. */
const maxAttendances = 25

export class NewAttendances {
  readonly #newest: ReadNewestAttendances
  /** Ids at the last look; null before the first. */
  #known: ReadonlySet<number> | null = null

  constructor(newest: ReadNewestAttendances) {
    this.#newest = newest
  }

  get hasLooked(): boolean {
    return this.#known !== null
  }

  /** New attendances since the last look as event data; null if there are none or it cannot be told. */
  async look(tx: Transaction, gym: number, today: string): Promise<string | null> {
    const newest = await this.#newest(tx, gym, today, maxAttendances)
    const known = this.#known
    this.#known = new Set(newest.map(({ attendance_id }) => attendance_id))
    if (!known) return null
    const isKnown = ({ attendance_id }: { attendance_id: number }) => known.has(attendance_id)
    // A row older than all known ones moved up because another was taken back.
    const fresh =
      known.size === 0 ? newest : newest.slice(0, newest.findLastIndex(isKnown) + 1).filter((each) => !isKnown(each))
    return fresh.length > 0 ? JSON.stringify(fresh) : null
  }
}
