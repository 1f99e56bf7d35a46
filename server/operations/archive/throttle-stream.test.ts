import { expect, test } from 'vitest'
import { throttleStream } from './throttle-stream.ts'

async function* pieces(count: number, bytes: number) {
  for (let at = 0; at < count; at++) yield Buffer.alloc(bytes)
}

/** Returns the bytes that passed through the throttle, and the milliseconds they took. */
async function through(rate: number | undefined, signal?: AbortSignal) {
  const begun = performance.now()
  let bytes = 0
  for await (const piece of throttleStream(rate, signal)(pieces(100, 10_000))) bytes += piece.length
  return { took: performance.now() - begun, bytes }
}

test('throttleStream: limits the bytes per second, and does not delay without a rate', async () => {
  const held = await through(4e6)
  expect(held.bytes).toBe(1e6)
  // 1 MB at 4 MB/s takes 250 ms, minus a short last pause that is skipped.
  expect(held.took).toBeGreaterThan(225)
  expect((await through(undefined)).bytes).toBe(1e6)
})

test('throttleStream: an abort ends a running pause', async () => {
  const ending = new AbortController()
  const passing = through(10, ending.signal)
  ending.abort(new Error('ended'))
  await expect(passing).rejects.toThrow('abort')
})
