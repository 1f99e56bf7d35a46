// Finds the format of the positive answer that a terminal accepts. Some accept only one of three and otherwise repeat
// the same batch for ever (field reports of F22-class firmware).

/** `OK: n`, `OK:n`, `OK`. */
export const answerFormatCount = 3
type Format = number

const repeatWindowMs = 600_000
const usualTries = 3
const otherTries = 5

interface Batch {
  digest: string
  at: number
  times: number
  format: Format
}

export class AnswerFormats {
  readonly #last = new Map<string, Batch>()

  /**
   * Returns the format for the answer to a batch, and a newly learnt format, else null. A repeated batch is answered
   * three times in the same format, twice in the next, once with a bare OK, then three times in each format in turn.
   * The format after which repeats stop is learnt.
   */
  next(sn: string, digest: string, kept: Format, now: Date): { format: Format; learnt: Format | null } {
    const at = now.getTime()
    const last = this.#last.get(sn)
    const again = last?.digest === digest && at - last.at < repeatWindowMs
    const times = again ? last.times + 1 : 1
    const learnt = !again && last && last.times > usualTries && last.format !== kept ? last.format : null
    const base = learnt ?? kept
    const format = this.#chooseFormat(times, base)
    this.#last.set(sn, { digest, at, times, format })
    return { format, learnt }
  }

  #chooseFormat(times: number, base: Format): Format {
    if (times <= usualTries) return base
    if (times <= otherTries) return (base + 1) % answerFormatCount
    if (times === otherTries + 1) return answerFormatCount - 1
    return Math.floor((times - otherTries - 2) / usualTries) % answerFormatCount
  }
}
