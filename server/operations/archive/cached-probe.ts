/** Milliseconds: a disk that is well answers at once. */
const defaultTimeoutMs = 1000

/**
 * Runs a probe that may hang, as on a network disk. One probe at a time, because each that hangs blocks a thread;
 * callers in the meantime get the last result.
 */
export class CachedProbe<Seen> {
  readonly #probe: () => Promise<Seen | null>
  readonly #patience: number
  #seen: Seen | null = null
  #probing: Promise<void> | null = null
  constructor(look: () => Promise<Seen | null>, patience = defaultTimeoutMs) {
    this.#probe = look
    this.#patience = patience
  }

  async take(): Promise<Seen | null> {
    this.#probing ??= this.#run().finally(() => {
      this.#probing = null
    })
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, this.#patience)
    })
    await Promise.race([this.#probing, late])
    clearTimeout(timer)
    return this.#seen
  }

  async #run(): Promise<void> {
    this.#seen = await this.#probe().catch(() => null)
  }
}
