// Property tests: every change runs a quarter of the inputs, the deep tier all of them (TEST_DEEP=1, vitest.config.ts).
import { env } from 'node:process'
import fc from 'fast-check'

/** Random seed that scripts/seed.mjs chose for this test run. */
export const randomSeed = fc.readConfigureGlobal().seed ?? 0

const isDeep = env.TEST_DEEP === '1'

/** Every fourth input, beginning at one that the seed selects; all inputs in the deep tier. */
export const selectSampleInputs = <Input>(inputs: Input[]): Input[] =>
  isDeep ? inputs : inputs.filter((_, index) => (index + randomSeed) % 4 === 0)

/** Returns the run's own seed, in the deep tier also the given ones, or instead those in SEEDS (`SEEDS=301,302`). */
export const listSeeds = (...more: number[]): number[] =>
  env.SEEDS?.split(',').map(Number) ?? [randomSeed, ...(isDeep ? more : [])]

/** Milliseconds for a complete property test, which only a run that hangs takes. */
export const propertyTimeoutMs = 900_000

/** Stops before vitest's timeout, because only fast-check reports the seed and the failing value. */
export async function checkProperty<Value>(
  arbitrary: fc.Arbitrary<Value>,
  { numRuns, seed: from = randomSeed }: { numRuns: number; seed?: number },
  predicate: (value: Value) => Promise<void>,
): Promise<void> {
  await fc.assert(fc.asyncProperty(arbitrary, predicate), {
    numRuns: isDeep ? numRuns : Math.ceil(numRuns / 4),
    seed: from,
    interruptAfterTimeLimit: 0.9 * propertyTimeoutMs,
    markInterruptAsFailure: true,
    // Shrinking a failing value takes many runs, so only the deep tier does it.
    endOnFailure: !isDeep,
  })
}
