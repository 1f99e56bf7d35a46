// How what is drawn by lot is tried: with a seed that is told, and can be given.
import { env } from 'node:process'
import fc from 'fast-check'

/** As scripts/seed.mjs chose it. */
export const seed = fc.readConfigureGlobal().seed ?? 0

/** What is tried with several: these beside the run's own, or those that SEEDS in the environment names (`SEEDS=301,302`). */
export const seedsWith = (...more: number[]): number[] => env.SEEDS?.split(',').map(Number) ?? [seed, ...more]

/** So many times fewer than asked for are enough on a slow machine. */
const fewest = 8

interface Extent {
  numRuns: number
  /** The test's, in milliseconds. */
  timeout: number
  /** The run's own, unless there are several. */
  seed?: number
}

/**
 * Whatever fails, and what hangs, ends before the test's time does: fast-check says the seed and what failed, where
 * vitest would say neither. On a slow machine there are fewer runs: none begins in the second half of the time.
 */
export async function holds<Value>(
  arbitrary: fc.Arbitrary<Value>,
  { numRuns, timeout, seed: from = seed }: Extent,
  predicate: (value: Value) => Promise<void>,
): Promise<void> {
  const half = performance.now() + timeout / 2
  let tried = 0
  const property = fc.asyncProperty(arbitrary, async (value) => {
    if (performance.now() >= half) return
    tried += 1
    await predicate(value)
  })
  await fc.assert(property, {
    numRuns,
    seed: from,
    interruptAfterTimeLimit: 0.875 * timeout,
    markInterruptAsFailure: true,
  })
  // Fewer would prove little: then the limit is too short, whatever the machine.
  if (tried < numRuns / fewest)
    throw new Error(`only ${tried} of ${numRuns} runs within half of ${timeout} ms (seed ${from})`)
}
