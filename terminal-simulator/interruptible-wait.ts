/** A wait that can be cut short. If `end` is called before a wait, that wait ends at once. */
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
