/** A finger or face enrolled under a number. `number`: which finger; `owner`: whose it really is, which no terminal knows. */
export type Template = { pin: string; kind: 'finger' | 'face'; number: number; owner: string }

/** Templates belong to a number, whoever has it: a new name under it leaves them where they are (door A1, protocol §12). */
export class Templates {
  #held: Template[] = []

  /** The newer one takes the place of the older with its pin, kind and number. */
  add(template: Template): void {
    const { pin, kind, number } = template
    this.#held = this.#held.filter((each) => each.pin !== pin || each.kind !== kind || each.number !== number)
    this.#held.push(template)
  }

  of(pin: string, kind: string): Template[] {
    return this.#held.filter((each) => each.pin === pin && each.kind === kind)
  }

  /** Of how many there is something. */
  get size(): number {
    return this.#held.length
  }

  remove(pin: string): void {
    this.#held = this.#held.filter((each) => each.pin !== pin)
  }

  clear(): void {
    this.#held = []
  }
}

/** What a terminal makes of them, by its algorithm: made up, and as long as a finger is on the wire. */
export const makeContent = (owner: string, bytes = 'x'): string =>
  Buffer.from(`${owner};${bytes.repeat(Math.max(0, 1100 - owner.length))}`).toString('base64')

/** Whose it is, of what was made of it; of a photo too. */
export const readOwner = (content: string): string => Buffer.from(content, 'base64').toString().replace(/;.*$/s, '')
