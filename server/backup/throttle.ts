// What nobody waits for leaves processor and disk to whoever does: it works a little and rests, evenly.
import { setTimeout as pause } from 'node:timers/promises'

/** Bytes a second, before they are compressed: a tenth of one of two processors. */
export const backgroundBytesPerSecond = 16e6

/** Milliseconds that it may be ahead: shorter rests cost more than they give. */
const slack = 20

/** Lets so many bytes a second through, or all where nothing is said. What stood still is not made up for. */
export const throttle = (rate: number | undefined, signal?: AbortSignal) =>
  async function* (source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let due = 0
    for await (const piece of source) {
      yield piece
      if (rate === undefined) continue
      due = Math.max(due, performance.now()) + (piece.length / rate) * 1000
      const ahead = due - performance.now()
      if (ahead > slack) await pause(ahead, undefined, { signal })
    }
  }

/** Works a fifth of the time. */
const restsFor = 4

/** Does it, and rests in proportion to how long it took. */
export async function withDutyCycle<Result>(work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
  const begun = performance.now()
  const result = await work()
  await pause((performance.now() - begun) * restsFor, undefined, { signal })
  return result
}
