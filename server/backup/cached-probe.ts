/** Milliseconds: a disk that is well answers at once. */
const usualPatience = 1000

/**
 * At what may hang, as a network's disk does: one look at a time, for each that hangs keeps a thread. Whoever asks meanwhile
 * is told what the last one saw.
 */
export class CachedProbe<Seen> {
  readonly #look: () => Promise<Seen | null>
  readonly #patience: number
  #seen: Seen | null = null
  #looking: Promise<void> | null = null
  constructor(look: () => Promise<Seen | null>, patience = usualPatience) {
    this.#look = look
    this.#patience = patience
  }

  async take(): Promise<Seen | null> {
    this.#looking ??= this.#take().finally(() => {
      this.#looking = null
    })
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, this.#patience)
    })
    await Promise.race([this.#looking, late])
    clearTimeout(timer)
    return this.#seen
  }

  async #take(): Promise<void> {
    this.#seen = await this.#look().catch(() => null)
  }
}
