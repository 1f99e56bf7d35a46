// Property tests: a quarter of the runs in every change, all of them in the deep tier (TEST_DEEP=1, vitest.config.ts).
import { env } from 'node:process'
import fc from 'fast-check'

/** Seed chosen by scripts/seed.mjs for this run. */
export const seed = fc.readConfigureGlobal().seed ?? 0

const isDeep = env.TEST_DEEP === '1'

/** Every fourth input, starting at the seed; all of them in the deep tier. */
export const takeSampleInputs = <Input>(inputs: Input[]): Input[] =>
  isDeep ? inputs : inputs.filter((_, index) => (index + seed) % 4 === 0)

/** The deep tier uses these seeds as well as the run's own, or those in the variable SEEDS (`SEEDS=301,302`). */
export const listSeeds = (...more: number[]): number[] =>
  env.SEEDS?.split(',').map(Number) ?? [seed, ...(isDeep ? more : [])]

/** Milliseconds for a whole property test: only a run that hangs takes so long. */
export const propertyTimeout = 900_000

/** Fails before the test's own timeout, because fast-check then reports the seed and the value, and vitest neither. */
export async function checkProperty<Value>(
  arbitrary: fc.Arbitrary<Value>,
  { numRuns, seed: from = seed }: { numRuns: number; seed?: number },
  predicate: (value: Value) => Promise<void>,
): Promise<void> {
  await fc.assert(fc.asyncProperty(arbitrary, predicate), {
    numRuns: isDeep ? numRuns : Math.ceil(numRuns / 4),
    seed: from,
    interruptAfterTimeLimit: 0.9 * propertyTimeout,
    markInterruptAsFailure: true,
    // Shrinking takes many runs.
    endOnFailure: !isDeep,
  })
}
