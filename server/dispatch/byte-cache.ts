// Values of gyms, bounded by the bytes of one gym and of all: what was not asked for longest goes first.

interface Kept<Value> {
  gym: number
  value: Value
  size: number
}

export class ByteCache<Value> {
  readonly #most: { ofAll: number; ofOneGym: number }
  readonly #sizeOf: (value: Value) => number
  // Both in the order in which they were asked for.
  readonly #all = new Map<string, Kept<Value>>()
  readonly #gyms = new Map<number, { keys: Set<string>; size: number }>()
  #size = 0

  constructor(most: { ofAll: number; ofOneGym: number }, sizeOf: (value: Value) => number) {
    this.#most = most
    this.#sizeOf = sizeOf
  }

  get size(): number {
    return this.#size
  }

  get(key: string): Value | undefined {
    const kept = this.#all.get(key)
    if (kept) this.#touch(key, kept)
    return kept?.value
  }

  set(gym: number, key: string, value: Value): void {
    this.#drop(key)
    const kept = { gym, value, size: this.#sizeOf(value) + key.length * 2 }
    const own = this.#touch(key, kept)
    own.size += kept.size
    this.#size += kept.size
    while (own.size > this.#most.ofOneGym) this.#dropFirst(own.keys)
    while (this.#size > this.#most.ofAll) this.#dropFirst(this.#all)
  }

  #touch(key: string, kept: Kept<Value>) {
    this.#all.delete(key)
    this.#all.set(key, kept)
    const own = this.#gyms.get(kept.gym) ?? { keys: new Set(), size: 0 }
    this.#gyms.set(kept.gym, own)
    own.keys.delete(key)
    own.keys.add(key)
    return own
  }

  #dropFirst(keys: { keys(): Iterable<string> }): void {
    const [first] = keys.keys()
    if (first !== undefined) this.#drop(first)
  }

  #drop(key: string): void {
    const kept = this.#all.get(key)
    const own = kept && this.#gyms.get(kept.gym)
    if (!own) return
    this.#all.delete(key)
    own.keys.delete(key)
    own.size -= kept.size
    this.#size -= kept.size
    if (own.keys.size === 0) this.#gyms.delete(kept.gym)
  }
}
