/**
 * A fingerprint or face enrolled under a PIN. `number`: which finger; `owner`: the person it belongs to, unknown to the
 * terminal.
 */
export type Template = { pin: string; kind: 'finger' | 'face'; number: number; owner: string }

/** Templates belong to a PIN: a new name under it keeps them (door A1, protocol §12). */
export class Templates {
  #held: Template[] = []

  /** A newer template replaces the older with the same PIN, kind and number. */
  add(template: Template): void {
    const { pin, kind, number } = template
    this.#held = this.#held.filter((each) => each.pin !== pin || each.kind !== kind || each.number !== number)
    this.#held.push(template)
  }

  of(pin: string, kind: string): Template[] {
    return this.#held.filter((each) => each.pin === pin && each.kind === kind)
  }

  /** Number of PINs with a template. */
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

/** Generated template content for a person and algorithm, with the length of a real one. */
export const makeContent = (owner: string, bytes = 'x'): string =>
  Buffer.from(`${owner};${bytes.repeat(Math.max(0, 1100 - owner.length))}`).toString('base64')

/** Person of a template or photo, read from its content. */
export const readOwner = (content: string): string => Buffer.from(content, 'base64').toString().replace(/;.*$/s, '')
