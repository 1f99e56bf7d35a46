/** A fingerprint or face enrolled under a PIN. `number`: which finger; `owner`: the person, unknown to the terminal. */
export type Template = { pin: string; kind: 'finger' | 'face'; number: number; owner: string }

/** Stores templates by PIN. A new name of the PIN's user does not delete them (field report A1, protocol §12). */
export class TemplateStore {
  #held: Template[] = []

  /** Adds a template, which replaces an older one with the same PIN, kind and number. */
  add(template: Template): void {
    const { pin, kind, number } = template
    this.#held = this.#held.filter((each) => each.pin !== pin || each.kind !== kind || each.number !== number)
    this.#held.push(template)
  }

  of(pin: string, kind: string): Template[] {
    return this.#held.filter((each) => each.pin === pin && each.kind === kind)
  }

  /** Number of PINs that have a template. */
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

/** Makes the content of a template for a person and algorithm, with the length of a real template. */
export const makeTemplateContent = (owner: string, bytes = 'x'): string =>
  Buffer.from(`${owner};${bytes.repeat(Math.max(0, 1100 - owner.length))}`).toString('base64')

/** Reads the person of a template or photo from its content. */
export const readTemplateOwner = (content: string): string =>
  Buffer.from(content, 'base64').toString().replace(/;.*$/s, '')
