// The positive answer to an upload has one meaning and three spellings: some terminals take one of them only, and send the
// same batch for ever until they get it (field reports of F22-class firmware).

/** `OK: n`, `OK:n`, `OK`. */
export const answerForms = 3
type Form = number

const within = 600_000
const usualTries = 3
const otherTries = 5

interface Batch {
  digest: string
  at: number
  times: number
  form: Form
}

export class AnswerForms {
  readonly #last = new Map<string, Batch>()

  /**
   * The spelling for the answer to a batch, and the one that has just proven itself (`learnt`), else null. A repeated batch is answered
   * in the same form three times, then in another, the sixth time by a bare OK, then in each form three times in turn; the form after
   * which the repeats stop is stored.
   */
  next(sn: string, digest: string, kept: Form, now: Date): { form: Form; learnt: Form | null } {
    const at = now.getTime()
    const last = this.#last.get(sn)
    const again = last?.digest === digest && at - last.at < within
    const times = again ? last.times + 1 : 1
    const learnt = !again && last && last.times > usualTries && last.form !== kept ? last.form : null
    const base = learnt ?? kept
    const form = this.#formOf(times, base)
    this.#last.set(sn, { digest, at, times, form })
    return { form, learnt }
  }

  #formOf(times: number, base: Form): Form {
    if (times <= usualTries) return base
    if (times <= otherTries) return (base + 1) % answerForms
    if (times === otherTries + 1) return answerForms - 1
    return Math.floor((times - otherTries - 2) / usualTries) % answerForms
  }
}
