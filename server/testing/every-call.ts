// Tests generated from the table of calls: one test tries all calls, and its failure names those that failed.
import { isDeepStrictEqual } from 'node:util'
import type { EndpointName } from '@torniquete/contract/endpoints.ts'
import { afterAll, expect } from 'vitest'
import { Digest } from './digest.ts'
import type { RawInput } from './raw-call.ts'
import { samples } from './sample-inputs.ts'
import { openTestApp } from './test-app.ts'
import { makeWorld, type World } from './two-gyms.ts'

/** Several hundred calls on a busy machine. */
export const everyCallTimeout = 300_000

type Names = readonly EndpointName[]
type Attempt = (name: EndpointName, index: number) => unknown

/** Called at the head of a test file: an app with two gyms and rows of each kind for all its tests. */
export async function openWorld(environment: Record<string, string> = {}) {
  const app = await openTestApp(environment)
  const world = await makeWorld(app)
  // A session stores its last activity once a minute, which would change the database.
  app.clock.set(new Date())
  const digest = await Digest.of(app)
  afterAll(() => digest.close())
  return { app, world, digest }
}

/** An input that refers to existing rows and creates none if possible. */
export const makeExistingInput = async (world: World, name: EndpointName): Promise<RawInput> =>
  samples[name].onRowsOfGym?.(world.mine) ?? (await samples[name].valid(world, world.gym.admin, 'gym_super_admin'))

/** Tries each call, also after one failed, and fails with all failures at once. */
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

/** Like `tryEveryCall`, and requires an unchanged database. If it changed, a second round finds the call. */
export async function tryEveryCallUnchanged(digest: Digest, names: Names, attempt: Attempt): Promise<void> {
  const before = await digest.take()
  await tryEveryCall(names, attempt)
  const after = await digest.take()
  if (isDeepStrictEqual(after, before)) return
  await tryEveryCall(names, async (name, index) => {
    const untouched = await digest.take()
    await attempt(name, index)
    expect(await digest.take()).toEqual(untouched)
  })
  // In the second round no call should change anything.
  expect(after).toEqual(before)
}
