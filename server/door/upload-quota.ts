// How much a terminal may send in a day: one that sends more is broken, or is none. Only what was stored counts.
// Days are the gym's own, `YYYY-MM-DD`.
import { linesTakenADay } from '@torniquete/contract/device-traffic.ts'

export class UploadQuota {
  readonly #sent = new Map<string, { day: string; lines: number }>()

  /** Whether so many lines more are taken today. */
  admits(sn: string, lines: number, day: string): boolean {
    return this.#today(sn, day) + lines <= linesTakenADay
  }

  charge(sn: string, lines: number, day: string): void {
    this.#sent.set(sn, { day, lines: this.#today(sn, day) + lines })
  }

  #today(sn: string, day: string): number {
    const known = this.#sent.get(sn)
    return known?.day === day ? known.lines : 0
  }
}
