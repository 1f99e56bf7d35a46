import { setTimeout as pause } from 'node:timers/promises'

/** Bytes a second before compression: about a tenth of one of two processors. */
export const backgroundBytesPerSecond = 16e6

/** Milliseconds by which a stream may be ahead of its speed limit: shorter pauses cost more than they save. */
const slackMs = 20

export async function* passThrough(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield* source
}

/** Passes at most `rate` bytes a second, spread evenly; unlimited if undefined. Lost time is not made up for. */
export const throttleStream = (rate: number | undefined, signal?: AbortSignal) =>
  async function* (source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let due = 0
    for await (const piece of source) {
      yield piece
      if (rate === undefined) continue
      due = Math.max(due, performance.now()) + (piece.length / rate) * 1000
      const ahead = due - performance.now()
      if (ahead > slackMs) await pause(ahead, undefined, { signal })
    }
  }
