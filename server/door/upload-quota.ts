// How much a terminal may send in a day: one that sends more is broken, or is none.
const linesADay = 50_000

export class UploadQuota {
  readonly #sent = new Map<string, { day: string; lines: number }>()

  /** Whether so many lines more are taken today. */
  takes(sn: string, lines: number, day: string): boolean {
    const known = this.#sent.get(sn)
    const before = known?.day === day ? known.lines : 0
    if (before + lines > linesADay) return false
    this.#sent.set(sn, { day, lines: before + lines })
    return true
  }
}
