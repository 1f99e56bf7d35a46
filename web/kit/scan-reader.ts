// Distinguishes a barcode scanner from a person by the keys' timestamps, which are right even on a busy computer.

export interface KeyStroke {
  key: string
  /** Time of the key press in milliseconds: the event's `timeStamp`. */
  at: number
  /** True for a repeated key: a key held down repeats as fast as a scanner types. */
  repeat: boolean
  modified: boolean
}

const shortestCode = 6
/** Maximum milliseconds per key, averaged over a code. */
const pace = 35
/** Maximum milliseconds between two keys of a code: wireless scanners hesitate. */
const longestGap = 150
/** Maximum milliseconds before the final key: after a longer pause, a person pressed it. */
const longestEnd = 60
/** Milliseconds: a key that precedes a burst by less may belong to it, so the code is ambiguous and ignored. */
const shortestPause = 400
/** Milliseconds between two keys of a person; a scanner takes as long only when it hesitates. */
const handPace = 50
/** Milliseconds: a longer pause starts a new input. */
const longestThought = 1000
/** Number of consecutive gaps as long as a person's that prove that a person typed. */
const surelyHand = 2
/** Milliseconds after which a prefix typed before the code, such as `3*`, expires. */
const remembered = 5000
/** Prefix such as `3*`, typed before a code: the quantity of the scanned product. */
export const quantityPrefixPattern = /^\s*(\d{1,3})\s*\*$/
const silent = new Set(['Shift', 'CapsLock', 'AltGraph'])

export type ScanReading =
  | { kind: 'begins' | 'goes on' | 'nothing' }
  /** `before` is the text typed before the code. */
  | { kind: 'code'; code: string; before: string }

export class ScanReader {
  #code = ''
  #before = ''
  #doubtful = false
  #begun = 0
  #last = Number.NEGATIVE_INFINITY
  /** Consecutive gaps as long as a person's; minus infinity after a gap too short for a person. */
  #written = 0
  /** True if a person typed right before: then every gap must be as short as a scanner's to make a code. */
  #follows = false
  #longest = 0

  read({ key, at, repeat, modified }: KeyStroke): ScanReading {
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

  #take(key: string, at: number, gap: number): ScanReading {
    const follows =
      this.#written >= surelyHand && gap >= handPace && gap <= shortestPause && !quantityPrefixPattern.test(this.#code)
    const goesOn = this.#code !== '' && gap <= longestGap && !follows
    if (!goesOn) {
      this.#doubtful = !follows && gap <= shortestPause && this.#code !== '' && !quantityPrefixPattern.test(this.#code)
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
