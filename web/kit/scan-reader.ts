// Tells a barcode reader from a hand by the times of the keys themselves, which are right however late a busy computer
// hears of them.

export interface Stroke {
  key: string
  /** Milliseconds: the event's own `timeStamp`. */
  at: number
  /** A key that is held down repeats as fast as a reader types. */
  repeat: boolean
  /** With Ctrl, Alt or ⌘. */
  modified: boolean
}

const shortestCode = 6
/** Milliseconds a key, of a whole code. */
const pace = 35
/** Within a code: readers without a cable stumble. */
const longestGap = 150
/** Before the key that ends it: who looks first, if only for a moment, is a person. */
const longestEnd = 60
/** Keys so soon before a burst may be its beginning: then nobody knows the whole code, and the keys stay what they are. */
const shortestPause = 400
/** A reader's keys come so far from each other only where it stumbles. */
const handPace = 50
/** A longer pause starts a new input. */
const longestThought = 1000
/** So many pauses on end, with no shorter one before them, are a hand's: a reader does not begin by stumbling twice. */
const surelyHand = 2
/** A prefix typed before the code, such as `3*`, expires after this time. */
const remembered = 5000
/** `3*`: three of what is scanned next. */
export const factor = /^\s*(\d{1,3})\s*\*$/
/** Keys that readers press beside characters. */
const silent = new Set(['Shift', 'CapsLock', 'AltGraph'])

export type Reading =
  | { kind: 'begins' | 'goes on' | 'nothing' }
  /** `before` was typed by hand ahead of it. */
  | { kind: 'code'; code: string; before: string }

export class ScanReader {
  #code = ''
  #before = ''
  #doubtful = false
  #begun = 0
  #last = Number.NEGATIVE_INFINITY
  /** Consecutive gaps as long as a hand's; minus infinity after a shorter one, which no hand makes. */
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
