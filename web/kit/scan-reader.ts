// Distinguishes a barcode reader from typing by the keys' timestamps, which are right even on a busy computer.

export interface Stroke {
  key: string
  /** Milliseconds: the event's `timeStamp`. */
  at: number
  /** Key repeat is as fast as a reader. */
  repeat: boolean
  modified: boolean
}

const shortestCode = 6
/** Milliseconds per key over a whole code. */
const pace = 35
/** Milliseconds within a code: wireless readers hesitate. */
const longestGap = 150
/** Milliseconds before the final key: a longer pause is a person. */
const longestEnd = 60
/** Keys this close before a burst may belong to it: the code is then ambiguous and ignored. */
const shortestPause = 400
/** Milliseconds: a reader's keys are further apart only when it hesitates. */
const handPace = 50
/** A longer pause starts a new input. */
const longestThought = 1000
/** Number of long gaps in a row, with no short one before, that mean a hand. */
const surelyHand = 2
/** A prefix typed before the code, such as `3*`, expires after this time. */
const remembered = 5000
/** Typed prefix `3*`: quantity of the next code. */
export const factor = /^\s*(\d{1,3})\s*\*$/
const silent = new Set(['Shift', 'CapsLock', 'AltGraph'])

export type Reading =
  | { kind: 'begins' | 'goes on' | 'nothing' }
  /** `before` is text typed ahead of the code. */
  | { kind: 'code'; code: string; before: string }

export class ScanReader {
  #code = ''
  #before = ''
  #doubtful = false
  #begun = 0
  #last = Number.NEGATIVE_INFINITY
  /** Consecutive gaps of a hand's length; minus infinity after a short one, which no hand makes. */
  #written = 0
  /** True if typed keys came right before: then only a reader's pace for every key makes a code. */
  #follows = false
  #longest = 0

  read({ key, at, repeat, modified }: Stroke): Reading {
    if (silent.has(key)) return { kind: 'nothing' }
    const gap = at - this.#last
    if (!repeat && !modified && key.length === 1) return this.#take(key, at, gap)
    const code = this.#code
    const before = this.#before
    const sure = !this.#doubtful && !(this.#follows && Math.max(this.#longest, gap) > pace)
    this.#end()
    const ends = (key === 'Enter' || key === 'Tab') && gap <= longestEnd && !repeat && !modified
    const whole = sure && code.length >= shortestCode && at - this.#begun <= pace * code.length
    return ends && whole ? { kind: 'code', code, before } : { kind: 'nothing' }
  }

  #take(key: string, at: number, gap: number): Reading {
    const follows = this.#written >= surelyHand && gap >= handPace && gap <= shortestPause && !factor.test(this.#code)
    const goesOn = this.#code !== '' && gap <= longestGap && !follows
    if (!goesOn) {
      this.#doubtful = !follows && gap <= shortestPause && this.#code !== '' && !factor.test(this.#code)
      this.#before = gap <= remembered ? (this.#before + this.#code).slice(-8) : ''
      this.#code = ''
      this.#begun = at
      this.#follows = follows
      this.#longest = 0
    } else this.#longest = Math.max(this.#longest, gap)
    this.#code += key
    this.#last = at
    if (gap < handPace) this.#written = Number.NEGATIVE_INFINITY
    else this.#written = gap > longestThought ? 0 : this.#written + 1
    return { kind: goesOn ? 'goes on' : 'begins' }
  }

  #end(): void {
    this.#code = ''
    this.#before = ''
    this.#doubtful = false
    this.#written = 0
    this.#follows = false
    this.#last = Number.NEGATIVE_INFINITY
  }
}
