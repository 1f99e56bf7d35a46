// Tests generated from the table of endpoints: one test tries all calls, and its failure lists the failed ones.
import { isDeepStrictEqual } from 'node:util'
import type { EndpointName } from '@torniquete/contract/endpoints.ts'
import { afterAll, expect } from 'vitest'
import { DatabaseDigest } from './database-digest.ts'
import type { RawCallInput } from './raw-call.ts'
import { callSamples } from './sample-inputs.ts'
import { startTestAppForFile } from './test-app.ts'
import { makeTwoGyms, type TwoGyms } from './two-gyms.ts'

/** Milliseconds for several hundred calls on a busy machine. */
export const everyCallTestTimeoutMs = 300_000

type Names = readonly EndpointName[]
type Attempt = (name: EndpointName, index: number) => unknown

/** Test files call this at the top: it opens an app with two gyms and rows of each kind for all tests of the file. */
export async function startTwoGymsAppForFile(environment: Record<string, string> = {}) {
  const app = await startTestAppForFile(environment)
  const world = await makeTwoGyms(app)
  // Sets the clock to the present, because a session stores its last activity once a minute.
  app.clock.set(new Date())
  const digest = await DatabaseDigest.of(app)
  afterAll(() => digest.close())
  return { app, world, digest }
}

/** Input of a call that refers to existing rows, and creates no rows if possible. */
export const makeInputOnExistingRows = async (world: TwoGyms, name: EndpointName): Promise<RawCallInput> =>
  callSamples[name].onRowsOfGym?.(world.mine) ??
  (await callSamples[name].valid(world, world.gym.admin, 'gym_super_admin'))

/** Tries each call, also after a failed one, and fails at the end with the list of all failures. */
export async function tryEveryCall(names: Names, attempt: Attempt): Promise<void> {
  const failures: string[] = []
  for (const [index, name] of names.entries()) {
    try {
      await attempt(name, index)
    } catch (error) {
      failures.push(`${name}: ${error instanceof Error ? error.message : error}`)
    }
  }
  expect(failures).toEqual([])
}

/** Like `tryEveryCall`, but also fails if the database changed; a second round then finds the call that changed it. */
export async function tryCallsExpectingNoChange(digest: DatabaseDigest, names: Names, attempt: Attempt): Promise<void> {
  const before = await digest.take()
  await tryEveryCall(names, attempt)
  const after = await digest.take()
  if (isDeepStrictEqual(after, before)) return
  await tryEveryCall(names, async (name, index) => {
    const untouched = await digest.take()
    await attempt(name, index)
    expect(await digest.take()).toEqual(untouched)
  })
  // Fails even if no call of the second round changed the database.
  expect(after).toEqual(before)
}
