/** A wait that can be cut short; an `end` called before a wait applies to it. */
export class InterruptibleWait {
  #ended = false
  #wake: (() => void) | null = null

  wait(milliseconds: number): Promise<void> {
    if (this.#ended) {
      this.#ended = false
      return Promise.resolve()
    }
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer)
        this.#wake = null
        resolve()
      }
      const timer = setTimeout(done, milliseconds)
      this.#wake = done
    })
  }

  end(): void {
    if (this.#wake) this.#wake()
    else this.#ended = true
  }
}
