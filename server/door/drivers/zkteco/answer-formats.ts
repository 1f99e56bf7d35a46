// The positive answer to an upload has one meaning and three spellings: some terminals take one of them only, and send the
// same batch for ever until they get it (field reports of F22-class firmware).

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
   * The spelling for the answer to a batch, and the one that has just proven itself (`learnt`), else null. A repeated batch is answered
   * in the same format three times, then in another, the sixth time by a bare OK, then in each format three times in turn; the format after
   * which the repeats stop is stored.
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
